import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type FuzzRun, fuzz } from '../test/codec/fuzzLoop.ts';
import { type CaptureRun, fuzzCaptures } from '../test/snapshot/fuzzCaptures.ts';
import { numberOption } from './numberOption.ts';

const USAGE = 'npm run fuzz -- [--minutes N | --count N] [--seed S]';

/** Datagrams of one turn; between turns the counts are shown. Each turn has a seed of its own, to be repeated alone. */
const TURN = 1_000_000;

/** Conversations with damaged captures that go with a turn. */
const CONVERSATIONS = 10_000;

const limits = readLimits();
process.exitCode = limits === null ? 2 : fuzzFor(limits);

type Limits = { seed: number; count: number; milliseconds: number };

/** Null, with the reason on stderr, when the arguments are no good. */
function readLimits(): Limits | null {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string' },
        count: { type: 'string' },
        seed: { type: 'string', default: String(randomInt(2 ** 32)) },
      },
    });
    const minutes = numberOption('minutes', values.minutes ?? 'Infinity', { least: 0 });
    const unlimited = values.minutes === undefined ? '1000000' : 'Infinity';
    return {
      seed: numberOption('seed', values.seed, { least: 0 }) % 2 ** 32,
      count: numberOption('count', values.count ?? unlimited, { least: 0 }),
      milliseconds: minutes * 60_000,
    };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}\n`);
    return null;
  }
}

/** Gives the exit code: 1 after a failure. */
function fuzzFor({ seed: firstSeed, count: wanted, milliseconds: time }: Limits): number {
  const start = performance.now();
  let count = 0;
  let conversations = 0;
  for (let seed = firstSeed; count < wanted && performance.now() - start < time; seed++) {
    const left = Math.min(TURN, wanted - count);
    const run = fuzz({
      seed,
      goOn: (done) => done < left && performance.now() - start < time,
    });
    count += run.count;
    report(run);
    if (run.failures.length > 0) {
      return 1;
    }
    const captured = fuzzCaptures(seed, Math.ceil((CONVERSATIONS * run.count) / TURN));
    if (captured !== null && !reportCaptures(captured)) {
      return 1;
    }
    conversations += captured?.conversations ?? 0;
  }
  const seconds = (performance.now() - start) / 1000;
  const rate = Math.round(count / seconds).toLocaleString('en');
  print(
    `${count.toLocaleString('en')} datagrams and ${conversations.toLocaleString('en')} conversations in ${seconds.toFixed(1)} s, ${rate} datagrams a second: no failure`,
  );
  return 0;
}

function report({ seed, count, accepted, milliseconds, failures }: FuzzRun): void {
  const rate = Math.round((count / milliseconds) * 1000).toLocaleString('en');
  const share = ((accepted / count) * 100).toFixed(0);
  print(`seed ${seed}: ${count.toLocaleString('en')} datagrams, ${share} % read, ${rate} a second`);
  for (const { why, hex } of failures) {
    print(`FAILED with seed ${seed}: ${why}\n${hex.map((datagram) => `  ${datagram}`).join('\n')}`);
  }
}

/** True when none of them failed. */
function reportCaptures(run: CaptureRun): boolean {
  const { seed, conversations, datagrams, milliseconds, failure } = run;
  const rate = Math.round((conversations / milliseconds) * 1000).toLocaleString('en');
  print(
    `seed ${seed}: ${conversations.toLocaleString('en')} conversations with damaged captures (${datagrams.toLocaleString('en')} datagrams), ${rate} a second`,
  );
  if (failure !== null) {
    const { capture, journey, why } = failure;
    print(`FAILED with seed ${seed}: ${capture}, ${JSON.stringify(journey)}\n${why}`);
  }
  return failure === null;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
