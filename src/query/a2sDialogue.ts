import { encodeRequest } from '#codec/a2s/request.ts';
import type { A2sAnswer } from './a2sAnswer.ts';
import { type Exchange, MOST_REPEATS } from './a2sExchange.ts';
import { forgetManners } from './a2sMemory.ts';
import { answerOf, failureOf } from './a2sOutcome.ts';
import { takeDatagram } from './a2sReceive.ts';
import {
  type A2sQuestion,
  type A2sTalk,
  ask,
  askHeldLists,
  knownChallenge,
  startTalk,
  wait,
} from './a2sTalk.ts';
import type { Dialogue, Line } from './dialogue.ts';
import { QueryError } from './queryError.ts';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Our side of an A2S or GoldSrc conversation. Info first, then players and rules side by side; all three at once when it
 * is known from last time how the server wants to be asked. Answers count by type; strays change nothing (spec a2s
 * sections 1, 2, 5, 10).
 */
export function a2sDialogue(
  line: Line<A2sAnswer>,
  question: A2sQuestion,
  startedAt: number,
): Dialogue {
  const talk = startTalk(line, question, startedAt);
  return {
    begin(now) {
      ask(talk, talk.info, knownChallenge(talk, 'info'));
      if (isWellKnown(talk)) {
        askHeldLists(talk);
      }
      proceed(talk, now);
    },
    receive(datagram, now) {
      takeDatagram(talk, datagram, now);
      proceed(talk, now);
    },
    wake(now) {
      repeatWhatIsDue(talk, now);
      proceed(talk, now);
    },
    refused() {
      if (!talk.heard.anything) {
        forgetManners(question.memory);
        line.fail(
          new QueryError('refused', 'The machine answers, but nothing listens on that port.'),
        );
      }
    },
    expire: (now) => hangUp(talk, now),
  };
}

/** Whether every wanted part was answered before, so that nothing has to be found out first. */
function isWellKnown({ exchanges, question: { memory } }: A2sTalk): boolean {
  const known = ({ state, part }: Exchange) =>
    state === 'skipped' || state === 'rested' || memory.challenges.has(part);
  return !memory.doubled && exchanges.every(known);
}

function repeatWhatIsDue(talk: A2sTalk, now: number): void {
  for (const exchange of talk.exchanges) {
    if (exchange.state === 'asked' && exchange.dueAt <= now && talk.heard.printed === null) {
      repeat(talk, exchange, now);
    }
  }
}

function repeat(talk: A2sTalk, exchange: Exchange, now: number): void {
  const { info, heard, line } = talk;
  if (exchange.confused) {
    exchange.confused = false;
    exchange.confusions += 1;
    ask(talk, exchange, exchange.challenge);
  } else if (exchange !== info && info.state !== 'answered') {
    // Who has not answered even info is not asked for more; the lists are asked anew when it does.
    exchange.state = 'held';
  } else if (exchange.repeats < MOST_REPEATS) {
    exchange.repeats += 1;
    talk.splits?.forget(now - wait(talk, exchange) / 2);
    // Plainly: a challenge that is met with silence was disliked (spec a2s case 14).
    ask(talk, exchange, null);
    if (exchange === info && exchange.repeats === 1 && !heard.anything) {
      line.probe(encodeRequest('info', null));
    }
  } else if (exchange === info) {
    exchange.dueAt = NEVER;
  } else {
    exchange.state = 'given-up';
  }
}

/** After anything happened: asks what can be asked now, ends, or says when to be woken. */
function proceed(talk: A2sTalk, now: number): void {
  const infoDone = talk.info.state === 'answered' && now >= talk.secondInfoUntil;
  if (infoDone && talk.heard.printed === null) {
    askHeldLists(talk);
  }
  if (now >= talk.hangUpAt || (infoDone && !talk.exchanges.some(isAsked))) {
    hangUp(talk, now);
  } else if (talk.heard.printed !== null) {
    talk.line.wakeAt(talk.hangUpAt);
  } else {
    const secondInfo = talk.info.state === 'answered' && !infoDone ? talk.secondInfoUntil : NEVER;
    talk.line.wakeAt(Math.min(secondInfo, firstDue(talk.exchanges)));
  }
}

const isAsked = ({ state }: Exchange): boolean => state === 'asked';

function firstDue(exchanges: readonly Exchange[]): number {
  let first = NEVER;
  for (const exchange of exchanges) {
    first = isAsked(exchange) ? Math.min(first, exchange.dueAt) : first;
  }
  return first;
}

/** Ends with what was heard: an answer when info is among it. */
function hangUp(talk: A2sTalk, now: number): void {
  if (talk.info.state === 'answered') {
    talk.line.finish(answerOf(talk, now));
  } else {
    forgetManners(talk.question.memory);
    talk.line.fail(failureOf(talk));
  }
}
