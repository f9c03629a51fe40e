import type { SampTarget } from '#codec/samp/header.ts';
import type { Conversations } from './conversations.ts';
import { QueryError } from './queryError.ts';
import type { SampAnswer } from './sampAnswer.ts';
import { sampDialogue } from './sampDialogue.ts';
import type { SampMemory } from './sampMemory.ts';
import type { SampPacing } from './sampPacing.ts';
import { randomPing } from './sampPing.ts';
import type { SampAskedPart } from './sampPlan.ts';

export type AskSampOptions = {
  /** Info always comes along. */
  parts: readonly SampAskedPart[];
  /** One deadline for everything, in ms. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** Polling: waits behind people. The flood limits are kept either way. */
  polite?: boolean | undefined;
  /** Ask also for parts that were silent lately. */
  insist?: boolean | undefined;
  /** What earlier conversations with this address and port found; written to. */
  memory: SampMemory;
  /** The same one for all conversations. */
  pacing: SampPacing;
};

/** Two tries of info and a ping, or info and two tries of each list (spec samp section 5). */
const SAMP_TIMEOUT_MS = 5_000;

/**
 * Asks a SA:MP or open.mp server at a numeric IPv4 address. Info is a must; rules, list and links are parts that may be
 * missing. Throws QueryError: timeout, refused, bad-reply, query-disabled (only pings are answered: the server is
 * online), unsupported (an IPv6 address: the protocol has no room for one, spec samp case 14), aborted.
 */
export async function askSamp(
  conversations: Conversations,
  peer: SampTarget,
  options: AskSampOptions,
): Promise<SampAnswer> {
  const { timeoutMs = SAMP_TIMEOUT_MS, signal, polite, insist = false } = options;
  if (peer.address.includes(':')) {
    throw new QueryError(
      'unsupported',
      `SA:MP servers are asked over IPv4 only, and ${peer.address} is IPv6: give a name or address that has IPv4.`,
    );
  }
  return await conversations.hold<SampAnswer>(
    peer,
    { timeoutMs, signal, polite, ownPace: true },
    (line) =>
      sampDialogue(line, {
        peer,
        parts: options.parts,
        insist,
        timeoutMs,
        memory: options.memory,
        pacing: options.pacing,
        makePing: randomPing,
      }),
  );
}
