import { access } from 'node:fs/promises';
import { inspect, parseArgs } from 'node:util';
import { pino } from 'pino';
import { backupFile } from '#store/backupFile.ts';
import { copyRows } from '#store/copyRows.ts';
import { openRows } from '#store/openRows.ts';
import type { Rows } from '#store/rows.ts';
import { asStoreError, StoreError, type StoreProblem } from '#store/storeError.ts';
import { type StorePlace, storePlace } from '#store/storeUrl.ts';
import { UsageError } from './cliLine.ts';
import type { Terminal } from './cliTerminal.ts';
import { ConfigError } from './config.ts';

const USAGE = `usage: npm run -s store -- copy FROM TO [--overwrite]
       npm run -s store -- backup FILE
FROM and TO are addresses as STORE_URL takes them; the word STORE_URL stands for the store of this bot.`;

/** A copy may take many minutes: so many documents are some ten seconds. A multiple of what is written at once. */
const TOLD_EVERY = 50_000;

/** What is wrong with what was typed, not with a database. */
const TYPED: readonly StoreProblem[] = ['bad-url', 'empty', 'other-data'];

function readLine(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        overwrite: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    const [line = ''] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new UsageError(line, { cause: error });
  }
}

/** The store that was named; `name` says which one of the line. Throws UsageError. */
function readPlace(typed: string, name: string, { settings }: Terminal): StorePlace {
  try {
    return storePlace(typed === 'STORE_URL' ? settings().storeUrl : typed);
  } catch (error) {
    if (error instanceof StoreError) {
      throw new UsageError(error.message.replace(/^STORE_URL/, name), { cause: error });
    }
    throw error;
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function openBoth(from: StorePlace, to: StorePlace): Promise<[Rows, Rows]> {
  const log = pino({ level: 'silent' });
  const source = await openRows(from, log);
  try {
    return [source, await openRows(to, log)];
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function copy(
  from: StorePlace,
  to: StorePlace,
  overwrite: boolean,
  { print, complain }: Terminal,
) {
  if (from.shown === to.shown) {
    throw new UsageError(`FROM and TO are the same store: ${from.shown}`);
  }
  if (from.kind === 'sqlite' && !(await isThere(from.path))) {
    throw new UsageError(`there is no file ${from.path}: is it the right store?`);
  }
  const [source, target] = await openBoth(from, to);
  try {
    const onWritten = (count: number): void => {
      if (count % TOLD_EVERY === 0) {
        complain(`${count} documents are written, more to come; then they are read back`);
      }
    };
    const counts = await copyRows(source, target, { overwrite, onWritten });
    const total = counts.values().reduce((sum, count) => sum + count, 0);
    const lines = [...counts].map(([namespace, count]) => `${namespace}  ${count}`);
    lines.push(`copied and read back: ${total} documents from ${from.shown} to ${to.shown}`);
    print(`${lines.join('\n')}\n`);
  } catch (error) {
    throw asStoreError(error, `can not copy ${from.shown} to`, to.shown);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function runCopy(words: string[], overwrite: boolean, terminal: Terminal): Promise<void> {
  const [from, to, ...rest] = words;
  if (from === undefined || to === undefined || rest.length > 0) {
    throw new UsageError('copy needs two stores: copy FROM TO');
  }
  const places = [readPlace(from, 'FROM', terminal), readPlace(to, 'TO', terminal)] as const;
  await copy(...places, overwrite, terminal);
}

async function runBackup([file, ...rest]: string[], terminal: Terminal): Promise<void> {
  if (file === undefined || rest.length > 0) {
    throw new UsageError('backup needs one file: backup FILE');
  }
  const place = readPlace('STORE_URL', 'STORE_URL', terminal);
  if (place.kind !== 'sqlite') {
    throw new UsageError(
      `backup copies a file, and the store is ${place.shown}: use copy STORE_URL sqlite://FILE, or what comes with that database`,
    );
  }
  await backupFile(place.path, file);
  terminal.print(`${place.path} is copied to ${file}\n`);
}

async function run(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readLine(args);
  const [command, ...words] = positionals;
  if (values.help) {
    terminal.print(`${USAGE}\n`);
  } else if (command === 'copy') {
    await runCopy(words, values.overwrite, terminal);
  } else if (command === 'backup' && values.overwrite) {
    throw new UsageError('backup has no --overwrite: choose another name');
  } else if (command === 'backup') {
    await runBackup(words, terminal);
  } else {
    const given = command === undefined ? 'no command given' : `"${command}" is not a command`;
    throw new UsageError(`${given}: use copy, backup`);
  }
}

/** Runs one command. The exit code: 0 done, 2 wrong arguments, 1 a database does not do its part, or a fault of ours. */
export async function runStoreLine(args: string[], terminal: Terminal): Promise<number> {
  try {
    await run(args, terminal);
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) {
      terminal.complain(error.lines.join('\n'));
      return 2;
    }
    if (error instanceof UsageError || error instanceof StoreError) {
      terminal.complain(`crowsnest: ${error.message}`);
      return error instanceof UsageError || TYPED.includes(error.kind) ? 2 : 1;
    }
    terminal.complain(inspect(error));
    return 1;
  }
}
