import { describe, expect, it } from 'vitest';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { arkSnapshot, offlineSnapshot, onlineSnapshot, player } from '#test/discord/pictures.ts';
import { foundDown } from './asking.ts';

const ADDRESS = '203.0.113.5:27015';

/** What Pip gets for a command in #general. */
async function ask(
  crow: Crowsnest,
  command: string,
  options: Record<string, string>,
  locale = 'en-US',
) {
  const asked = crow.discord.people.runCommand({
    as: 'pip',
    in: '#general',
    command,
    options,
    locale,
  });
  return asked.reply();
}

describe('/status', () => {
  it('shows a server that is up to everybody', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    const post = await ask(crow, '/status', { server: ADDRESS });
    expect(post.visibleTo).toBeNull();
    expect(post.message.embeds[0]).toMatchObject({ title: 'Evening Payload' });
    expect(post.message.embeds[0]?.description).toContain('Online');
    expectCalm(crow);
  });

  it('defers before it asks', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    const asked = crow.discord.people.runCommand({
      as: 'pip',
      in: '#general',
      command: '/status',
      options: { server: ADDRESS },
    });
    expect((await asked.acknowledged()).callback).toBe(5);
    await asked.reply();
  });

  it.each([
    ['!!! ???', /neither a host name nor an IP/],
    ['203.0.113.5:0', /Port 0/],
    ['203.0.113.5:70000', /no port `70000`/],
    ['203.0.113.5', /needs a port or a game/],
    ['169.254.10.20:27015', /relay address/],
  ])('explains %j to the asker alone, and asks nobody', async (server, words) => {
    const crow = await startCrowsnest();
    const post = await ask(crow, '/status', { server });
    expect(post.visibleTo).not.toBeNull();
    expect(post.message.embeds[0]?.description).toMatch(words);
    expectCalm(crow);
  });

  it.each([
    ['dns', 'nowhere.example:27015', /could not be resolved/],
    ['address-refused', '10.0.0.5:27015', /Not asked.*\n.*not allowed to ask/],
    ['timeout', '203.0.113.9:27015', /No answer from/],
  ] as const)('says why a server does not answer: %s', async (reason, server, words) => {
    const crow = await startCrowsnest();
    crow.servers.set(server, offlineSnapshot({ reason }));
    const { message } = await ask(crow, '/status', { server });
    expect(message.embeds[0]?.description).toMatch(words);
    expect(message.embeds[0]?.description).toContain(server);
  });

  it('tells what was last seen of a watched server that is silent', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    const options = { server: ADDRESS };
    const added = crow.discord.people.runCommand({
      as: 'ada',
      in: '#status',
      command: '/watch add',
      options,
    });
    await added.reply();
    crow.servers.set(ADDRESS, offlineSnapshot());
    const downSince = crow.clock.now() - 60_000;
    await foundDown(crow, downSince);
    const { message } = await ask(crow, '/status', options);
    expect(message.embeds[0]?.title).toBe('Evening Payload');
    const fields = JSON.stringify(message.embeds[0]?.fields);
    expect(fields).toContain('3/24 players');
    expect(fields).toContain('firewall');
    expect(message.embeds[0]?.description).toContain(`went down <t:${downSince / 1000}:R>`);
  });

  it('speaks to the asker in their language, to everybody in the guild’s', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    const alone = await ask(crow, '/status', { server: '203.0.113.5:0' }, 'ru');
    expect(alone.message.embeds[0]?.description).toContain('Порт 0');
    const all = await ask(crow, '/status', { server: ADDRESS }, 'ru');
    expect(all.message.embeds[0]?.description).toContain('Online');
    await crow.store.guilds.update(crow.guildId, (guild) => ({ ...guild, language: 'pt-BR' }));
    await crow.desk.watches.load(crow.guildId);
    const changed = await ask(crow, '/status', { server: ADDRESS });
    expect(JSON.stringify(changed.message.embeds)).toContain('Jogadores');
  });

  it('tells whoever is too fast to wait', async () => {
    const crow = await startCrowsnest({ lookupsPerMinute: 2 });
    crow.servers.set(ADDRESS, onlineSnapshot());
    await ask(crow, '/status', { server: ADDRESS });
    await ask(crow, '/status', { server: ADDRESS });
    const post = await ask(crow, '/status', { server: ADDRESS });
    expect(post.visibleTo).not.toBeNull();
    expect(post.message.content).toBe('Easy: try again in 60 seconds.');
    crow.clock.advance(61_000);
    expect((await ask(crow, '/status', { server: ADDRESS })).visibleTo).toBeNull();
  });

  it('is not answered again when the event comes twice', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    await ask(crow, '/status', { server: ADDRESS });
    crow.clock.advance(10_000);
    const packet = crow.discord.journal
      .entries()
      .flatMap((entry) => (entry.kind === 'packet' ? [entry.packet as { t?: string }] : []))
      .find((one) => one.t === 'INTERACTION_CREATE');
    const before = crow.discord.journal.requests('POST', /callback$/).length;
    crow.discord.gateway.send(packet ?? {});
    await expect.poll(() => crow.complaints.join()).toContain('too late or twice');
    expect(crow.discord.journal.requests('POST', /callback$/)).toHaveLength(before);
  });

  it('turns a fault of ours into words with a number that is in the log', async () => {
    const crow = await startCrowsnest();
    crow.desk.takeSnapshot = () => Promise.reject(new TypeError('a bug'));
    const { message } = await ask(crow, '/status', { server: ADDRESS });
    expect(message.content).toContain('That was my fault');
    const reference = /`(\d+)`/.exec(message.content)?.[1] ?? 'none';
    expect(crow.complaints.join()).toContain(reference);
    expect(crow.complaints.join()).toContain('a bug');
  });

  it('says so in plain words when Discord refuses the answer', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    crow.discord.faults.add(
      { route: 'PATCH /webhooks/:app/:token/messages/:message' },
      { kind: 'status', status: 400, code: 50035 },
    );
    const { message } = await ask(crow, '/status', { server: ADDRESS });
    expect(message.content).toContain('That was my fault');
  });
});

describe('autocompletion', () => {
  it('offers watched servers by name, and a look-up takes the choice', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    const added = crow.discord.people.runCommand({
      as: 'ada',
      in: '#status',
      command: '/watch add',
      options: { server: ADDRESS },
    });
    await added.reply();
    const choices = await crow.discord.people.typeOption({
      as: 'pip',
      in: '#general',
      command: '/status',
      option: 'server',
      text: 'payload',
    });
    expect(choices).toMatchObject([{ name: `Evening Payload (${ADDRESS})` }]);
    const { message } = await ask(crow, '/status', { server: String(choices[0]?.value) });
    expect(message.embeds[0]?.title).toBe('Evening Payload');
  });

  it('offers games, and never more than Discord takes', async () => {
    const crow = await startCrowsnest();
    const type = (text: string) =>
      crow.discord.people.typeOption({
        as: 'pip',
        in: '#general',
        command: '/players',
        option: 'game',
        text,
        options: { server: ADDRESS },
      });
    expect((await type('')).length).toBe(25);
    expect(await type('ark: survival ev')).toMatchObject([{ value: 'ase' }]);
    expect(await type('no such game')).toEqual([]);
    expectCalm(crow);
  });
});

describe('pages', () => {
  const crowded = onlineSnapshot({
    players: { online: 45, max: 64, bots: 0, connecting: null },
    roster: {
      state: 'complete',
      players: Array.from({ length: 45 }, (_, index) =>
        player(`P${index}`, { score: 100 - index }),
      ),
    },
  });

  async function firstPage(crow: Crowsnest) {
    crow.servers.set(ADDRESS, crowded);
    const { message } = await ask(crow, '/players', { server: ADDRESS });
    const buttons = message.components[0]?.components ?? [];
    return { message, buttons };
  }

  const press = (crow: Crowsnest, as: string, messageId: string, customId = '') =>
    crow.discord.people.click({ as, in: '#general', messageId, customId });

  /** Pip presses; gives the message when it says `words`. */
  async function turn(crow: Crowsnest, messageId: string, customId = '', words = '') {
    await press(crow, 'pip', messageId, customId).acknowledged();
    const shown = () =>
      crow.discord.people.messages('#general').find((post) => post.message.id === messageId);
    await expect.poll(() => shown()?.message.embeds[0]?.description).toContain(words);
    return shown()?.message;
  }

  it('of players are turned by whoever asked', async () => {
    const crow = await startCrowsnest();
    const { message, buttons } = await firstPage(crow);
    expect(buttons.map((button) => button.label)).toEqual(['◀', '1 / 3', '▶']);
    expect(message.embeds[0]?.description).toContain('`P19`');
    expect(message.embeds[0]?.description).not.toContain('`P20`');
    const turned = await turn(crow, message.id, buttons[2]?.custom_id, '`P20`');
    expect(turned?.components[0]?.components?.map((button) => button.disabled)).toEqual([
      false,
      true,
      false,
    ]);
    expectCalm(crow);
  });

  it('are not turned by somebody else, who is told why', async () => {
    const crow = await startCrowsnest();
    const { message, buttons } = await firstPage(crow);
    const asked = press(crow, 'ada', message.id, buttons[2]?.custom_id);
    await asked.acknowledged();
    await expect
      .poll(() => crow.discord.people.messages('#general', 'ada').at(-1)?.message.content)
      .toContain('can turn these pages');
    const [shown] = crow.discord.people.messages('#general');
    expect(shown?.message.embeds[0]?.description).toContain('`P0`');
    expect(crow.discord.people.notifications('pip')).toEqual([]);
  });

  it('say that the server went offline meanwhile, and lose their buttons', async () => {
    const crow = await startCrowsnest();
    const { message, buttons } = await firstPage(crow);
    crow.servers.set(ADDRESS, offlineSnapshot());
    const turned = await turn(crow, message.id, buttons[2]?.custom_id, 'No answer from');
    expect(turned?.components).toEqual([]);
  });

  it('show the last there is when the list grew shorter', async () => {
    const crow = await startCrowsnest();
    const { message, buttons } = await firstPage(crow);
    crow.servers.set(ADDRESS, onlineSnapshot());
    const turned = await turn(crow, message.id, buttons[2]?.custom_id, '`Ann`');
    expect(turned?.components).toEqual([]);
  });

  it('are too old when the button is none of ours any more', async () => {
    const crow = await startCrowsnest();
    const { message } = await firstPage(crow);
    for (const { components } of message.components) {
      for (const button of components ?? []) {
        button.custom_id = `page-${button.label}`;
      }
    }
    const asked = press(crow, 'pip', message.id, 'page-▶');
    await asked.acknowledged();
    await expect
      .poll(() => crow.discord.people.messages('#general', 'pip').at(-1)?.message.content)
      .toContain('too old');
  });

  it('are over when the server is no longer watched', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, crowded);
    const watch = (command: string, options: Record<string, string>) =>
      crow.discord.people.runCommand({ as: 'ada', in: '#status', command, options }).reply();
    await watch('/watch add', { server: ADDRESS });
    const [known] = (await crow.store.guilds.get(crow.guildId)).watches;
    const { message } = await ask(crow, '/players', { server: known?.id ?? '' });
    await watch('/watch remove', { server: ADDRESS });
    const on = message.components[0]?.components?.[2]?.custom_id;
    await press(crow, 'pip', message.id, on).acknowledged();
    await expect
      .poll(() => crow.discord.people.messages('#general', 'pip').at(-1)?.message.content)
      .toContain('no longer watched');
  });

  it('of the rules begin with what matters in ARK', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, arkSnapshot());
    const { message } = await ask(crow, '/rules', { server: ADDRESS });
    expect(message.embeds[0]?.fields?.[0]).toMatchObject({ name: 'World time', value: 'Day 140' });
  });
});
