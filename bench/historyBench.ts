import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { MINUTE_MS } from '#history/bucket.ts';
import { openHistory } from '#history/history.ts';
import { dice } from '#sandbox/servers/seededRandom.ts';
import { openStore } from '#store/openStore.ts';
import { fromCommandLine } from './fromCommandLine.ts';
import { measurePictures, percentile } from './historyPictures.ts';
import { fillYear, KEEP, serverName, sizeOf } from './historyYear.ts';

const USAGE =
  'npm run bench:history -- [--servers N] [--days N] [--minutes N of polling] [--pictures N of each]';
const SAVED_EVERY_MS = 5 * MINUTE_MS;
const MIB = 1024 * 1024;

type Options = { servers: number; days: number; minutes: number; pictures: number };

/** Days of which every minute is drawn. */
const RAW_DAYS = 366;

/** Throws an Error that says what is wrong with the arguments. */
function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      servers: { type: 'string', default: '1000' },
      days: { type: 'string', default: '365' },
      minutes: { type: 'string', default: '60' },
      pictures: { type: 'string', default: '50' },
    },
  });
  const given = [values.servers, values.days, values.minutes, values.pictures].map(Number);
  const [servers, days, minutes, pictures] = given;
  if (!servers || !days || !minutes || !pictures) {
    throw new Error('whole numbers, more than 0');
  }
  return { servers, days, minutes, pictures };
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / MIB;
}

async function costOfKeeping({ servers, days, minutes }: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'crowsnest-history-'));
  const file = join(folder, 'history.sqlite');
  const log = pino({ level: 'silent' });
  const store = await openStore(`sqlite://${file}`, { log });
  const begun = Date.UTC(2026, 10, 30, 18);
  const empty = await sizeOf(file);
  await fillYear(store, { servers, days, now: begun, seed: 1 });
  const full = await sizeOf(file);
  const perServer = (full - empty) / servers / 1024;
  say(
    `${servers} servers, ${days} days: ${Math.round(full / MIB)} MiB, ${perServer.toFixed(0)} KiB a server`,
  );

  let now = begun;
  const history = openHistory({ store, keep: KEEP, now: () => now, log });
  const random = dice(2).roll;
  const delay = monitorEventLoopDelay({ resolution: 2 });
  const heaps: number[] = [];
  const saves: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let n = 0; n < servers; n += 1) {
      const people = 20 + Math.floor(random() * 4);
      const look = { at: now, state: 'up', answered: true, people, slots: 64, pingMs: 40 } as const;
      history.note(serverName(n), look, MINUTE_MS);
    }
    delay.enable();
    const spent = process.cpuUsage();
    history.saveDue();
    await history.idle();
    const { user, system } = process.cpuUsage(spent);
    delay.disable();
    if (now % SAVED_EVERY_MS === 0 && minute > 5) {
      saves.push((user + system) / 1000);
    }
    heaps.push(heap());
    now += MINUTE_MS;
  }
  const mean = saves.reduce((sum, ms) => sum + ms, 0) / Math.max(1, saves.length);
  say(
    `${saves.length} saves, one in five minutes: ${mean.toFixed(0)} ms of processor time each, ` +
      `${((mean * 1000) / servers).toFixed(0)} us a server; event loop p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
  );
  const [early = 0, late = 0] = [heaps[Math.min(10, heaps.length - 1)], heaps.at(-1)];
  say(`heap ${early.toFixed(0)} MiB after ten minutes, ${late.toFixed(0)} MiB in the end`);
  await history.close();
  await store.close();
  await rm(folder, { recursive: true });
}

async function costOfPictures({ pictures }: Options): Promise<void> {
  const { samples, times, blockedMs } = await measurePictures({ days: RAW_DAYS, each: pictures });
  say(`pictures of a server with ${samples} samples, ${pictures} of each:`);
  for (const { name, ms, bytes } of times) {
    const [usual, slow] = [percentile(ms, 50), percentile(ms, 99)].map(Math.round);
    say(`  ${name}: median ${usual} ms, p99 ${slow} ms, ${Math.round(bytes / 1024)} KiB`);
  }
  say(`event loop blocked for ${blockedMs.toFixed(0)} ms at most`);
}

const options = fromCommandLine(USAGE, readOptions);
if (options === null) {
  process.exitCode = 2;
} else {
  await costOfKeeping(options);
  await costOfPictures(options);
}
