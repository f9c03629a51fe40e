import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { type BenchPlan, readBenchOptions } from './benchOptions.ts';
import { runBench } from './benchRun.ts';
import { headingOf, markdownTable, rowsOf, textTable } from './benchTable.ts';

/**
 * npm run bench: our core, the clients that npm has and a bare socket as the floor, side by side against the same simulated
 * servers. docs/speed.md tells the options and what the columns mean.
 */
async function run(args: string[]): Promise<number> {
  try {
    await play(readBenchOptions(args));
    return 0;
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
}

async function play({ benches, markdown }: BenchPlan): Promise<void> {
  const sections: string[] = [];
  for (const options of benches) {
    const result = await runBench(options);
    const heading = headingOf(options, result);
    const rows = rowsOf(options, result);
    process.stdout.write(`${heading}\n${textTable(rows)}\n\n`);
    sections.push(`${heading}\n\n${markdownTable(rows)}\n`);
  }
  if (markdown !== null) {
    await writeFile(markdown, sections.join('\n'));
  }
}

process.exitCode = await run(process.argv.slice(2));
