import { parseArgs } from 'node:util';
import { fromCommandLine } from './fromCommandLine.ts';
import { numberOption } from './numberOption.ts';
import { grownIn, liveDay } from './simulatedDay.ts';

const USAGE = 'npm run day -- [--watches N] [--hours N]';
/** So much (MiB) the heap of the last quarter may be above that of the second: half a KiB that each request leaves behind is more. */
const ROOM_MIB = 1.5;

/** Throws an Error that says what is wrong with the arguments. */
function readOptions(): { watches: number; hours: number } {
  const { values } = parseArgs({
    options: {
      watches: { type: 'string', default: '50' },
      hours: { type: 'string', default: '24' },
    },
  });
  return {
    watches: numberOption('watches', values.watches, { least: 1, whole: true }),
    hours: numberOption('hours', values.hours, { least: 1, most: 200, whole: true }),
  };
}

async function main(options: { watches: number; hours: number }): Promise<number> {
  process.stdout.write(`${options.watches} watches, ${options.hours} hours\n`);
  process.stdout.write('  hour  heap MiB  open\n');
  const day = await liveDay(options, ({ hour, heapMiB, open }) => {
    if (Number.isInteger(hour)) {
      const kinds = Object.entries(open).map(([kind, count]) => `${count} ${kind}`);
      process.stdout.write(
        `${String(hour).padStart(6)}  ${heapMiB.toFixed(1).padStart(8)}  ${kinds.join(', ')}\n`,
      );
    }
  });
  const { rounds, datagrams, edits, notices, problems, seconds } = day;
  process.stdout.write(
    `${rounds} rounds, ${datagrams} datagrams, ${edits} edits, ${notices} notices in ${seconds.toFixed(0)} s\n`,
  );
  const { heapMiB, open } = grownIn(day);
  const flat = heapMiB <= ROOM_MIB && open.length === 0;
  process.stdout.write(
    `from the second quarter to the last: heap +${heapMiB.toFixed(1)} MiB, more open: ${open.join(', ') || 'nothing'}\n`,
  );
  process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
  process.stdout.write(flat ? 'flat\n' : 'grows\n');
  return flat && problems.length === 0 ? 0 : 1;
}

const options = fromCommandLine(USAGE, readOptions);
process.exitCode = options === null ? 2 : await main(options);
