import { describe, expect, it } from 'vitest';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import { emptyGuild } from '#store/guildDocument.ts';
import type { Post } from '#sandbox/discord/message.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { channelId, roleId } from '#test/sandbox/discord/harbour.ts';
import { incidentOf, personOf, wishOf } from '#test/store/examples.ts';
import { openListFinder } from '#test/snapshot/listFinder.ts';
import { ADDRESS, ask, OTHER_ADDRESS, watchesOf, watchServer } from './asking.ts';

/** The owner of the guild. */
const marlow = { as: 'marlow', in: '#status' };

const wordsOf = ({ message }: Post): string =>
  [message.content, message.embeds[0]?.title, message.embeds[0]?.description]
    .filter(Boolean)
    .join('\n');

type File = Record<string, unknown> & { watches: Record<string, unknown>[] };

async function fileOf({ message }: Post): Promise<File> {
  const [attachment] = message.attachments;
  expect(attachment?.filename).toMatch(/^crowsnest-[a-z0-9-]+\.json$/);
  return JSON.parse(await (await fetch(attachment?.url ?? '')).text());
}

async function exported(crow: Crowsnest): Promise<File> {
  const { people } = crow.discord;
  return fileOf(await people.runCommand({ ...marlow, command: '/config export' }).reply());
}

function give(crow: Crowsnest, file: unknown, filename = 'set-up.json'): string {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  return crow.discord.people.upload({ filename, bytes: Buffer.from(text) }).id;
}

async function imported(crow: Crowsnest, file: unknown, locale = 'en-US'): Promise<Post> {
  const options = { file: give(crow, file) };
  const { people } = crow.discord;
  return people.runCommand({ ...marlow, locale, command: '/config import', options }).reply();
}

/** Presses the button with this label and waits for these words. */
async function press(crow: Crowsnest, post: Post, label: string, words: string): Promise<Post> {
  const rows = post.message.components as { components: { label: string; custom_id: string }[] }[];
  const button = rows[0]?.components.find((one) => one.label === label);
  const messageId = post.message.id;
  crow.discord.people.click({ ...marlow, messageId, customId: button?.custom_id ?? '' });
  await expect.poll(() => wordsOf(post)).toContain(words);
  return post;
}

const doIt = (crow: Crowsnest, post: Post) => press(crow, post, 'Do it', 'where they belong');

async function setUp(crow: Crowsnest): Promise<void> {
  await watchServer(crow);
  await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
  const server = ADDRESS;
  await ask(crow, '/watch edit', {
    server,
    name: 'Ours',
    role: 'Watchmen',
    joins: 'first',
    grace: '5m',
  });
  await ask(crow, '/alerts add players', { server, at_least: 6, role: 'Watchmen' });
  await ask(crow, '/alerts add player', { server, name: '*Nova*' });
  await ask(crow, '/maintenance repeat', {
    server,
    cron: '0 6 * * *',
    minutes: 30,
    time_zone: 'Europe/Berlin',
  });
  await ask(crow, '/quiet-hours set', {
    server,
    from: '22:00',
    to: '08:00',
    time_zone: 'Europe/Berlin',
  });
}

describe('/config export', () => {
  it('gives all that people decided, with names beside the ids, and nothing else', async () => {
    const crow = await startCrowsnest();
    await setUp(crow);
    const { people } = crow.discord;
    const post = await people.runCommand({ ...marlow, command: '/config export' }).reply();
    expect(wordsOf(post)).toContain('2 watched servers');
    expect(post.visibleTo).not.toBeNull();
    const status = { id: channelId(crow.discord, 'status'), name: 'status' };
    const role = { id: roleId(crow.discord, 'Watchmen'), name: 'Watchmen' };
    const [first] = await watchesOf(crow);
    expect(await fileOf(post)).toMatchObject({
      crowsnest: 1,
      guild: { id: crow.guildId },
      language: null,
      watches: [
        {
          id: first?.id,
          server: ADDRESS,
          label: 'Ours',
          channel: status,
          notices: { name: 'alerts' },
          role,
          joins: 'first',
          graceMs: 300_000,
          thresholds: [{ atLeast: 6, role }],
          namedPlayers: [{ pattern: '*Nova*', role: null }],
          maintenance: [{ cron: '0 6 * * *', timeZone: 'Europe/Berlin', minutes: 30 }],
          quietHours: { from: '22:00', to: '08:00' },
        },
        { server: OTHER_ADDRESS, label: null },
      ],
    });
    const text = JSON.stringify(await fileOf(post));
    for (const secret of [first?.message?.id, 'message', 'trouble', 'hash', 'created']) {
      expect(text).not.toContain(secret);
    }
    expectCalm(crow);
  });

  it('is for administrators', async () => {
    const crow = await startCrowsnest();
    expect(() =>
      crow.discord.people.runCommand({ as: 'ada', in: '#status', command: '/config export' }),
    ).toThrow(/permissions/);
  });
});

describe('/config import', () => {
  it('has nothing to do with what was just exported', async () => {
    const crow = await startCrowsnest();
    await setUp(crow);
    const before = await watchesOf(crow);
    const post = await imported(crow, await exported(crow));
    expect(wordsOf(post)).toContain('nothing to do');
    expect(post.message.components).toEqual([]);
    expect(await watchesOf(crow)).toEqual(before);
    expectCalm(crow);
  });

  it('shows what would change, does it when told, and keeps the messages of what stays', async () => {
    const crow = await startCrowsnest();
    await setUp(crow);
    await watchServer(crow, '203.0.113.7:27015', 'Noon Payload');
    const before = await watchesOf(crow);
    const file = await exported(crow);
    const [ours, morning] = file.watches;
    crow.servers.set('203.0.113.9:27015', onlineSnapshot({ name: 'Night Payload' }));
    const post = await imported(crow, {
      ...file,
      watches: [
        { ...ours, restarts: true, role: null },
        morning,
        { server: '203.0.113.9:27015', label: 'The new one', channel: { name: 'general' } },
      ],
    });
    const words = wordsOf(post);
    expect(words).toContain('1 added, 1 changed, 1 removed, 1 unchanged');
    expect(words).toContain('➕ The new one');
    expect(words).toMatch(/✏️ Ours .*: (role to ping, restarts|restarts, role to ping)/);
    expect(words).toContain('➖ Noon Payload');
    expect(words).toContain('Stays as it is: Morning Payload');
    expect(await watchesOf(crow)).toEqual(before);

    expect(wordsOf(await doIt(crow, post))).toContain('1 added, 1 changed, 1 removed');
    const after = await watchesOf(crow);
    expect(after).toMatchObject([
      { id: before[0]?.id, message: { id: before[0]?.message?.id }, restarts: true, roleId: null },
      before[1] ?? {},
      { label: 'The new one', channelId: channelId(crow.discord, 'general') },
    ]);
    const [posted] = crow.discord.people.pins('#general');
    expect(posted?.embeds[0]?.title).toBe('The new one');
    expect(after[2]?.message?.id).toBe(posted?.id);
    const left = crow.discord.people.messages('#status').map(({ message }) => message.id);
    expect(left).toEqual([before[0]?.message?.id, before[1]?.message?.id]);
    expect(await fileOf(post)).toMatchObject({
      watches: [{ restarts: false }, {}, { server: '203.0.113.7:27015' }],
    });
    expectCalm(crow);
  });

  it('leaves it when told so', async () => {
    const crow = await startCrowsnest();
    await setUp(crow);
    const file = await exported(crow);
    const before = await watchesOf(crow);
    const post = await imported(crow, { ...file, watches: [] });
    await press(crow, post, 'Leave it', 'Nothing was changed');
    expect(post.message.attachments).toEqual([]);
    expect(await watchesOf(crow)).toEqual(before);
    expectCalm(crow);
  });

  it('shows it anew when the set-up was changed in between', async () => {
    const crow = await startCrowsnest();
    await setUp(crow);
    const post = await imported(crow, { ...(await exported(crow)), watches: [] });
    await watchServer(crow, '203.0.113.7:27015', 'Noon Payload');
    const again = await press(crow, post, 'Do it', 'changed meanwhile');
    expect(wordsOf(again)).toContain('3 removed');
    expect(await watchesOf(crow)).toHaveLength(3);
    await doIt(crow, again);
    expect(await watchesOf(crow)).toEqual([]);
    expect(crow.discord.people.messages('#status')).toEqual([]);
    expectCalm(crow);
  });

  it('finds channels and roles of another Discord server by their names, and says so', async () => {
    const crow = await startCrowsnest();
    await setUp(crow);
    const text = JSON.stringify(await exported(crow));
    const foreign = text.replaceAll(/"\d{17,20}"/g, (id) => `"9${id.slice(2)}`);
    const { watches } = JSON.parse(foreign) as File;
    await wiped(crow);
    const post = await imported(crow, foreign);
    const words = wordsOf(post);
    expect(words).toContain('another Discord server');
    expect(words).toContain(`\`status\` → <#${channelId(crow.discord, 'status')}>`);
    expect(words).toContain(`\`Watchmen\` → <@&${roleId(crow.discord, 'Watchmen')}>`);
    await doIt(crow, post);
    expect(await watchesOf(crow)).toMatchObject([
      {
        id: watches[0]?.id,
        channelId: channelId(crow.discord, 'status'),
        roleId: roleId(crow.discord, 'Watchmen'),
      },
      { id: watches[1]?.id },
    ]);
    expect(crow.discord.people.pins('#status')).toHaveLength(2);
    expectCalm(crow);
  });

  it('brings boards with their order and look', async () => {
    const crow = await startCrowsnest();
    await setUp(crow);
    await ask(crow, '/board make', { channel: 'status', style: 'compact', title: 'Ours' });
    await ask(crow, '/board order', { server: 'Morning Payload', place: 'top' });
    const file = await exported(crow);
    expect(wordsOf(await imported(crow, file))).toContain('nothing to do');
    await wiped(crow);
    expect(crow.discord.people.messages('#status')).toEqual([]);
    await doIt(crow, await imported(crow, file));
    const [board] = crow.discord.people.pins('#status');
    expect(board?.embeds[0]?.title).toContain('Ours');
    expect(await exported(crow)).toEqual({ ...file, exportedAt: expect.anything() });
    expectCalm(crow);
  });

  it('brings followed lists back, and takes one whose channel is gone by now', async () => {
    const { finder } = await openListFinder({
      takeSnapshot: async () => offlineSnapshot(),
      steamKey: null,
      now: Date.now,
    });
    const crow = await startCrowsnest({ finder });
    const places = { channel: 'general', notices: 'alerts', role: 'Watchmen' };
    expect(await ask(crow, '/follow add', { source: 'openmp', ...places })).toContain('open.mp');
    const followsOf = async () => (await crow.store.guilds.get(crow.guildId)).follows;
    const [before] = await followsOf();
    const file = await exported(crow);
    await wiped(crow);
    expect(await followsOf()).toEqual([]);

    await doIt(crow, await imported(crow, file));
    crow.clock.advance(5 * 60_000);
    await crow.monitor.round();
    const [after] = await followsOf();
    expect(after).toEqual({ ...before, message: after?.message });
    const posted = crow.discord.people.messages('#general').map(({ message }) => message.id);
    expect(posted).toEqual([after?.message?.id]);

    crow.discord.people.deleteChannel('alerts');
    await expect
      .poll(() => crow.gateway.channelThere(crow.guildId, before?.noticeChannelId ?? ''))
      .toBeNull();
    expect(wordsOf(await imported(crow, await exported(crow)))).toContain('nothing to do');
    expectCalm(crow);
  });

  it('says which new servers are silent and what is missing in channels, and takes them all the same', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.setOverwrite('general', { for: 'bot', deny: ['EMBED_LINKS'] });
    const post = await imported(crow, {
      crowsnest: 1,
      watches: [{ server: ADDRESS, channel: { name: '#General' } }],
    });
    expect(wordsOf(post)).toContain(
      `No answer right now, but taken all the same: ${ADDRESS.replaceAll('.', '\\.')}`.slice(0, 45),
    );
    expect(wordsOf(post)).toContain('I am missing: **Embed Links**');
    await doIt(crow, post);
    expect(await watchesOf(crow)).toMatchObject([{ trouble: { kind: 'permission' } }]);
  });
});

async function wiped(
  crow: Crowsnest,
  name = crow.discord.state.guilds.get(crow.guildId)?.name ?? '',
): Promise<Post> {
  const { people } = crow.discord;
  const asked = people.runCommand({ ...marlow, command: '/config wipe' });
  await asked.modal();
  return people.submitModal({ ...marlow, from: asked, values: { name } }).reply();
}

describe('/config wipe', () => {
  it('deletes everything when the name was typed, tells what that was, and gives a copy', async () => {
    const crow = await startCrowsnest();
    await setUp(crow);
    crow.discord.people.say({ as: 'pip', in: '#status', text: 'hello' });
    const before = await exported(crow);
    const post = await wiped(crow);
    for (const words of ['2 watched servers', '2 alerts', '1 planned work', '2 status messages']) {
      expect(wordsOf(post)).toContain(words);
    }
    expect(await crow.store.guilds.get(crow.guildId)).toEqual(emptyGuild(crow.guildId));
    const left = crow.discord.people.messages('#status').map(({ message }) => message.content);
    expect(left).toEqual(['hello']);
    expect(await ask(crow, '/watch list')).toContain('Nothing is watched');
    expect(wordsOf(await wiped(crow))).toContain('nothing to delete');
    const copy = await fileOf(post);
    expect(copy.watches).toEqual(before.watches);
    await doIt(crow, await imported(crow, copy));
    expect(crow.discord.people.pins('#status')).toHaveLength(2);
    expectCalm(crow);
  });

  it('leaves nothing of people, outages and servers of this place, also of those taken out before', async () => {
    const crow = await startCrowsnest();
    const { store, guildId, clock } = crow;
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    await crow.monitor.round();
    clock.advance(6 * 60_000);
    await crow.monitor.round();
    const [watch, other] = await watchesOf(crow);
    const keys = [watch, other]
      .map((one) => one && serverKey(targetOf(one)))
      .filter((key) => key !== undefined);
    for (const server of keys) {
      const watches = [{ guildId, watchId: watch?.id ?? '' }];
      await store.incidents.put(incidentOf({ server, watches, until: 1 }));
    }
    const whose = { personId: personOf().personId, guildId };
    await crow.monitor.wishes.change(whose, () =>
      personOf({ guildId, wishes: [wishOf({ watchId: watch?.id ?? '' })] }),
    );
    await ask(crow, '/watch remove', { server: OTHER_ADDRESS });
    const traces = async () => {
      const incidents = await Promise.all(keys.map((key) => store.incidents.of(key)));
      const today = new Date(clock.now()).toISOString().slice(0, 10);
      return {
        people: (await store.people.all()).length,
        incidents: incidents.flat().length,
        history: await store.history.serversOn(today),
        servers: (await Promise.all(keys.map((key) => store.servers.get(key)))).filter(Boolean)
          .length,
      };
    };
    expect(await traces()).toMatchObject({ people: 1, incidents: 2, history: [...keys].sort() });

    const words = wordsOf(await wiped(crow));
    expect(words).toContain('1 request for direct messages, the history of 2 servers');
    await crow.monitor.settled();
    expect(await traces()).toEqual({ people: 0, incidents: 0, history: [], servers: 0 });
    await crow.monitor.wishes.change(whose, () =>
      personOf({ guildId, wishes: [wishOf({ watchId: 'gone1' })] }),
    );
    expect(wordsOf(await wiped(crow))).toContain('1 request for direct messages');
    expect(wordsOf(await wiped(crow))).toContain('nothing to delete');
    expectCalm(crow);
  });

  it('deletes nothing when another name was typed', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    expect(wordsOf(await wiped(crow, 'harbor'))).toContain('Nothing was deleted');
    expect(await watchesOf(crow)).toHaveLength(1);
    expectCalm(crow);
  });
});

describe('a file that will not do', () => {
  const watch = { server: ADDRESS, channel: { name: 'status' } };
  const setUpOf = (...watches: object[]) => ({ crowsnest: 1, watches });
  it('changes nothing, and what is wrong is said', async () => {
    const crow = await startCrowsnest();
    await setUp(crow);
    const before = await watchesOf(crow);
    const post = await imported(crow, '{\n "crowsnest": 1,\n}');
    for (const words of ['This file will not do', 'line 3, column 1', 'Nothing was changed']) {
      expect(wordsOf(post)).toContain(words);
    }
    expect(post.message.components).toEqual([]);
    expect(await watchesOf(crow)).toEqual(before);
    expectCalm(crow);
  });

  it('asks an address that the policy refuses', async () => {
    const crow = await startCrowsnest();
    crow.servers.set('10.0.0.5:27015', offlineSnapshot({ reason: 'address-refused' }));
    const post = await imported(crow, setUpOf({ ...watch, server: '10.0.0.5:27015' }));
    expect(wordsOf(post)).toContain('not allowed to ask');
    expect(post.message.components).toEqual([]);
  });

  it('is too large, or can not be fetched', async () => {
    const crow = await startCrowsnest();
    expect(wordsOf(await imported(crow, ' '.repeat(513 * 1024)))).toContain('512 KB at most');
    const options = { file: give(crow, '{}') };
    crow.discord.state.files.clear();
    const asked = crow.discord.people.runCommand({ ...marlow, command: '/config import', options });
    expect(wordsOf(await asked.reply())).toContain('could not get the file');
  });
});
