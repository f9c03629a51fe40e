import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runChaos } from '../test/journeys/chaos.ts';
import { fromCommandLine } from './fromCommandLine.ts';
import { numberOption } from './numberOption.ts';

const USAGE = 'npm run chaos -- [--kills N] [--seed S]';

/** Throws an Error that says what is wrong with the arguments. */
function readOptions(): { kills: number; seed: number } {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(randomInt(2 ** 32)) },
    },
  });
  return {
    kills: numberOption('kills', values.kills, { least: 1, whole: true }),
    seed: numberOption('seed', values.seed, { least: 0, whole: true }),
  };
}

/** So many bots are killed side by side: each of them waits for silent servers most of the time. */
const SIDE_BY_SIDE = 4;

async function main({ kills, seed }: { kills: number; seed: number }): Promise<number> {
  const begun = Date.now();
  let done = 0;
  const progress = () => {
    done += 1;
    if (done % 20 === 0) {
      process.stdout.write(`${done} kills, ${Math.round((Date.now() - begun) / 1000)} s\n`);
    }
  };
  process.stdout.write(`seed ${seed}\n`);
  const each = Math.ceil(kills / SIDE_BY_SIDE);
  const stories = Array.from({ length: SIDE_BY_SIDE }, (_, n) =>
    runChaos({ kills: each, seed: seed + n, progress }),
  );
  const results = await Promise.all(stories);
  const sum = (of: 'kills' | 'outages' | 'notices') =>
    results.reduce((total, result) => total + result[of], 0);
  const wrong = results.flatMap((result) => result.wrong);
  process.stdout.write(
    `${sum('kills')} kills, ${sum('outages')} outages, ${sum('notices')} notices\n`,
  );
  process.stdout.write(wrong.length === 0 ? '0 lost, 0 doubled\n' : `${wrong.join('\n')}\n`);
  return wrong.length === 0 ? 0 : 1;
}

const options = fromCommandLine(USAGE, readOptions);
process.exitCode = options === null ? 2 : await main(options);
