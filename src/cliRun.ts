import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { printRcon } from '#snapshot/printRcon.ts';
import { printSnapshot, type Sheet } from '#snapshot/printSnapshot.ts';
import { openQueryCore } from '#snapshot/queryCore.ts';
import type { Snapshot, SnapshotPart } from '#snapshot/snapshot.ts';
import { describeTargetProblem, parseTarget, type Target } from '#snapshot/target.ts';
import { runList } from './cliList.ts';
import { type CommandLine, readCommandLine, USAGE, UsageError } from './cliLine.ts';
import { runMaster } from './cliMaster.ts';
import type { Terminal } from './cliTerminal.ts';

/** What the command line asks for, checked. */
type Order = {
  sheet: Sheet;
  target: Target;
  parts: readonly SnapshotPart[];
  /** Null: what suits the game. */
  timeoutMs: number | null;
  json: boolean;
  allowPrivate: boolean;
};

/** A console command for a SA:MP or open.mp server. The password stands in a file, never on the command line. */
type RconOrder = Pick<Order, 'target' | 'allowPrivate'> & { passwordFile: string; command: string };

/** What is asked when --parts is not given. */
const PARTS: Readonly<Record<Sheet, readonly SnapshotPart[]>> = {
  status: ['info', 'players', 'rules'],
  players: ['info', 'players'],
  rules: ['info', 'rules'],
  ping: ['info'],
};
const TIMEOUT_MS = { least: 100, most: 60_000 };

const isSheet = (text: string): text is Sheet => Object.hasOwn(PARTS, text);
const isPart = (text: string): text is SnapshotPart => PARTS.status.some((part) => part === text);

function readTimeout(text: string | undefined): number | null {
  if (text === undefined) {
    return null;
  }
  const timeoutMs = Number(text);
  if (!Number.isInteger(timeoutMs) || timeoutMs < TIMEOUT_MS.least || timeoutMs > TIMEOUT_MS.most) {
    throw new UsageError(
      `--timeout ${text} is not a time: give milliseconds from ${TIMEOUT_MS.least} to ${TIMEOUT_MS.most}`,
    );
  }
  return timeoutMs;
}

function readParts(text: string | undefined, sheet: Sheet): readonly SnapshotPart[] {
  const parts = text?.split(',') ?? PARTS[sheet];
  const known = parts.filter(isPart);
  if (known.length !== parts.length) {
    throw new UsageError(`--parts ${text} is not a list of info, players and rules`);
  }
  return known;
}

/** Throws UsageError. */
function readRconOrder({ values, positionals }: CommandLine): RconOrder {
  const [, address, ...words] = positionals;
  const passwordFile = values['password-file'];
  if (address === undefined || words.length === 0) {
    throw new UsageError(
      'rcon needs a server and a command: rcon HOST:PORT --password-file FILE COMMAND',
    );
  }
  if (passwordFile === undefined) {
    throw new UsageError('rcon needs --password-file FILE: a file that holds the RCON password');
  }
  const parsed = parseTarget(address, values.game ?? 'samp', values.encoding ?? null);
  if (!parsed.ok) {
    throw new UsageError(describeTargetProblem(parsed.problem));
  }
  return {
    target: parsed.target,
    allowPrivate: values['allow-private'],
    passwordFile,
    command: words.join(' '),
  };
}

/** Throws UsageError. */
function readOrder({ values, positionals }: CommandLine): Order {
  const [sheet = '', address, ...rest] = positionals;
  if (!isSheet(sheet)) {
    const given = sheet === '' ? 'no command given' : `"${sheet}" is not a command`;
    throw new UsageError(
      `${given}: use ${[...Object.keys(PARTS), 'rcon', 'list', 'master'].join(', ')}`,
    );
  }
  if (address === undefined) {
    throw new UsageError(`${sheet} needs a server: ${sheet} HOST:PORT`);
  }
  if (rest.length > 0) {
    throw new UsageError(`one server at a time: what is "${rest.join(' ')}"?`);
  }
  const parsed = parseTarget(address, values.game ?? null, values.encoding ?? null);
  if (!parsed.ok) {
    throw new UsageError(describeTargetProblem(parsed.problem));
  }
  return {
    sheet,
    target: parsed.target,
    parts: readParts(values.parts, sheet),
    timeoutMs: readTimeout(values.timeout),
    json: values.json,
    allowPrivate: values['allow-private'],
  };
}

async function ask({ target, parts, timeoutMs, allowPrivate }: Order): Promise<Snapshot> {
  const core = openQueryCore({
    allowPrivateAddresses: allowPrivate,
    ...(timeoutMs === null ? {} : { timeoutMs }),
  });
  try {
    return await core.takeSnapshot(target, parts);
  } finally {
    await core.close();
  }
}

function show(
  snapshot: Snapshot,
  { json, sheet, allowPrivate }: Order,
  { print, complain }: Terminal,
): void {
  const words = printSnapshot(snapshot, sheet).join('\n');
  print(json ? `${JSON.stringify(snapshot, null, 2)}\n` : `${words}\n`);
  if (json && snapshot.state === 'offline') {
    complain(words);
  }
  if (snapshot.reason === 'address-refused' && !allowPrivate) {
    complain('Add --allow-private to ask private addresses and low ports.');
  }
}

async function readPassword(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--password-file ${file} cannot be read`, { cause: error });
  });
  const password = text.replace(/\r?\n$/, '');
  if (password === '') {
    throw new UsageError(`--password-file ${file} is empty`);
  }
  return password;
}

async function runConsole(
  { target, allowPrivate, ...order }: RconOrder,
  { print, complain }: Terminal,
): Promise<void> {
  const password = await readPassword(order.passwordFile);
  const core = openQueryCore({ allowPrivateAddresses: allowPrivate });
  try {
    const answer = await core.runConsole(target, { password, command: order.command });
    if (answer.outcome === 'offline' && answer.snapshot.reason === 'unsupported') {
      throw new UsageError(answer.snapshot.detail ?? 'this server cannot be sent that command');
    }
    if (answer.outcome === 'offline') {
      complain(printSnapshot(answer.snapshot, 'status').join('\n'));
      return;
    }
    const { lines, problem } = printRcon(answer);
    for (const line of lines) {
      print(`${line}\n`);
    }
    if (problem !== null) {
      complain(problem);
    }
  } finally {
    await core.close();
  }
}

/** Runs one command. The exit code: 0 answered (also "offline"), 2 wrong arguments, 1 a fault of ours. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  try {
    const line = readCommandLine(args);
    if (line.values.help) {
      terminal.print(`${USAGE}\n`);
      return 0;
    }
    switch (line.positionals[0]) {
      case 'rcon':
        await runConsole(readRconOrder(line), terminal);
        return 0;
      case 'list':
        return await runList(line, terminal);
      case 'master':
        return await runMaster(line, terminal);
      default: {
        const order = readOrder(line);
        show(await ask(order), order, terminal);
        return 0;
      }
    }
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`crowsnest: ${error.message}`);
      return 2;
    }
    terminal.complain(inspect(error));
    return 1;
  }
}
