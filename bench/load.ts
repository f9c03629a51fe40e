import process from 'node:process';
import { parseArgs } from 'node:util';
import { ASK_EVERY_MS, type LoadResult, playLoad } from './loadRun.ts';
import { numberOption } from './numberOption.ts';
import { timeStartUp } from './startUp.ts';

/**
 * npm run bench:load: how long a person waits for /status while the real bot, in a process of its own, watches many servers
 * once a minute; the same without watches; what a watch costs in memory; how long the bot takes to start.
 */
/** Without watches there is nothing to wait for. */
const IDLE_SECONDS = 30;
/** So long a bot that has just started reads what it knows of its watches. */
const STARTING_MS = 1_000;

type Options = { watches: number; seconds: number; starts: number };

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      watches: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '120' },
      starts: { type: 'string', default: '5' },
    },
  });
  return {
    watches: numberOption('watches', values.watches, { least: 1, most: 60_000, whole: true }),
    seconds: numberOption('seconds', values.seconds, { least: 2 }),
    starts: numberOption('starts', values.starts, { least: 1, whole: true }),
  };
}

function part(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function tell(watches: number, seconds: number, played: LoadResult): void {
  const { report, edits } = played;
  const inOrder = (waits: readonly number[]) => waits.toSorted((one, other) => one - other);
  const waits = inOrder(played.waits);
  const [half, most, worst] = [0.5, 0.99, 1].map((share) => part(waits, share).toFixed(1));
  const later = part(inOrder(played.waits.slice(STARTING_MS / ASK_EVERY_MS)), 0.99).toFixed(1);
  const busy = (report.cpuMs / (10 * seconds)).toFixed(0);
  process.stdout.write(
    [
      `${watches} watches, ${seconds} s`,
      `/status: ${waits.length} answers, p50 ${half} ms, p99 ${most} ms, worst ${worst} ms; p99 ${later} ms without the first second after the start`,
      `bot: ${busy} % of a core, event loop p99 ${report.loopP99Ms.toFixed(1)} ms, lag ${report.lagMs} ms, ${edits} edits and answers`,
      ...(watches > 0 && report.roundEndedAt === null
        ? ['no round has ended yet: give it more --seconds']
        : []),
      `memory: ${report.heapMb.toFixed(1)} MB heap, ${report.rssMb.toFixed(0)} MB resident`,
      '',
    ].join('\n'),
  );
}

async function main({ watches, seconds, starts }: Options): Promise<void> {
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    times.push(await timeStartUp());
  }
  const sorted = times.toSorted((one, other) => one - other);
  process.stdout.write(
    `start-up in local mode: ${part(sorted, 0.5).toFixed(0)} ms (median of ${starts})\n`,
  );
  const idleSeconds = Math.min(seconds, IDLE_SECONDS);
  const idle = await playLoad({ watches: 0, seconds: idleSeconds, ownFarm: false });
  tell(0, idleSeconds, idle);
  const loaded = await playLoad({ watches, seconds, ownFarm: false });
  tell(watches, seconds, loaded);
  const perWatch = ((loaded.report.heapMb - idle.report.heapMb) * 1024) / watches;
  process.stdout.write(
    `memory per watch, its share of a guild included: ${perWatch.toFixed(1)} KB of heap\n`,
  );
}

try {
  await main(readOptions());
} catch (error) {
  process.stderr.write(`bench:load: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
