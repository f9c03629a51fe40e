import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runPowerCuts } from '../test/store/powerCuts.ts';
import { fromCommandLine } from './fromCommandLine.ts';
import { numberOption } from './numberOption.ts';

const USAGE = 'npm run powercuts -- [--cuts N] [--seed S]';

/** Throws an Error that says what is wrong with the arguments. */
function readOptions(): { cuts: number; seed: number } {
  const { values } = parseArgs({
    options: {
      cuts: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(randomInt(2 ** 32)) },
    },
  });
  return {
    cuts: numberOption('cuts', values.cuts, { least: 1, whole: true }),
    seed: numberOption('seed', values.seed, { least: 0, whole: true }),
  };
}

async function main({ cuts, seed }: { cuts: number; seed: number }): Promise<number> {
  process.stdout.write(`seed ${seed}\n`);
  const progress = (done: number): void => {
    if (done % 20 === 0) {
      process.stdout.write(`${done} cuts\n`);
    }
  };
  const { acknowledged, wrong } = await runPowerCuts({ cuts, seed, progress });
  process.stdout.write(`${cuts} cuts, ${acknowledged} acknowledged turns\n`);
  process.stdout.write(wrong.length === 0 ? '0 lost, 0 damaged\n' : `${wrong.join('\n')}\n`);
  return wrong.length === 0 ? 0 : 1;
}

const options = fromCommandLine(USAGE, readOptions);
process.exitCode = options === null ? 2 : await main(options);
