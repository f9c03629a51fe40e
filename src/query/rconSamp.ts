import type { SampTarget } from '#codec/samp/header.ts';
import { chooseEncoding } from '#codec/text/chooseEncoding.ts';
import { codePageOfLanguage } from '#codec/text/languageHint.ts';
import { decodeTextAs, encodeTextAs } from '#codec/text/textEncoding.ts';
import type { Conversations } from './conversations.ts';
import { QueryError } from './queryError.ts';
import { type RconOutput, type RconPatience, rconDialogue } from './rconDialogue.ts';
import { randomPing } from './sampPing.ts';
import type { SampPacing } from './sampPacing.ts';

/** A console command for a SA:MP or open.mp server. Neither field ever stands in a message, an error or a log line. */
export type RconRequest = { password: string; command: string };

export type RconOptions = {
  /** The server's code page by WHATWG label, as a person set it or as its texts told; null when neither did. */
  encoding: string | null;
  /** How the server names its language, which hints at a code page when none is known; null = UTF-8, answers by their looks. */
  language?: Uint8Array | null;
  signal?: AbortSignal | undefined;
  /** The same one that askSamp has. */
  pacing: SampPacing;
  /** Shorter ones are for tests. */
  patience?: RconPatience;
};

/** What a console command came to, as text in which the password is never found. */
export type RconAnswer =
  | { outcome: 'answered'; lines: string[]; cut: boolean }
  | Exclude<RconOutput, { outcome: 'answered' }>;

/** Spec samp section 6: 2 s for the first line, 0.5 s of quiet for the end. */
const PATIENCE: RconPatience = { firstLineMs: 2_000, quietMs: 500, pingMs: 1_000 };
/** A console that never falls silent is left after this time, in ms. */
const LONGEST_MS = 10_000;
/** Both fit well into one datagram, and so does what a console takes. */
const MOST_TEXT = 1_024;
const HIDDEN = '•••';

/**
 * Runs one console command over `x` (spec samp section 6). The password goes to the server in clear text: that is the
 * protocol. A command is sent once, whatever happens. Throws QueryError: unsupported (IPv6, or a text that is too long),
 * aborted.
 */
export async function rconSamp(
  conversations: Conversations,
  peer: SampTarget,
  request: RconRequest,
  { encoding, language = null, signal, pacing, patience = PATIENCE }: RconOptions,
): Promise<RconAnswer> {
  const hinted = language === null ? null : codePageOfLanguage(language);
  const encode = encodeTextAs(encoding ?? hinted ?? 'utf-8');
  const password = encode(request.password);
  const command = encode(request.command);
  refuseUnsupported(peer, password, command);
  const output = await conversations.hold<RconOutput>(
    peer,
    { timeoutMs: LONGEST_MS, signal, ownPace: true },
    (line) =>
      rconDialogue(line, { peer, password, command, pacing, patience, pingPayload: randomPing() }),
  );
  return output.outcome === 'answered'
    ? { ...output, lines: withoutPassword(texts(output.lines, encoding, language), request) }
    : output;
}

function texts(
  lines: readonly Uint8Array[],
  encoding: string | null,
  language: Uint8Array | null,
): string[] {
  const samples = lines.map((bytes) => ({ bytes }));
  const label = encoding ?? chooseEncoding(samples, language).encoding;
  return lines.map(decodeTextAs(label));
}

/** Consoles print what they were given, and some print their settings: the password goes no further. */
function withoutPassword(lines: readonly string[], { password }: RconRequest): string[] {
  return lines.map((line) => (password === '' ? line : line.replaceAll(password, HIDDEN)));
}

function refuseUnsupported(peer: SampTarget, password: Uint8Array, command: Uint8Array): void {
  if (peer.address.includes(':')) {
    throw new QueryError('unsupported', `RCON goes over IPv4 only, and ${peer.address} is IPv6.`);
  }
  if (password.length > MOST_TEXT || command.length > MOST_TEXT) {
    throw new QueryError(
      'unsupported',
      `An RCON password and command may have ${MOST_TEXT} bytes each.`,
    );
  }
}
