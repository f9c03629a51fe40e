import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { createGamedigClient, type GamedigClient } from '#query/askGamedig.ts';
import { readGamedigAnswer } from '#query/gamedigAnswer.ts';
import { QueryError } from '#query/queryError.ts';
import { fromGamedig } from '#snapshot/fromGamedig.ts';
import type { Game } from '#snapshot/game.ts';
import { findGame } from '#snapshot/games.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) {
    one.close();
  }
});

const game = (id: string): Game => {
  const row = findGame(id);
  if (row === null) {
    throw new Error(`no row ${id}`);
  }
  return row;
};
const target = (id: string, port: number) => ({ host: 'play.example.com', port, game: id });

/** A Quake III server: text after FFFFFFFF, one line a player. */
async function quake3Server(reply: string, heard: string[] = []): Promise<number> {
  const socket: Socket = createSocket('udp4');
  open.push(socket);
  socket.on('message', (datagram, from) => {
    heard.push(datagram.toString('latin1'));
    socket.send(Buffer.from(`\xff\xff\xff\xff${reply}`, 'latin1'), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket.address().port;
}

function client(query?: Parameters<typeof createGamedigClient>[0]): GamedigClient {
  const made = createGamedigClient(query);
  open.push(made);
  return made;
}

const ask = (gamedig: GamedigClient, type: string, port: number, timeoutMs = 2_000) =>
  gamedig.ask({
    type,
    address: '127.0.0.1',
    port,
    timeoutMs,
    signal: new AbortController().signal,
  });

async function faultOf(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof QueryError ? error.kind : `not a QueryError: ${error}`;
}

describe('a game of another protocol, over a real socket', () => {
  it('becomes the same Snapshot as every other game', async () => {
    const port = await quake3Server(
      'statusResponse\n\\sv_hostname\\^1Q3 ^7Arena\\mapname\\q3dm17\\sv_maxclients\\16\\version\\Q3 1.32\\fraglimit\\20\n' +
        '12 48 "^2Sarge"\n-1 30 "Doom"\n',
    );
    const answer = await ask(client(), 'q3a', port);
    const snapshot = fromGamedig(answer, game('q3a'), target('q3a', port));
    expect(snapshot).toMatchObject({
      state: 'online',
      protocol: 'q3a',
      name: 'Q3 Arena',
      map: 'q3dm17',
      version: 'Q3 1.32',
      players: { online: 2, max: 16, bots: null, connecting: null },
      roster: {
        state: 'complete',
        players: [
          { name: 'Sarge', score: 12, seconds: null, ping: 48 },
          { name: 'Doom', score: -1, seconds: null, ping: 30 },
        ],
      },
      password: null,
    });
    expect(snapshot.rules.values.fraglimit).toBe('20');
  });

  it('is asked at the port given and nowhere else', async () => {
    const heard: string[] = [];
    const port = await quake3Server('statusResponse\n\\hostname\\x\n', heard);
    await ask(client(), 'q3a', port);
    expect(heard).toEqual(['\xff\xff\xff\xffgetstatus\0']);
  });

  it('that keeps silent is a timeout within the deadline', async () => {
    const socket = createSocket('udp4');
    open.push(socket);
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const since = performance.now();
    expect(await faultOf(ask(client(), 'q3a', socket.address().port, 400))).toBe('timeout');
    expect(performance.now() - since).toBeLessThan(900);
  });

  it('that answers rubbish is no crash', async () => {
    const port = await quake3Server('statusResponse\n\\a');
    const answer = await ask(client(), 'q3a', port);
    expect(fromGamedig(answer, game('q3a'), target('q3a', port)).state).toBe('online');
  });

  it('that nobody runs over TCP is refused', async () => {
    expect(await faultOf(ask(client(), 'gta5f', 1, 1_000))).toMatch(/refused|timeout/);
  });
});

describe('what gamedig does wrong stays outside', () => {
  it('gives each call options of its own, numeric address only, no port cache (spec a2s case 142)', async () => {
    const seen: Record<string, unknown>[] = [];
    const gamedig = client(async (options) => {
      seen.push({ ...options });
      options.port = 1;
      return {};
    });
    await ask(gamedig, 'minecraft', 25565);
    await ask(gamedig, 'minecraft', 25566);
    expect(seen.map((options) => options.port)).toEqual([25565, 25566]);
    for (const options of seen) {
      expect(options).toMatchObject({
        address: '127.0.0.1',
        host: '127.0.0.1',
        givenPortOnly: true,
        portCache: false,
      });
    }
  });

  it('turns whatever it throws into a reason', async () => {
    const failing = (error: unknown) =>
      ask(
        client(() => Promise.reject(error)),
        'minecraft',
        25565,
      );
    expect(await faultOf(failing(new TypeError('x is undefined')))).toBe('bad-reply');
    expect(await faultOf(failing(new Error('UDP - Timed out after 2000ms')))).toBe('timeout');
    expect(await faultOf(failing(new Error('TCP Connection Refused')))).toBe('refused');
    expect(await faultOf(failing(new Error('No protocols succeeded')))).toBe('timeout');
    expect(await faultOf(failing('a string'))).toBe('timeout');
  });

  it('tries again after silence, inside the same deadline', async () => {
    const budgets: unknown[] = [];
    const gamedig = client((options) => {
      budgets.push(options.attemptTimeout);
      return budgets.length === 1
        ? Promise.reject(new Error('UDP - Timed out after 500ms'))
        : Promise.resolve({ name: 'second try' });
    });
    expect(await ask(gamedig, 'q3a', 1, 1_000)).toMatchObject({ name: 'second try' });
    expect(budgets[0]).toBe(1_000);
    expect(Number(budgets[1])).toBeLessThanOrEqual(1_000);
  });

  it('does not insist where it was refused', async () => {
    let tries = 0;
    const gamedig = client(() => {
      tries += 1;
      return Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:1'));
    });
    expect(await faultOf(ask(gamedig, 'minecraft', 1))).toBe('refused');
    expect(tries).toBe(1);
  });

  it('ends a query that never settles at the deadline', async () => {
    expect(
      await faultOf(
        ask(
          client(() => new Promise(() => {})),
          'minecraft',
          25565,
          200,
        ),
      ),
    ).toBe('timeout');
  });

  it('asks one server once at a time, others meanwhile', async () => {
    const order: string[] = [];
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const gamedig = client(async ({ port }) => {
      order.push(`begin ${port}`);
      await gates[port === 1 ? 0 : 1]?.promise;
      order.push(`end ${port}`);
      return {};
    });
    const all = [ask(gamedig, 'q3a', 1), ask(gamedig, 'q3a', 1), ask(gamedig, 'q3a', 2)];
    gates[1]?.resolve();
    await all[2];
    gates[0]?.resolve();
    await Promise.all(all);
    expect(order).toEqual(['begin 1', 'begin 2', 'end 2', 'end 1', 'begin 1', 'end 1']);
  });

  it('stops waiting when the caller goes away', async () => {
    const caller = new AbortController();
    const asked = client(() => new Promise(() => {})).ask({
      type: 'q3a',
      address: '127.0.0.1',
      port: 1,
      timeoutMs: 60_000,
      signal: caller.signal,
    });
    caller.abort();
    expect(await faultOf(asked)).toBe('aborted');
  });

  it('says that it cannot ask over IPv6', async () => {
    const gamedig = client(() => Promise.resolve({}));
    const asked = gamedig.ask({
      type: 'q3a',
      address: '2001:db8::5',
      port: 1,
      timeoutMs: 100,
      signal: new AbortController().signal,
    });
    expect(await faultOf(asked)).toBe('unsupported');
  });
});

describe('what a gamedig result is worth', () => {
  const snapshot = (result: unknown, id = 'minecraft') =>
    fromGamedig(readGamedigAnswer(result), game(id), target(id, 25565));

  it('holds no player that gamedig made up to reach the count', () => {
    const { roster, players } = snapshot({
      numplayers: 3,
      players: [{ name: 'Bob', raw: {} }, { name: '', raw: {} }, {}],
    });
    expect(roster).toMatchObject({ state: 'partial', players: [{ name: 'Bob' }] });
    expect(players.online).toBe(3);
  });

  it('tells "list not published" from "nobody on"', () => {
    expect(snapshot({ numplayers: 5, players: [] }).roster.state).toBe('unavailable');
    expect(snapshot({ numplayers: 0, players: [] }).roster.state).toBe('complete');
    expect(snapshot({}).roster.state).toBe('unavailable');
  });

  it('says that ARK: Survival Ascended publishes no names (spec a2s case 127)', () => {
    expect(snapshot({ numplayers: 40, maxplayers: 70 }, 'asa')).toMatchObject({
      players: { online: 40, max: 70 },
      roster: { state: 'hidden', players: [] },
    });
  });

  it('counts the list where the protocol left the count at gamedig’s 0', () => {
    expect(
      snapshot({ numplayers: 0, players: [{ name: 'A' }, { name: 'B' }] }).players.online,
    ).toBe(2);
  });

  it('knows numbers that came as text, and leaves out what is none', () => {
    expect(snapshot({ numplayers: '7', maxplayers: 'many' }).players).toMatchObject({
      online: 7,
      max: null,
    });
    expect(snapshot({ numplayers: Number.NaN }).players.online).toBeNull();
  });

  it('does not call a server open because gamedig starts with false', () => {
    expect(snapshot({ password: false }).password).toBeNull();
    expect(snapshot({ password: '1' }).password).toBe(true);
  });

  it('keeps control characters out of names', () => {
    expect(snapshot({ name: '\x01\x01[EU]\n', players: [{ name: 'B\x07ob' }] })).toMatchObject({
      name: '[EU]',
      roster: { players: [{ name: 'Bob' }] },
    });
  });

  it.each([
    null,
    undefined,
    'text',
    7,
    [],
    { players: 'x', raw: 5, name: {} },
    { raw: { __proto__: 1 } },
  ])('survives a result of %j', (result) => {
    expect(snapshot(result).state).toBe('online');
  });
});
