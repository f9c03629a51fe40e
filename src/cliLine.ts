import { parseArgs } from 'node:util';

/** The command line was wrong: one line says what, the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Printed for --help. */
export const USAGE = `usage: npm run -s query -- status|players|rules|ping HOST[:PORT]
         [--game ID] [--parts info,players,rules] [--timeout MS] [--encoding NAME] [--json] [--allow-private]
       npm run -s query -- rcon HOST[:PORT] --password-file FILE [--game ID] [--encoding NAME] [--allow-private] COMMAND...
       npm run -s query -- list HOST[:PORT]|steam|ark-official|asa-official|asa-unofficial|openmp
         [--filter '\\gamedir\\cstrike\\empty\\1'] [--region ff] [--limit N] [--xash] [--json] [--allow-private]
       npm run -s query -- master --listen 127.0.0.1:27010 [--allow-private]`;

const LOOK = ['game', 'parts', 'timeout', 'encoding', 'json', 'allow-private'];
/** What each command takes; --help is for all. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  status: LOOK,
  players: LOOK,
  rules: LOOK,
  ping: LOOK,
  rcon: ['password-file', 'game', 'encoding', 'allow-private'],
  list: ['filter', 'region', 'limit', 'xash', 'json', 'allow-private'],
  master: ['listen', 'allow-private'],
};

/** What was typed, as it was typed. */
export type CommandLine = ReturnType<typeof parse>;

/** Takes a command line apart. Throws UsageError for an option that is none, or none of its command. */
export function readCommandLine(args: string[]): CommandLine {
  const line = parse(args);
  const [command = ''] = line.positionals;
  const known = Object.hasOwn(OPTIONS, command) ? OPTIONS[command] : undefined;
  const stray = line.tokens.find(
    (token) => token.kind === 'option' && token.name !== 'help' && !known?.includes(token.name),
  );
  if (known !== undefined && stray?.kind === 'option') {
    const list = known.map((name) => `--${name}`).join(', ');
    throw new UsageError(`${command} has no ${stray.rawName}: it takes ${list}`);
  }
  return line;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      tokens: true,
      options: {
        game: { type: 'string' },
        parts: { type: 'string' },
        timeout: { type: 'string' },
        encoding: { type: 'string' },
        'password-file': { type: 'string' },
        filter: { type: 'string' },
        region: { type: 'string' },
        limit: { type: 'string' },
        xash: { type: 'boolean', default: false },
        listen: { type: 'string' },
        json: { type: 'boolean', default: false },
        'allow-private': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    const [line = ''] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new UsageError(line, { cause: error });
  }
}
