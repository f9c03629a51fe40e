import type { DecodeText } from '#bytes/byteReader.ts';
import type { A2sInfo } from '#codec/a2s/info.ts';
import type { A2sPart } from '#codec/a2s/request.ts';
import type { Peer } from '#transport/udpSockets.ts';
import type { A2sAnswer } from './a2sAnswer.ts';
import { a2sDialogue } from './a2sDialogue.ts';
import type { A2sMemory } from './a2sMemory.ts';
import { type Conversations, QUIET_MS } from './conversations.ts';

export type AskA2sOptions = {
  /** Parts wanted besides info, which is always asked for. */
  parts: readonly A2sPart[];
  /** Parts that are wanted as well once info says what server it is. */
  partsFor?: ((info: A2sInfo) => readonly A2sPart[]) | undefined;
  /** What was learnt in earlier conversations with this address and port; is changed. */
  memory: A2sMemory;
  /** For the whole conversation, challenges and split answers included; ms. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** Polling: spaced, and behind people's questions (spec a2s section 10). */
  polite?: boolean | undefined;
  /** Ask also for lists that the server never answered so far. */
  insist?: boolean | undefined;
  /** How texts are read; UTF-8 when not given. */
  decodeText?: DecodeText | undefined;
};

/** Covers slow and far servers with three tries (spec a2s case 137). */
const DEFAULT_TIMEOUT_MS = 3_000;
/** A server that is later than this many usual round trips no longer takes up room in the window. */
const QUIET_ROUND_TRIPS = 3;

/**
 * Asks a Source, GoldSrc or ARK server for info and, when wanted, players and rules, in one conversation. Partial success
 * is success: only a missing info rejects, with QueryError timeout, refused, banned, bad-reply, challenge-loop or aborted.
 */
export function askA2s(
  conversations: Conversations,
  peer: Peer,
  options: AskA2sOptions,
): Promise<A2sAnswer> {
  const { memory, timeoutMs = DEFAULT_TIMEOUT_MS, signal, polite } = options;
  const quietMs = Math.max(QUIET_MS, QUIET_ROUND_TRIPS * (memory.roundTripMs ?? 0));
  return conversations.hold<A2sAnswer>(peer, { timeoutMs, signal, polite, quietMs }, (line) =>
    a2sDialogue(
      line,
      {
        parts: options.parts,
        partsFor: options.partsFor,
        memory,
        timeoutMs,
        insist: options.insist ?? false,
        decodeText: options.decodeText,
      },
      conversations.now(),
    ),
  );
}
