import type { DecodeText } from '#bytes/byteReader.ts';
import type { A2sInfo } from '#codec/a2s/info.ts';
import { type A2sPart, encodeRequest } from '#codec/a2s/request.ts';
import type { A2sAnswer } from './a2sAnswer.ts';
import { type Exchange, heldExchange, patience } from './a2sExchange.ts';
import { type Heard, nothingHeard } from './a2sHeard.ts';
import type { A2sMemory } from './a2sMemory.ts';
import type { Line } from './dialogue.ts';
import type { SplitAnswers } from './splitAnswers.ts';

export type A2sQuestion = {
  /** Parts wanted besides info, which always is. */
  parts: readonly A2sPart[];
  /** Parts that are wanted as well now that info says so. */
  partsFor?: ((info: A2sInfo) => readonly A2sPart[]) | undefined;
  memory: A2sMemory;
  timeoutMs: number;
  /** Ask also for what the server never answered so far. */
  insist: boolean;
  decodeText: DecodeText | undefined;
};

/** One conversation with a server, as it stands. Times in ms. */
export type A2sTalk = {
  readonly line: Line<A2sAnswer>;
  readonly question: A2sQuestion;
  readonly heard: Heard;
  readonly info: Exchange;
  readonly lists: readonly Exchange[];
  /** Info and the lists. */
  readonly exchanges: readonly Exchange[];
  /** Made when the first fragment comes. */
  splits: SplitAnswers | null;
  /** The newest challenge of this conversation. */
  newest: Uint8Array | null;
  datagramsSent: number;
  /** Until then the 49 that may follow a 6D is waited for. */
  secondInfoUntil: number;
  /** When it ends although parts are open: the server refuses to talk. */
  hangUpAt: number;
};

export function startTalk(line: Line<A2sAnswer>, question: A2sQuestion, now: number): A2sTalk {
  const info = heldExchange('info');
  const lists = (['players', 'rules'] as const).map((part) => {
    const list = heldExchange(part);
    list.state = 'skipped';
    if (question.parts.includes(part)) {
      want(list, question, now);
    }
    return list;
  });
  return {
    line,
    question,
    heard: nothingHeard(),
    info,
    lists,
    exchanges: [info, ...lists],
    splits: null,
    newest: null,
    datagramsSent: 0,
    secondInfoUntil: Number.NEGATIVE_INFINITY,
    hangUpAt: Number.POSITIVE_INFINITY,
  };
}

/** Has a list asked for that was skipped, unless it was silent so often that it rests. */
export function want(list: Exchange, { memory, insist }: A2sQuestion, now: number): void {
  if (list.part === 'info' || list.state !== 'skipped') {
    return;
  }
  const { askAgainAt, silences } = memory.lists[list.part];
  if (askAgainAt > now && !insist) {
    list.state = 'rested';
    list.fault = `not answered ${silences} times in a row, so it is asked rarely`;
  } else {
    list.state = 'held';
  }
}

/** Sends the request and notes when it is due again. A null challenge asks plainly. */
export function ask(talk: A2sTalk, exchange: Exchange, challenge: Uint8Array | null): void {
  talk.datagramsSent += 1;
  exchange.order = talk.datagramsSent;
  exchange.challenge = challenge;
  exchange.state = 'asked';
  exchange.sentAt = talk.line.send(encodeRequest(exchange.part, challenge));
  exchange.dueAt = exchange.sentAt + wait(talk, exchange);
}

/** Asks for the lists that were not asked for yet. */
export function askHeldLists(talk: A2sTalk): void {
  for (const list of talk.lists) {
    if (list.state === 'held') {
      ask(talk, list, knownChallenge(talk, list.part));
    }
  }
}

/** What to try first, null for a plain request. What the server told just now is better than what is remembered. */
export function knownChallenge({ question, newest }: A2sTalk, part: A2sPart): Uint8Array | null {
  const remembered = question.memory.challenges.get(part);
  return remembered === null ? null : (newest ?? remembered ?? null);
}

/** How long to wait for an answer to what was sent last. */
export function wait({ question, heard }: A2sTalk, exchange: Exchange): number {
  return patience(exchange, heard.pingMs ?? question.memory.roundTripMs, question.timeoutMs);
}
