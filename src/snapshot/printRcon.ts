import type { RconAnswer } from '#query/rconSamp.ts';
import { withoutControls } from './serverText.ts';

/** What the terminal shows of a console command: the server's lines, and a line about what went wrong, null when nothing did. */
export type PrintedRcon = { lines: string[]; problem: string | null };

/** Pure; English. Control characters of a stranger's server do not reach the screen. */
export function printRcon(answer: RconAnswer): PrintedRcon {
  switch (answer.outcome) {
    case 'answered':
      return {
        lines: answer.lines.map((line) => withoutControls(line.replaceAll('\t', '  '))),
        problem: answer.cut ? 'The server had more to say than is shown.' : null,
      };
    case 'wrong-password':
      return { lines: [], problem: 'The server says that the RCON password is wrong.' };
    case 'refused':
      return { lines: [], problem: 'Nothing listens on that port: the server is not running.' };
    case 'silent':
      return { lines: [], problem: answer.reachable ? SILENT_CONSOLE : SILENT_SERVER };
  }
}

const SILENT_CONSOLE =
  'No answer, though the server is up: RCON is off there, its queries are switched off, this machine is banned, the command prints nothing, or a datagram was lost. "echo x" always prints, so it tells more. The command was not repeated.';
const SILENT_SERVER =
  'No answer to the command, and none to a ping: the server is down or not reachable from here. The command was not repeated.';
