import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { openStore } from '#store/openStore.ts';
import { openHistory } from '#history/history.ts';
import { createMonitor } from '#monitor/monitor.ts';
import { createPainter } from '#picture/painter.ts';
import { fromCommandLine } from './fromCommandLine.ts';
import { countingDiscord, NOTHING_ELSE } from './soakDiscord.ts';
import { changingServers } from './soakServers.ts';
import { fillStore } from './soakWatches.ts';

const USAGE = 'npm run soak -- [--watches N] [--rounds N] [--seconds N between rounds]';
const MIB = 1024 * 1024;
/** From this round on memory has to stay as it is, but for so much (MiB). */
const WARM_AFTER = 3;
const ROOM_MIB = 48;

type Options = { watches: number; rounds: number; seconds: number };

/** Throws an Error that says what is wrong with the arguments. */
function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      watches: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const [watches, rounds, seconds] = [values.watches, values.rounds, values.seconds].map(Number);
  if (!watches || !rounds || !seconds || seconds > 60) {
    throw new Error('whole numbers, and at most 60 seconds');
  }
  return { watches, rounds, seconds };
}

/** Memory that is really in use, in MiB; exact when node runs with --expose-gc. */
function memory(): { heap: number; rss: number } {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: Math.round(heapUsed / MIB), rss: Math.round(rss / MIB) };
}

async function main({ watches, rounds, seconds }: Options): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'crowsnest-soak-'));
  const log = pino({ level: 'silent' });
  const store = await openStore(`sqlite://${join(folder, 'soak.sqlite')}`, { log });
  const guildIds = await fillStore(store, watches);
  const keep = { minutes: 2, fives: 30, hours: 400 };
  const history = openHistory({ store, keep, now: Date.now, log });
  const discord = countingDiscord({ store, history, painter: createPainter(), log });
  const servers = changingServers();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const monitor = createMonitor({
    store,
    history,
    takeSnapshot: servers.takeSnapshot,
    ...discord.ports,
    ...NOTHING_ELSE,
    guildIds: () => guildIds,
    isGone: () => false,
    now: Date.now,
    log,
  });
  process.stdout.write(
    `${watches} watches in ${guildIds.length} guilds, a round every ${seconds} s\n`,
  );
  process.stdout.write(
    'round  took s  lag ms  loop p99 ms  requests  edits  notices  heap MiB  rss MiB\n',
  );
  delay.enable();
  monitor.start(seconds === 60 ? '* * * * *' : `*/${seconds} * * * * *`);
  const heaps: number[] = [];
  let seen: number | null = null;
  for (let round = 1; round <= rounds; round += 1) {
    const begun = Date.now();
    while (monitor.pulse().roundEndedAt === seen) {
      await pause(50);
    }
    seen = monitor.pulse().roundEndedAt;
    const { requests, edits, notices } = discord.take();
    const { heap, rss } = memory();
    heaps.push(heap);
    const row = [
      round,
      ((Date.now() - begun) / 1000).toFixed(1),
      monitor.pulse().lagMs,
      Math.round(delay.percentile(99) / 1e6),
      requests,
      edits,
      notices,
      heap,
      rss,
    ];
    process.stdout.write(`${row.map((value) => String(value).padStart(6)).join('  ')}\n`);
    delay.reset();
  }
  await monitor.stop();
  await store.close();
  await rm(folder, { recursive: true });
  const warm = heaps[WARM_AFTER - 1] ?? 0;
  const grown = Math.max(0, ...heaps.slice(WARM_AFTER).map((heap) => heap - warm));
  const flat = grown <= ROOM_MIB;
  process.stdout.write(
    `memory from round ${WARM_AFTER} on: ${flat ? 'flat' : 'grows'} (+${grown} MiB)\n`,
  );
  return flat ? 0 : 1;
}

const options = fromCommandLine(USAGE, readOptions);
process.exitCode = options === null ? 2 : await main(options);
