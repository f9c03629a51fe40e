import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { blankSnapshot } from '#snapshot/blankSnapshot.ts';
import { emptyGuild } from '#store/guildDocument.ts';
import { openStore, type Store } from '#store/openStore.ts';
import { DATABASES, openDatabase, whyNoDatabase } from '../test/store/databases.ts';
import { serverOf } from '../test/store/examples.ts';
import { fromCommandLine } from './fromCommandLine.ts';
import { percentile } from './historyPictures.ts';
import { numberOption } from './numberOption.ts';
import { watchOn } from './soakWatches.ts';

const USAGE = 'npm run bench:store -- [--times N] [--lanes N]';
/** Servers and guilds that are there. */
const SIZE = 2_000;
const PLAYERS = 20;

type Options = { times: number; lanes: number };
type Work = (n: number, store: Store) => Promise<unknown>;

/** Throws an Error that says what is wrong with the arguments. */
function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '5000' },
      lanes: { type: 'string', default: '16' },
    },
  });
  return {
    times: numberOption('times', values.times, { least: 1, whole: true }),
    lanes: numberOption('lanes', values.lanes, { least: 1, whole: true }),
  };
}

const keyOf = (n: number): string => `a2s/10.0.${(n % SIZE) >> 8}.${n & 255}:27015`;
const guildOf = (n: number): string => String(500_000_000_000_000_000n + BigInt(n % SIZE));

const entries = Array.from({ length: PLAYERS }, (_, n) => ({
  name: `Player ${n}`,
  score: n,
  seconds: 60 * n,
  ping: null,
}));
const answer = {
  ...blankSnapshot({ host: '10.0.0.1', port: 27015, game: null }),
  state: 'online' as const,
  name: 'A server with a name of some length',
  roster: { state: 'complete' as const, players: entries },
};

/** What a bot does all day, by what it is called in docs/scale.md. */
const WORKS: readonly (readonly [string, Work])[] = [
  ['state of a server', (n, store) => store.servers.set(serverOf({ key: keyOf(n), checkedAt: n }))],
  [
    'what a message shows',
    (n, store) =>
      store.guilds.update(guildOf(n), (guild) => ({
        ...guild,
        watches: [{ ...watchOn(n % SIZE), createdAt: n }],
      })),
  ],
  ['a read', (n, store) => store.meta.get(`nothing ${n}`)],
  ['names of all guilds', (_, store) => store.guilds.ids()],
  ['a look, shared by others', shareLook],
];

/** As one process does that asks for all: looks, takes the lease, looks again, lays the answer down, gives the lease back. */
async function shareLook(n: number, { shared }: Store): Promise<void> {
  const key = keyOf(n);
  await shared?.read(key);
  const release = await shared?.lease(key, 60_000);
  await shared?.read(key);
  await shared?.write(key, { at: n, snapshot: answer }, 60_000);
  await release?.();
}

/** Runs one kind of work so often, side by side in lanes; a line of the table. */
async function measure(store: Store, [name, work]: readonly [string, Work], options: Options) {
  const { lanes } = options;
  const times = name === 'names of all guilds' ? Math.ceil(options.times / 50) : options.times;
  const took: number[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < times) {
      const n = next;
      next += 1;
      const begun = performance.now();
      await work(n, store);
      took.push(performance.now() - begun);
    }
  };
  const cpu = process.threadCpuUsage();
  const begun = performance.now();
  await Promise.all(Array.from({ length: lanes }, lane));
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.threadCpuUsage(cpu);
  took.sort((a, b) => a - b);
  const row = [
    name.padEnd(26),
    (times / seconds).toFixed(0).padStart(9),
    percentile(took, 50).toFixed(2).padStart(8),
    percentile(took, 99).toFixed(2).padStart(8),
    ((user + system) / times / 1000).toFixed(2).padStart(8),
  ];
  process.stdout.write(`  ${row.join('  ')}\n`);
}

async function main(options: Options): Promise<number> {
  const log = pino({ level: 'silent' });
  for (const kind of DATABASES) {
    const why = await whyNoDatabase(kind);
    if (why !== null) {
      process.stdout.write(`${why}\n`);
      continue;
    }
    const database = await openDatabase(kind);
    const store = await openStore(database.url, { log });
    try {
      process.stdout.write(
        `${kind}, ${options.lanes} side by side${' '.repeat(8)}a second  p50 ms   p99 ms    CPU ms\n`,
      );
      for (let n = 0; n < SIZE; n += 1) {
        await store.guilds.update(guildOf(n), () => ({
          ...emptyGuild(guildOf(n)),
          watches: [watchOn(n)],
        }));
      }
      for (const work of WORKS.filter(([, act]) => act !== shareLook || store.shared !== null)) {
        await measure(store, work, options);
      }
    } finally {
      await store.close();
      await database.dispose();
    }
  }
  return 0;
}

const options = fromCommandLine(USAGE, readOptions);
process.exitCode = options === null ? 2 : await main(options);
