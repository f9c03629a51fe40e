import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runFleet } from '../test/journeys/fleet.ts';
import { openDatabase, whyNoDatabase } from '../test/store/databases.ts';
import { fromCommandLine } from './fromCommandLine.ts';
import { numberOption } from './numberOption.ts';

const USAGE = 'npm run shards -- [--guilds N] [--outages N] [--seed S]';

/** 3,000 watches of 600 guilds: who watches the same server has guilds on all shards. */
const LONG = { watchesPerGuild: 5, servers: 16 };

/** Throws an Error that says what is wrong with the arguments. */
function readOptions(): { guilds: number; outages: number; seed: number } {
  const { values } = parseArgs({
    options: {
      guilds: { type: 'string', default: '600' },
      outages: { type: 'string', default: '3' },
      seed: { type: 'string', default: String(randomInt(2 ** 32)) },
    },
  });
  return {
    guilds: numberOption('guilds', values.guilds, { least: 1, whole: true }),
    outages: numberOption('outages', values.outages, { least: 0, whole: true }),
    seed: numberOption('seed', values.seed, { least: 0, whole: true }),
  };
}

/** The same story on each database there is. Gives the exit code. */
async function main(options: { guilds: number; outages: number; seed: number }): Promise<number> {
  const begun = Date.now();
  let code = 0;
  process.stdout.write(`seed ${options.seed}\n`);
  for (const [place, kind] of (['redis', 'postgres'] as const).entries()) {
    const why = await whyNoDatabase(kind);
    if (why !== null) {
      process.stdout.write(`${why}\n`);
      continue;
    }
    const progress = (line: string) => {
      process.stdout.write(`${Math.round((Date.now() - begun) / 1000)} s, ${kind}: ${line}\n`);
    };
    const { url, dispose } = await openDatabase(kind);
    const group = place + 11;
    const { notices, stopMs, wrong } = await runFleet({
      ...{ ...LONG, ...options, storeUrl: url, group, progress },
    }).finally(dispose);
    progress(`${notices} notices, the slowest process handed over in ${stopMs} ms`);
    progress(wrong.length === 0 ? '0 lost, 0 doubled' : wrong.join('\n'));
    code = wrong.length === 0 ? code : 1;
  }
  return code;
}

const options = fromCommandLine(USAGE, readOptions);
process.exitCode = options === null ? 2 : await main(options);
