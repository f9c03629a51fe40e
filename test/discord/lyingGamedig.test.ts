import { afterEach, describe, expect, it } from 'vitest';
import { playersPage } from '#discord/playersPages.ts';
import { rulesPage } from '#discord/rulesPages.ts';
import { statusEmbed } from '#discord/statusEmbed.ts';
import type { GamedigQuery } from '#query/askGamedig.ts';
import { openQueryCore, type QueryCore } from '#snapshot/queryCore.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { createTexts } from '#text/texts.ts';
import { expectFits, expectInert } from './embedRules.ts';
import { NOON } from './pictures.ts';

const t = createTexts().in('en');
const PARTS = ['info', 'players', 'rules'] as const;

const open: QueryCore[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((core) => core.close()));
});

/** A Minecraft server, asked through a gamedig that does as it likes. */
function ask(gamedig: GamedigQuery, port = 25565): Promise<Snapshot> {
  const core = openQueryCore({ allowPrivateAddresses: true, timeoutMs: 300, gamedig });
  open.push(core);
  return core.takeSnapshot({ host: '127.0.0.1', port, game: 'minecraft' }, PARTS);
}

/** Everything a person could read about it. */
function words(snapshot: Snapshot): string {
  const status = statusEmbed({ snapshot, availability: null, lastSeen: null, checkedAt: NOON }, t);
  const pages =
    snapshot.state === 'online'
      ? [playersPage(snapshot, 0, NOON, t), rulesPage(snapshot, 0, NOON, t)]
      : [];
  const messages = [[status], ...pages.map((page) => page.embeds)];
  for (const embeds of messages) {
    expectFits(embeds);
    expectInert(embeds);
  }
  return JSON.stringify(messages);
}

const thrown: [string, unknown, string][] = [
  [
    'a parser that stumbles',
    new TypeError("Cannot read properties of undefined (reading 'x7q')"),
    'bad-reply',
  ],
  ['silence', new Error('Failed all 1 attempts x7q'), 'timeout'],
  ['a closed port', new Error('connect ECONNREFUSED 127.0.0.1:1 x7q'), 'refused'],
  ['a text', 'x7q', 'timeout'],
  ['nothing', undefined, 'timeout'],
  ['an object with a stack of its own', { stack: 'x7q', message: 'x7q' }, 'timeout'],
];

describe('gamedig’s faults never reach a person', () => {
  it.each(thrown)('an error: %s', async (_, error, reason) => {
    const snapshot = await ask(() => Promise.reject(error));
    expect(snapshot).toMatchObject({ state: 'offline', reason });
    expect(words(snapshot)).not.toMatch(/x7q|undefined|attempts|\bat \//);
    expect(words(snapshot)).toContain('127.0.0.1:25565');
  });

  it('an error that is thrown at once instead of given back', async () => {
    const snapshot = await ask(() => {
      throw new RangeError('x7q');
    });
    expect(snapshot.state).toBe('offline');
    expect(words(snapshot)).not.toContain('x7q');
  });

  it('players that it invents to reach the count', async () => {
    const snapshot = await ask(async () => ({
      name: 'Blocks',
      numplayers: 40,
      maxplayers: 20,
      players: [
        { name: 'Ann', raw: {} },
        ...Array.from({ length: 39 }, () => ({ name: '', raw: {} })),
      ],
      bots: [{}],
    }));
    expect(snapshot.players).toMatchObject({ online: 40, max: 20 });
    expect(snapshot.roster).toMatchObject({ state: 'partial', players: [{ name: 'Ann' }] });
    expect(words(snapshot)).toContain('some players are missing');
  });

  it('another server’s port, host and name for the one that was asked', async () => {
    const asked: unknown[] = [];
    const lie: GamedigQuery = async (options) => {
      asked.push(options.port);
      options.port = 1;
      options.host = '198.51.100.66';
      return { name: 'Blocks', numplayers: 1, queryPort: 7, connect: '198.51.100.66:99999' };
    };
    const first = await ask(lie, 25565);
    const second = await ask(lie, 25566);
    expect(asked).toEqual([25565, 25566]);
    for (const [snapshot, port] of [
      [first, 25565],
      [second, 25566],
    ] as const) {
      expect(snapshot).toMatchObject({ gamePort: null, target: { address: '127.0.0.1', port } });
      expect(words(snapshot)).not.toContain('198.51.100');
      expect(words(snapshot)).toContain(`127.0.0.1:${port}`);
    }
  });

  it.each([
    ['counts that are none', { numplayers: -3, maxplayers: Number.NaN, players: 'many', bots: 7 }],
    [
      'a name that would ping',
      { name: '@everyone [x](https://evil.example)', map: '<@1>', numplayers: 1 },
    ],
    ['objects where text belongs', { name: {}, map: [], password: {}, raw: { rules: { a: {} } } }],
    ['nothing at all', null],
  ])('a result with %s', async (_, result) => {
    const snapshot = await ask(async () => result);
    expect(snapshot).toMatchObject({ state: 'online', protocol: 'minecraft' });
    expect(words(snapshot)).not.toMatch(/NaN|undefined|\[object|\*\*-/);
    expect(words(snapshot)).toContain('asked as Minecraft');
  });
});
