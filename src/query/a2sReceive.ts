import { PacketError } from '#bytes/packetError.ts';
import { decodeChallenge } from '#codec/a2s/challenge.ts';
import { decodePrint } from '#codec/a2s/print.ts';
import { classifyReply, REPLY } from '#codec/a2s/reply.ts';
import type { A2sPart } from '#codec/a2s/request.ts';
import {
  challengedExchange,
  type Exchange,
  MOST_CONFUSIONS,
  MOST_ROUNDS,
  oldestAsked,
} from './a2sExchange.ts';
import { answeredPart, hasHeard, hear, type WholeAnswer } from './a2sHeard.ts';
import { type A2sTalk, ask, askHeldLists, wait, want } from './a2sTalk.ts';
import { QueryError } from './queryError.ts';
import { createSplitAnswers } from './splitAnswers.ts';

/** How long the 49 of a server that answers twice may follow its 6D (spec a2s case 64). */
const DOUBLE_ANSWER_MS = 250;
/** The shortest time between a request and its repeat after a wrong answer. */
const SHORTEST_REPEAT_MS = 40;

/** Takes what a server sent, whatever it is. Never throws: what cannot be read is noted, and waited on. */
export function takeDatagram(talk: A2sTalk, datagram: Uint8Array, now: number): void {
  const reply = classifyReply(datagram);
  if (reply.kind === 'single') {
    takePayload(talk, { ...reply, even: true }, now);
  } else if (reply.kind === 'split') {
    takeFragment(talk, datagram, now);
  } else {
    talk.heard.noise = true;
  }
}

function takeFragment(talk: A2sTalk, datagram: Uint8Array, now: number): void {
  talk.splits ??= createSplitAnswers();
  const joined = talk.splits.add(datagram, now);
  const type = joined?.payload[0];
  if (joined && type !== undefined) {
    if (!takePayload(talk, { type, ...joined }, now)) {
      talk.splits.release(datagram);
    }
    return;
  }
  // More of it is on its way: no reason to ask again yet.
  for (const exchange of talk.exchanges) {
    if (exchange.state === 'asked') {
      exchange.dueAt = Math.max(exchange.dueAt, now + wait(talk, exchange));
    }
  }
}

/** False when it was of no use: unasked, unreadable, or nothing that is known. */
function takePayload(talk: A2sTalk, answer: WholeAnswer, now: number): boolean {
  const { type, payload } = answer;
  const part = answeredPart(type);
  talk.heard.anything = true;
  try {
    if (part !== undefined) {
      return takeAnswer(talk, part, answer, now);
    } else if (type === REPLY.challenge) {
      takeChallenge(talk, decodeChallenge(payload), now);
    } else if (type === REPLY.print) {
      takePrint(talk, payload, now);
    }
  } catch (error) {
    if (!(error instanceof PacketError)) {
      throw error;
    }
    exchangeOf(talk, part ?? 'info').fault = error.message;
  }
  return false;
}

function exchangeOf(talk: A2sTalk, part: A2sPart): Exchange {
  return talk.exchanges.find((exchange) => exchange.part === part) ?? talk.info;
}

function takeAnswer(talk: A2sTalk, part: A2sPart, answer: WholeAnswer, now: number): boolean {
  const { heard, question } = talk;
  const { type } = answer;
  const exchange = exchangeOf(talk, part);
  const second = part === 'info' && exchange.state === 'answered' && !hasHeard(heard, type);
  if (exchange.state !== 'asked' && !second) {
    hurry(talk, now);
    return false;
  }
  hear(heard, answer, question.decodeText);
  if (!second) {
    exchange.state = 'answered';
    question.memory.challenges.set(part, exchange.challenge);
    heard.pingMs ??= Math.max(0, now - exchange.sentAt);
  }
  if (part === 'info') {
    takeInfo(talk, now);
  }
  return true;
}

function takeInfo(talk: A2sTalk, now: number): void {
  const { heard, question } = talk;
  question.memory.doubled = heard.info !== null && heard.goldsrcInfo !== null;
  talk.secondInfoUntil = heard.info === null ? now + DOUBLE_ANSWER_MS : Number.NEGATIVE_INFINITY;
  const wanted = heard.info === null ? [] : (question.partsFor?.(heard.info) ?? []);
  for (const list of talk.lists) {
    if (wanted.includes(list.part)) {
      want(list, question, now);
    }
    if (list.state === 'asked') {
      list.dueAt = now + wait(talk, list);
    }
  }
}

/** Another query was answered than one that waits: the latter is asked again in a moment (spec a2s case 19). */
function hurry({ exchanges, heard }: A2sTalk, now: number): void {
  const waiting = oldestAsked(exchanges);
  if (waiting && waiting.confusions < MOST_CONFUSIONS) {
    const moment = Math.max(SHORTEST_REPEAT_MS, 2 * (heard.pingMs ?? 0));
    waiting.dueAt = Math.min(waiting.dueAt, Math.max(now, waiting.sentAt + moment));
    waiting.confused = true;
  }
}

/** Maybe challenges without end: one query of the three is enough to find out, so the lists wait for info. */
function isAheadOfInfo({ info }: A2sTalk, list: Exchange): boolean {
  return list !== info && info.state === 'asked' && info.rounds + list.rounds > 1;
}

function takeChallenge(talk: A2sTalk, challenge: Uint8Array, now: number): void {
  const { heard, question } = talk;
  talk.newest = challenge;
  const exchange = challengedExchange(
    talk.exchanges,
    challenge,
    (part) => question.memory.challenges.get(part) === null,
  );
  if (!exchange || heard.printed !== null) {
    return;
  }
  heard.pingMs ??= Math.max(0, now - exchange.sentAt);
  if (isAheadOfInfo(talk, exchange)) {
    exchange.state = 'held';
    return;
  }
  if (exchange.rounds < MOST_ROUNDS) {
    exchange.rounds += 1;
    ask(talk, exchange, challenge);
    if (exchange === talk.info && exchange.rounds === 1 && !question.memory.doubled) {
      // Who challenges is there and speaks A2S: the lists need not wait for info, one round trip is saved.
      askHeldLists(talk);
    }
    return;
  }
  exchange.state = 'given-up';
  exchange.fault = `each of ${MOST_ROUNDS + 1} requests was met with another challenge`;
  if (exchange === talk.info) {
    talk.line.fail(new QueryError('challenge-loop', `Info: ${exchange.fault}.`));
  }
}

/** The server refuses to talk (spec a2s case 25): nothing more is sent, and an answer on its way is waited for shortly. */
function takePrint(talk: A2sTalk, payload: Uint8Array, now: number): void {
  const { heard, question, info } = talk;
  heard.printed ??= decodePrint(payload, { decodeText: question.decodeText }).trim();
  talk.hangUpAt = Math.min(talk.hangUpAt, now + wait(talk, info));
}
