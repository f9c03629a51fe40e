import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Evidence, judgeSight } from '#monitor/sight.ts';
import { offline, online, player } from './snapshots.ts';
import { GUILD, MINUTE, type Watchtower, watchtower } from './watchtower.ts';

const SECOND_GUILD = '100000000000000002';
const PORT = 27015;
const address = (n: number): string => `203.0.${113 + Math.floor(n / 250)}.${1 + (n % 250)}`;

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
});
afterEach(() => tower.dispose());

/** So many servers at as many addresses, watched from two guilds and three notice channels. */
async function watchServers(count: number): Promise<void> {
  const channels = ['200000000000000002', '200000000000000003'] as const;
  for (let n = 0; n < count; n += 1) {
    const second = n % 3 === 2;
    await tower.add(
      {
        id: `w${String(n).padStart(4, '0')}`,
        target: { host: address(n), port: PORT, game: null, encoding: null },
        noticeChannelId: second ? '200000000000000004' : (channels[n % 2] ?? channels[0]),
      },
      second ? SECOND_GUILD : GUILD,
    );
  }
}

const all = (count: number) => Array.from({ length: count }, (_, n) => n);
const silence = (servers: readonly number[]) => {
  for (const n of servers) {
    tower.says(offline(), `${address(n)}:${PORT}`);
  }
};
const voices = (servers: readonly number[]) => {
  for (const n of servers) {
    tower.says(online([player('Ann')]), `${address(n)}:${PORT}`);
  }
};
/** Time goes by with rounds in it; repeated questions ring in between. */
const rounds = async (minutes: number) => {
  for (let n = 0; n < minutes; n += 1) {
    const took = await tower.longRound();
    await tower.pass(Math.max(0, MINUTE - took));
  }
};
const states = async () => {
  const found = new Map<string, number>();
  for (const id of [GUILD, SECOND_GUILD]) {
    for (const { target } of (await tower.store.guilds.get(id)).watches) {
      const server = await tower.store.servers.get(`a2s/${target.host}:${PORT}`);
      const state = server?.availability.state ?? 'none';
      found.set(state, (found.get(state) ?? 0) + 1);
    }
  }
  return Object.fromEntries(found);
};

describe.each([
  ['with the gateway up', true, 'silence'],
  ['with the gateway down', false, 'gateway'],
] as const)('200 servers that are all silent for ten minutes, %s', (_name, gateway, why) => {
  it('are not blamed: no notice, one note for each notice channel, and a real outage among them is found afterwards', async () => {
    await watchServers(200);
    await rounds(1);
    tower.references.gateway = gateway;
    silence(all(200));
    await rounds(10);
    expect(tower.said()).toEqual([]);
    expect(await states()).toEqual({ up: 200 });

    tower.references.gateway = true;
    voices(all(200).slice(1));
    await rounds(3);
    const notes = tower.discord.sent.filter(({ news }) => news.kind === 'blind');
    expect(notes.map(({ channelId }) => channelId).toSorted()).toEqual([
      '200000000000000002',
      '200000000000000003',
      '200000000000000004',
    ]);
    expect(notes[0]?.news).toMatchObject({ why });
    expect(notes.every(({ roleId }) => roleId === null)).toBe(true);
    const others = tower.discord.sent.filter(({ news }) => news.kind !== 'blind');
    expect(others).toMatchObject([{ news: { kind: 'down', address: `${address(0)}:${PORT}` } }]);
    expect(await states()).toEqual({ up: 199, down: 1 });
  }, 60_000);
});

describe('a bot with ten servers', () => {
  beforeEach(async () => {
    await watchServers(10);
    await tower.monitor.round();
  });

  it('whose network breaks in the middle of a round blames nobody', async () => {
    silence(all(10).slice(5));
    await tower.pass(MINUTE);
    await tower.monitor.round();
    // By the time the silent half is asked again, nothing answers any more.
    silence(all(10));
    await tower.pass(30_000);
    await tower.minutes(5);
    expect(tower.said()).toEqual([]);
  });

  it('of which one goes down asks others whether they can be seen, and tells it', async () => {
    silence([3]);
    await tower.pass(MINUTE);
    await tower.monitor.round();
    await tower.pass(15_000);
    expect(tower.said()).toEqual(['down']);
  });

  it('whose network breaks while one server is in doubt does not tell that one', async () => {
    silence([3]);
    await tower.pass(MINUTE);
    await tower.monitor.round();
    silence(all(10));
    await tower.pass(30_000);
    expect(tower.said()).toEqual([]);
    expect(await states()).toEqual({ up: 9, suspect: 1 });
  });

  it('that can see Discord but no server for a quarter of an hour believes it: they are told as down', async () => {
    silence(all(10));
    await tower.minutes(14);
    expect(tower.said()).toEqual([]);
    await tower.minutes(4);
    const told = tower.discord.sent.flatMap(({ news }) =>
      news.kind === 'digest' ? news.list.map(({ kind }) => kind) : [news.kind],
    );
    expect(told).toEqual(Array.from({ length: 10 }, () => 'down'));
  });

  it('that sees nothing for a minute only says nothing of it', async () => {
    silence(all(10));
    await tower.minutes(1);
    voices(all(10));
    await tower.minutes(3);
    expect(tower.said()).toEqual([]);
  });

  it('that sees nothing for some minutes has the messages say so, and of when they are', async () => {
    const before = tower.clock.now();
    silence(all(10));
    await tower.minutes(2);
    expect(tower.discord.seen.filter(({ unseen }) => unseen)).toEqual([]);
    await tower.minutes(1);
    const unseen = tower.discord.seen.filter((view) => view.unseen);
    expect(new Set(unseen.map(({ watch }) => watch.id)).size).toBe(10);
    expect(unseen.every(({ checkedAt }) => checkedAt === before)).toBe(true);
    voices(all(10));
    await tower.minutes(1);
    expect(tower.discord.seen.slice(-10).some((view) => view.unseen)).toBe(false);
  });

  it('that is killed while it sees nothing tells it afterwards, with the whole time', async () => {
    silence(all(10));
    await tower.minutes(3);
    const from = tower.clock.now() - 2 * MINUTE;
    await tower.restart();
    await tower.minutes(3);
    voices(all(10));
    await tower.minutes(1);
    const to = tower.clock.now();
    expect(tower.discord.sent.map(({ news }) => news)).toMatchObject(
      [0, 1, 2].map(() => ({ kind: 'blind', from, to, why: 'silence' })),
    );
  });

  it('does not blame a server that it can not find because no name is found', async () => {
    tower.references.dns = false;
    tower.says(offline('dns'), `${address(3)}:${PORT}`);
    await tower.minutes(3);
    expect(tower.said()).toEqual([]);
    tower.references.dns = true;
    await tower.minutes(1);
    await tower.pass(15_000);
    expect(tower.said()).toEqual(['down']);
  });
});

describe('servers may be blamed', () => {
  const WELL = { gateway: true, dns: true };
  const hosts = (answering: number, silent: number, change: Partial<Evidence> = {}): Evidence[] =>
    Array.from({ length: answering + silent }, (_, n) => ({
      host: String(n),
      answered: n < answering,
      stood: 'up',
      nameless: false,
      ...change,
    }));

  it.each([
    ['when one of two is silent', hosts(1, 1), WELL, null],
    ['when all four are silent: too few to say anything about us', hosts(0, 4), WELL, null],
    ['not when five of five are silent', hosts(0, 5), WELL, 'silence'],
    ['not when 90 of 100 are silent', hosts(10, 90), WELL, 'silence'],
    ['when 80 of 100 are silent', hosts(20, 80), WELL, null],
    ['when fifty servers of one host are silent', hosts(0, 50, { host: 'one' }), WELL, null],
    ['when those were silent before, too', hosts(0, 50, { stood: 'out' }), WELL, null],
    [
      'when a hundred that were in doubt already are silent',
      hosts(0, 100, { stood: 'doubted' }),
      WELL,
      null,
    ],
    [
      'not when the gateway is gone and one in doubt is silent',
      hosts(0, 1, { stood: 'doubted' }),
      { gateway: false, dns: true },
      'gateway',
    ],
    [
      'not when the gateway is gone and one of two is silent',
      hosts(1, 1),
      { gateway: false, dns: true },
      'gateway',
    ],
    ['when the gateway is gone and most answer', hosts(9, 1), { gateway: false, dns: true }, null],
    [
      'not when no name is found and all are silent',
      hosts(0, 1),
      { gateway: true, dns: false },
      'dns',
    ],
    ['not when both are gone', hosts(0, 1), { gateway: false, dns: false }, 'network'],
  ] as const)('%s', (_when, evidence, references, why) => {
    expect(judgeSight(evidence, references)).toBe(why);
  });
});

it('a server that is slow to answer delays the news of no other one', async () => {
  await watchServers(3);
  await tower.monitor.round();
  const slow = Promise.withResolvers<ReturnType<typeof online>>();
  tower.world.servers.set(`${address(1)}:${PORT}`, () => slow.promise);
  silence([0]);
  await tower.pass(MINUTE);
  const round = tower.monitor.round();
  await expect.poll(() => tower.world.asked.length).toBe(6);
  await expect.poll(() => tower.clock.waiting()).toBeGreaterThan(0);
  // Nothing settles as long as the slow one is waited for: time goes on until the other one is told about.
  await expect
    .poll(async () => {
      await tower.clock.pass(5_000, async () => {});
      return tower.said();
    })
    .toEqual(['down']);
  slow.resolve(online([player('Ann')]));
  await round;
});
