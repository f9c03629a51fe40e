import { describe, expect, it } from 'vitest';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { arkSnapshot, offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { channelId, roleId } from '#test/sandbox/discord/harbour.ts';
import { ADDRESS, OTHER_ADDRESS, watchesOf, watchServer } from './asking.ts';
import { beginSetup, type Steps } from './setupSteps.ts';

const address = ADDRESS;

/** A set-up in which the server was found. */
async function planned(crow: Crowsnest, who = {}): Promise<Steps> {
  crow.servers.set(ADDRESS, onlineSnapshot());
  const steps = await beginSetup(crow, who);
  await steps.typeServer({ address });
  await steps.says('Evening Payload');
  return steps;
}

describe('/setup', () => {
  it('takes the shortest way: address, start', async () => {
    const crow = await startCrowsnest();
    const steps = await planned(crow);
    expect(steps.words()).toContain('Team Fortress 2 · pl\\_upward · **3**/24');
    const here = channelId(crow.discord, 'status');
    expect(steps.words()).toContain(`Status message\n<#${here}>`);
    expect(steps.words()).toContain('Who is pinged\nnobody');
    await steps.press('start');
    const [pinned] = crow.discord.people.pins('#status');
    expect(pinned?.embeds[0]?.title).toBe('Evening Payload');
    expect(steps.words()).toContain('Watching Evening Payload');
    expect(steps.words()).toContain(`/${here}/${pinned?.id}`);
    expect(steps.words()).toContain('</alerts add players:');
    expect(steps.words()).toContain('</help:');
    expect(await watchesOf(crow)).toMatchObject([
      { channelId: here, noticeChannelId: here, roleId: null, joins: 'off' },
    ]);
    expect(crow.discord.people.messages('#status', 'pip')).toHaveLength(1);
    expectCalm(crow);
  });

  it('costs at most 12 clicks and texts from the invitation to the watched server', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    crow.discord.people.removeBot();
    await expect.poll(crow.gateway.guildIds).toEqual([]);
    crow.discord.people.inviteBot();
    const hello = () => crow.discord.people.messages('#general')[0]?.message;
    await expect.poll(() => hello()?.components[0]?.components).toHaveLength(1);
    const customId = hello()?.components[0]?.components?.[0]?.custom_id ?? '';
    const from = { messageId: hello()?.id ?? '', customId };
    const steps = await beginSetup(crow, { in: '#general' }, from);
    await steps.typeServer({ address });
    await steps.press('start');
    expect(await watchesOf(crow)).toHaveLength(1);
    expect(steps.effort()).toBe(5);

    const thorough = await planned(crow, { in: '#alerts' });
    await thorough.choose('status', 'status');
    await thorough.choose('role', 'Watchmen');
    await thorough.press('start');
    expect(await watchesOf(crow)).toHaveLength(2);
    expect(thorough.effort()).toBeLessThanOrEqual(12);
    expectCalm(crow);
  });

  it('puts everything where it was chosen to go, and pings who was chosen', async () => {
    const crow = await startCrowsnest();
    const steps = await planned(crow, { in: '#general' });
    await steps.choose('status', 'status');
    await steps.choose('notices', 'alerts');
    await steps.choose('role', 'Watchmen');
    const role = roleId(crow.discord, 'Watchmen');
    expect(steps.part('status')?.default_values).toEqual([
      { id: channelId(crow.discord, 'status'), type: 'channel' },
    ]);
    expect(steps.words()).toContain(`Who is pinged\n<@&${role}>`);
    await steps.choose('role');
    expect(steps.words()).toContain('Who is pinged\nnobody');
    await steps.choose('role', 'Watchmen');
    await steps.press('start');
    expect(await watchesOf(crow)).toMatchObject([
      {
        channelId: channelId(crow.discord, 'status'),
        noticeChannelId: channelId(crow.discord, 'alerts'),
        roleId: role,
      },
    ]);
    expectCalm(crow);
  });

  it('says what is wrong with an address, keeps what was typed, and lets it be mended', async () => {
    const crow = await startCrowsnest();
    const steps = await beginSetup(crow);
    await steps.typeServer({ address: 'play.example.com:99999', game: 'no such game' });
    expect(steps.words()).toContain('no port `99999`');
    await steps.typeServer({ address: 'play.example.com', game: 'zzzz qqqq' });
    expect(steps.words()).toContain('I know no game called `zzzz qqqq`');
    await steps.typeServer({ address: 'play.example.com', game: '' });
    expect(steps.words()).toContain('`play.example.com` needs a port or a game');
    const opened = crow.discord.people.click({
      as: 'ada',
      in: '#status',
      messageId: steps.message().id,
      customId: steps.part('address')?.custom_id ?? '',
    });
    const { components } = await opened.modal();
    expect(components[0]?.component?.value).toBe('play.example.com');
    await steps.typeServer({ address: 'play.example.com:27015' });
    // It is being asked, or was already.
    expect(steps.words()).toContain('`play.example.com:27015`');
    expect(await watchesOf(crow)).toEqual([]);
    expectCalm(crow);
  });

  it('takes the name of a game as people call it', async () => {
    const crow = await startCrowsnest();
    crow.servers.set('203.0.113.5:7777', arkSnapshot());
    const steps = await beginSetup(crow);
    await steps.typeServer({ address: '203.0.113.5:7777', game: 'counter-strike 1.6' });
    await steps.press('start');
    expect(await watchesOf(crow)).toMatchObject([{ target: { game: 'counterstrike16' } }]);
  });

  it.each([
    ['dns', 'A spelling mistake, or the name has no address yet'],
    ['timeout', 'a firewall keeps UDP out'],
    ['refused', 'nothing is listening on that port'],
  ] as const)(
    'says why a server is silent (%s), and watches it all the same',
    async (reason, words) => {
      const crow = await startCrowsnest();
      crow.servers.set(ADDRESS, offlineSnapshot({ reason }));
      const steps = await beginSetup(crow);
      await steps.typeServer({ address });
      await steps.says(words);
      expect(steps.words()).toContain('You can watch it all the same');
      expect(steps.part('start')).toMatchObject({
        label: 'Watch it all the same',
        disabled: false,
      });
      crow.servers.set(ADDRESS, onlineSnapshot());
      await steps.press('again');
      await steps.says('Online');
      crow.servers.set(ADDRESS, offlineSnapshot({ reason }));
      await steps.press('start');
      expect(steps.words()).toContain('does not answer right now');
      expect(await watchesOf(crow)).toHaveLength(1);
      expectCalm(crow);
    },
  );

  it('does not watch an address that may not be asked', async () => {
    const crow = await startCrowsnest();
    crow.servers.set('10.0.0.5:27015', offlineSnapshot({ reason: 'address-refused' }));
    const steps = await beginSetup(crow);
    await steps.typeServer({ address: '10.0.0.5:27015' });
    await steps.says('I am not allowed to ask `10.0.0.5:27015`');
    expect(steps.words()).toContain('Give the public address');
    expect(steps.part('start')?.disabled).toBe(true);
    expect(steps.words()).not.toContain('You can watch it all the same');
  });

  it('names each missing permission with its channel, and looks again when asked to', async () => {
    const crow = await startCrowsnest();
    const { people } = crow.discord;
    people.setOverwrite('#status', { for: 'bot', deny: ['EMBED_LINKS', 'PIN_MESSAGES'] });
    people.setOverwrite('#alerts', { for: 'bot', deny: ['SEND_MESSAGES'] });
    const steps = await planned(crow);
    await steps.choose('notices', 'alerts');
    const here = `<#${channelId(crow.discord, 'status')}>`;
    const alerts = `<#${channelId(crow.discord, 'alerts')}>`;
    expect(steps.words()).toContain(`In ${here} I am missing: **Embed Links**, **Pin Messages**.`);
    expect(steps.words()).toContain(`In ${alerts} I am missing: **Send Messages**.`);
    expect(steps.words()).toContain('Open the settings of the channel, Permissions');
    expect(steps.part('start')?.disabled).toBe(true);
    people.setOverwrite('#status', { for: 'bot' });
    people.setOverwrite('#alerts', { for: 'bot' });
    await expect
      .poll(() => crow.gateway.missingThere(crow.guildId, channelId(crow.discord, 'alerts')))
      .toEqual([]);
    await steps.press('again');
    expect(steps.words()).not.toContain('I am missing');
    expect(steps.part('start')?.disabled).toBe(false);
    expectCalm(crow);
  });

  it('refuses a role that nobody would hear, and everybody', async () => {
    const crow = await startCrowsnest();
    const steps = await planned(crow);
    await steps.choose('role', 'Captains');
    expect(steps.words()).toContain('make the role mentionable');
    await steps.choose('role', '@everyone');
    expect(steps.words()).toContain('a role I never ping');
    expect(steps.part('start')?.disabled).toBe(true);
  });

  it('says that the channel it is in will not do, and takes another', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    const steps = await beginSetup(crow, { in: '#news' });
    await steps.typeServer({ address });
    expect(steps.words()).toContain('is an announcement channel');
    expect(steps.part('status')).not.toHaveProperty('default_values');
    await steps.choose('status', 'general');
    await steps.press('start');
    expect(crow.discord.people.pins('#general')).toHaveLength(1);
    expectCalm(crow);
  });

  it('says that a channel is not seen, which nobody let the bot into', async () => {
    const crow = await startCrowsnest();
    const steps = await planned(crow);
    crow.discord.people.hideChannel('#alerts');
    await expect
      .poll(() => crow.gateway.missingThere(crow.guildId, channelId(crow.discord, 'alerts')))
      .toContain('ViewChannel');
    await steps.choose('status', 'alerts');
    expect(steps.words()).toContain('I am missing: **View Channel**.');
  });
});

describe('/setup with a channel of its own', () => {
  const MAY_MAKE = [
    'VIEW_CHANNEL',
    'SEND_MESSAGES',
    'EMBED_LINKS',
    'READ_MESSAGE_HISTORY',
  ] as const;
  const invite = async (
    permissions: Parameters<Crowsnest['discord']['people']['inviteBot']>[0],
  ) => {
    const crow = await startCrowsnest();
    crow.discord.people.removeBot();
    await expect.poll(crow.gateway.guildIds).toEqual([]);
    crow.discord.people.inviteBot(permissions);
    await expect.poll(crow.gateway.guildIds).toHaveLength(1);
    return crow;
  };

  it('makes it when it may, in which only the bot writes', async () => {
    const crow = await invite([...MAY_MAKE, 'PIN_MESSAGES', 'MANAGE_CHANNELS']);
    const steps = await planned(crow);
    expect(steps.part('make')?.label).toBe('New channel #server-status');
    await steps.press('make');
    expect(steps.words()).toContain('`#server-status`, new; only I write there');
    await Promise.all([steps.press('start'), steps.press('start')]);
    await steps.says('Watching Evening Payload');
    const made = crow.discord.people.pins('#server-status');
    expect(made.map(({ embeds }) => embeds[0]?.title)).toEqual(['Evening Payload']);
    expect(() =>
      crow.discord.people.say({ as: 'pip', in: '#server-status', text: 'hello' }),
    ).toThrow();
    expect(await watchesOf(crow)).toHaveLength(1);
    expectCalm(crow);
  });

  it('offers none when it may not, and says what is missing for one', async () => {
    const crow = await startCrowsnest();
    expect((await planned(crow)).part('make')).toBeUndefined();
    const poor = await invite([...MAY_MAKE, 'MANAGE_CHANNELS']);
    const steps = await planned(poor);
    await steps.press('make');
    expect(steps.words()).toContain('In `#server-status` I am missing: **Pin Messages**.');
    expect(steps.words()).toContain('Open Server Settings, Roles, my role');
  });

  it('says so when Discord does not let it, and loses nothing', async () => {
    const crow = await invite([...MAY_MAKE, 'PIN_MESSAGES', 'MANAGE_CHANNELS']);
    const steps = await planned(crow);
    await steps.press('make');
    crow.discord.faults.add(
      { route: 'POST /guilds/:guild/channels', times: 1 },
      { kind: 'status', status: 403, code: 50013 },
    );
    await steps.press('start');
    expect(steps.words()).toContain('did not let me make the channel');
    expect(await watchesOf(crow)).toEqual([]);
    await steps.choose('status', 'general');
    await steps.press('start');
    expect(crow.discord.people.pins('#general')).toHaveLength(1);
  });
});

describe('/setup, again', () => {
  it('shows what is there and offers another server', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    crow.servers.set(OTHER_ADDRESS, onlineSnapshot({ name: 'Morning Payload' }));
    const steps = await beginSetup(crow);
    expect(steps.words()).toContain('Watched here already');
    expect(steps.words()).toContain('**Evening Payload**');
    await steps.typeServer({ address: OTHER_ADDRESS });
    await steps.press('start');
    await steps.press('another');
    expect(steps.words()).toContain('**Morning Payload**');
    expect(await watchesOf(crow)).toHaveLength(2);
  });

  it('takes no server twice into one channel, nor more than it may', async () => {
    const crow = await startCrowsnest({ watchesPerGuild: 2 });
    await watchServer(crow);
    const steps = await planned(crow);
    expect(steps.words()).toContain('already has a status message in');
    expect(steps.part('start')?.disabled).toBe(true);
    await steps.choose('status', 'general');
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    await steps.press('start');
    expect(steps.words()).toContain('can watch 2 game servers');
    expect(await watchesOf(crow)).toHaveLength(2);
    const again = await beginSetup(crow);
    expect(again.words()).toContain('can watch 2 game servers');
    expect(again.part('address')?.disabled).toBe(true);
  });

  it('is over an hour later, says so, and begins anew with a press', async () => {
    const crow = await startCrowsnest();
    const steps = await planned(crow);
    crow.clock.advance(3_600_001);
    await steps.press('start');
    expect(steps.words()).toContain('This set-up is over. Start again with </setup:');
    expect(await watchesOf(crow)).toEqual([]);
    await steps.press('another');
    expect(steps.words()).toContain('Which game server shall I watch?');
  });
});

describe('language and time zone', () => {
  it('count at once, and the status comes in that language', async () => {
    const crow = await startCrowsnest();
    const steps = await planned(crow);
    await steps.press('guild');
    await steps.choose('language', 'ru');
    await steps.choose('zone', 'Europe/Moscow');
    expect(steps.part('zone')?.options?.[0]).toMatchObject({
      value: 'Europe/Moscow',
      default: true,
    });
    await steps.press('back');
    expect(steps.words()).toContain('Русский');
    expect(steps.words()).toContain('Europe/Moscow (');
    await steps.press('start');
    expect(await crow.store.guilds.get(crow.guildId)).toMatchObject({
      language: 'ru',
      timeZone: 'Europe/Moscow',
    });
    expect(steps.words()).toContain('Watching');
    expect(crow.desk.watches.language(crow.guildId)).toBe('ru');
  });

  it('takes a zone that is typed, and says so when there is none of that name', async () => {
    const crow = await startCrowsnest();
    const steps = await beginSetup(crow);
    await steps.press('guild');
    await steps.typeZone('Mars/Olympus');
    expect(steps.words()).toContain('I know no time zone called `Mars/Olympus`');
    await steps.typeZone('asia/vladivostok');
    expect(steps.part('zone')?.options?.[0]?.value).toBe('Asia/Vladivostok');
    await steps.press('back');
    expect(steps.words()).toContain('Which game server');
    expect((await crow.store.guilds.get(crow.guildId)).timeZone).toBe('Asia/Vladivostok');
  });

  it('begins with the language that Discord says of the server', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.setLocale('pt-BR');
    const steps = await planned(crow, { locale: 'en-US' });
    expect(steps.words()).toContain('Português (Brasil)');
    await steps.press('start');
    expect(steps.words()).toContain('Watching Evening Payload');
    expect((await crow.store.guilds.get(crow.guildId)).language).toBe('pt-BR');
  });
});
