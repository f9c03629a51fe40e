import { Client, GatewayIntentBits } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { channelOf, logIn, openHarbour } from './harbour.ts';

type Packet = { op: number; d: unknown; s: number | null; t: string | null };

/** A gateway client with nothing of its own: sends what it is told and keeps what comes. */
async function dial(discord: LocalDiscord) {
  const socket = new WebSocket(`${discord.url.replace('http', 'ws')}/?v=10&encoding=json`);
  onTestFinished(() => socket.terminate());
  const packets: Packet[] = [];
  socket.on('message', (data) => packets.push(JSON.parse(String(data))));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  const send = (packet: object | string) =>
    socket.send(typeof packet === 'string' ? packet : JSON.stringify(packet));
  const identify = (change: object = {}) =>
    send({
      op: 2,
      d: { token: discord.token, intents: 1, properties: {}, shard: [0, 1], ...change },
    });
  const next = async (fits: (packet: Packet) => boolean) => {
    await expect.poll(() => packets.some(fits)).toBe(true);
    const found = packets.find(fits);
    if (found === undefined) {
      throw new Error('the packet is gone');
    }
    return found;
  };
  return { socket, packets, closed, send, identify, next };
}

test('hello comes first, READY is number 1, the guilds follow, heartbeats are answered', async () => {
  const { discord } = await openHarbour();
  const line = await dial(discord);
  line.identify();
  await line.next(({ t }) => t === 'GUILD_CREATE');
  line.send({ op: 1, d: 2 });
  await line.next(({ op }) => op === 11);
  expect(line.packets.map(({ op, t, s }) => [op, t, s])).toEqual([
    [10, null, null],
    [0, 'READY', 1],
    [0, 'GUILD_CREATE', 2],
    [11, null, null],
  ]);
});

test.for([
  ['a wrong token', { op: 2, d: { token: 'x', intents: 1 } }, 4004],
  ['an intent bit that does not exist', { intents: 1 << 30 }, 4013],
  ['a privileged intent without consent', { intents: 1 << 15 }, 4014],
  ['a shard outside its count', { shard: [1, 1] }, 4010],
  ['an op before identify', { op: 3, d: {} }, 4003],
  ['an unknown op', { op: 77, d: {} }, 4001],
  ['no JSON', 'not json', 4002],
  ['a packet over 4096 bytes', { op: 1, d: 'x'.repeat(5000) }, 4002],
] as const)('%s closes the connection', async ([, packet, code]) => {
  const { discord } = await openHarbour();
  const line = await dial(discord);
  if (typeof packet === 'string' || 'op' in packet) {
    line.send(packet);
  } else {
    line.identify(packet);
  }
  expect(await line.closed).toBe(code);
});

test('a second identify on one connection closes it with 4005', async () => {
  const { discord } = await openHarbour();
  const line = await dial(discord);
  line.identify();
  await line.next(({ t }) => t === 'READY');
  line.identify();
  expect(await line.closed).toBe(4005);
});

test('more than 120 packets in a minute close the connection with 4008; a minute later they are forgotten', async () => {
  const { discord, clock } = await openHarbour();
  const line = await dial(discord);
  line.identify();
  for (let count = 0; count < 119; count += 1) {
    line.send({ op: 1, d: null });
  }
  await expect.poll(() => line.packets.filter(({ op }) => op === 11).length).toBe(119);
  clock.advance(60_001);
  for (let count = 0; count < 121; count += 1) {
    line.send({ op: 1, d: null });
  }
  expect(await line.closed).toBe(4008);
  expect(line.packets.filter(({ op }) => op === 11)).toHaveLength(119 + 120);
});

test('with limits on, identifies need 5 s between them', async () => {
  const { discord, clock } = await openHarbour({ rateLimits: 'observed' });
  const first = await dial(discord);
  first.identify();
  await first.next(({ t }) => t === 'READY');
  const second = await dial(discord);
  second.identify();
  expect((await second.next(({ op }) => op === 9)).d).toBe(false);
  clock.advance(5000);
  second.identify();
  await second.next(({ t }) => t === 'READY');
});

test('resume: what was missed comes in order with its old numbers, then RESUMED', async () => {
  const { discord } = await openHarbour();
  const first = await dial(discord);
  first.identify();
  const ready = await first.next(({ t }) => t === 'READY');
  await first.next(({ t }) => t === 'GUILD_CREATE');
  const { session_id } = ready.d as { session_id: string };
  first.socket.terminate();
  await expect.poll(() => discord.gateway.connected()).toBe(false);
  discord.people.renameChannel('#status', 'one');
  discord.people.renameChannel('one', 'two');

  const second = await dial(discord);
  second.send({ op: 6, d: { token: discord.token, session_id, seq: 2 } });
  await second.next(({ t }) => t === 'RESUMED');
  const replayed = second.packets.filter(({ op }) => op === 0);
  expect(replayed.map(({ t, s }) => [t, s])).toEqual([
    ['CHANNEL_UPDATE', 3],
    ['CHANNEL_UPDATE', 4],
    ['RESUMED', 5],
  ]);
  expect(replayed.map(({ d }) => (d as { name?: string }).name)).toEqual(['one', 'two', undefined]);
});

test('an unknown session gets op 9 false, a number from the future 4007', async () => {
  const { discord } = await openHarbour();
  const stranger = await dial(discord);
  stranger.send({ op: 6, d: { token: discord.token, session_id: 'no', seq: 1 } });
  expect((await stranger.next(({ op }) => op === 9)).d).toBe(false);

  const first = await dial(discord);
  first.identify();
  const ready = await first.next(({ t }) => t === 'READY');
  const { session_id } = ready.d as { session_id: string };
  const second = await dial(discord);
  second.send({ op: 6, d: { token: discord.token, session_id, seq: 99 } });
  expect(await second.closed).toBe(4007);
});

test('guilds go to their own shard, and so do their interactions', async () => {
  const { discord } = await openHarbour();
  const [guild] = discord.state.guilds.values();
  const home = Number((BigInt(guild?.id ?? 0) >> 22n) % 2n);
  const shards = await Promise.all([dial(discord), dial(discord)]);
  for (const [id, line] of shards.entries()) {
    line.identify({ shard: [id, 2] });
  }
  await shards[home]?.next(({ t }) => t === 'GUILD_CREATE');
  await shards[1 - home]?.next(({ t }) => t === 'READY');
  expect(shards[1 - home]?.packets.some(({ t }) => t === 'GUILD_CREATE')).toBe(false);
});

test.for([
  ['op 7', (discord: LocalDiscord) => discord.gateway.askReconnect()],
  ['op 9 true', (discord: LocalDiscord) => discord.gateway.invalidate(true)],
  ['a TCP drop', (discord: LocalDiscord) => discord.gateway.drop()],
  ['close 4000', (discord: LocalDiscord) => discord.gateway.close(4000)],
  ['close 4009', (discord: LocalDiscord) => discord.gateway.close(4009)],
] as const)('discord.js resumes after %s and misses nothing', async ([, disturb]) => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const resumed = new Promise((resolve) => client.once('shardResume', resolve));
  disturb(discord);
  discord.people.renameChannel('#status', 'renamed-meanwhile');
  await resumed;
  await expect.poll(() => channelOf(client, 'renamed-meanwhile').id).toBeTruthy();
  const identifies = discord.journal
    .entries()
    .filter((entry) => entry.kind === 'packet' && (entry.packet as Packet | null)?.op === 2);
  expect(identifies).toHaveLength(1);
});

test('discord.js starts a new session after close 4007, when its own 5 s between identifies are over', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const [before] = discord.gateway.sessions();
  const again = new Promise((resolve) => client.once('shardReady', resolve));
  discord.gateway.close(4007);
  await again;
  const [after] = discord.gateway.sessions();
  expect(discord.gateway.sessions()).toHaveLength(1);
  expect(after?.id).not.toBe(before?.id);
});

test('heartbeats without an answer: discord.js takes the connection for dead and resumes', async () => {
  const { discord } = await openHarbour({ heartbeatIntervalMs: 40 });
  const client = await logIn(discord);
  discord.faults.gateway.ignoreHeartbeats = true;
  const resumed = new Promise((resolve) => client.once('shardResume', resolve));
  await expect.poll(() => discord.journal.explain()).toContain('closed: 4200');
  discord.faults.gateway.ignoreHeartbeats = false;
  await resumed;
});

test('a web page cannot play the bot: connections with an Origin are refused', async () => {
  const { discord } = await openHarbour();
  const socket = new WebSocket(discord.url.replace('http', 'ws'), { origin: 'https://a.example' });
  const refused = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(false));
    socket.once('error', () => resolve(true));
  });
  expect(refused).toBe(true);
});

test('a server heartbeat is answered at once', async () => {
  const { discord } = await openHarbour();
  await logIn(discord);
  discord.gateway.askHeartbeat();
  await expect.poll(() => discord.journal.explain()).toMatch(/from bot {"op":1/);
});

test('close 4004 after READY: the client is left without a gateway and says so', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  client.on('error', () => {});
  client.on('shardError', () => {});
  const gone = new Promise<number>((resolve) =>
    client.once('shardDisconnect', (event) => resolve(event.code)),
  );
  discord.gateway.close(4004);
  expect(await gone).toBe(4004);
});

test('refused connections: discord.js tries on and resumes when it may', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const resumed = new Promise((resolve) => client.once('shardResume', resolve));
  discord.faults.gateway.refuseConnections = true;
  discord.gateway.drop();
  await new Promise((resolve) => client.once('shardReconnecting', resolve));
  discord.faults.gateway.refuseConnections = false;
  await resumed;
});

test('a replay can come twice: the same interaction reaches the client two times', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
  const seen: string[] = [];
  client.on('interactionCreate', (interaction) => {
    seen.push(interaction.id);
  });
  discord.faults.gateway.replayTwice = 1;
  discord.gateway.drop();
  await expect.poll(() => discord.gateway.connected()).toBe(false);
  const { interaction } = discord.people.runCommand({
    as: 'pip',
    in: '#general',
    command: '/ping',
  });
  await expect.poll(() => seen).toEqual([interaction.id, interaction.id]);
});

test('an outage takes the guild away and gives it back; a removal is told apart', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const events: string[] = [];
  client.on('guildUnavailable', () => events.push('unavailable'));
  client.on('guildAvailable', () => events.push('available'));
  client.on('guildDelete', () => events.push('removed'));
  client.on('guildCreate', () => events.push('invited'));
  discord.people.setAvailable(false);
  discord.people.setAvailable(true);
  discord.people.removeBot();
  discord.people.inviteBot();
  await expect.poll(() => events).toEqual(['unavailable', 'available', 'removed', 'invited']);
});

test('roles, time-outs, threads and channels: each change has its event', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const events: string[] = [];
  client.on('roleUpdate', (_, role) => events.push(`role ${role.mentionable}`));
  client.on('guildMemberUpdate', (_, member) =>
    events.push(`member ${member.isCommunicationDisabled()}`),
  );
  client.on('threadUpdate', (_, thread) =>
    events.push(`thread ${thread.archived} ${thread.locked}`),
  );
  client.on('channelCreate', (channel) => events.push(`new ${channel.name}`));
  client.on('channelDelete', () => events.push('deleted'));
  client.on('threadDelete', () => events.push('thread deleted'));
  discord.people.setRole('Captains', { mentionable: true });
  discord.people.timeOut(client.user.id, Date.now() + 600_000);
  discord.people.setThread('night watch', { archived: true, locked: true });
  discord.people.createChannel('fresh');
  discord.people.deleteChannel('fresh');
  discord.people.deleteChannel('night watch');
  await expect
    .poll(() => events)
    .toEqual([
      'role true',
      'member true',
      'thread true true',
      'new fresh',
      'deleted',
      'thread deleted',
    ]);
});

test('a foreign member changing is nothing for a bot with the Guilds intent', async () => {
  const { discord } = await openHarbour();
  await logIn(discord);
  discord.people.setMemberRoles('pip', []);
  expect(discord.journal.explain()).toContain('GUILD_MEMBER_UPDATE not sent');
});

test('a session that said goodbye (1000) is over', async () => {
  const { discord } = await openHarbour();
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: discord.apiUrl },
  });
  await client.login(discord.token);
  await client.destroy();
  await expect.poll(() => discord.gateway.sessions()).toEqual([]);
});
