import type { A2sPart } from '#codec/a2s/request.ts';
import type { A2sAnswer, Part } from './a2sAnswer.ts';
import type { Exchange } from './a2sExchange.ts';
import { answeredPart } from './a2sHeard.ts';
import { noteList, noteRoundTrip } from './a2sMemory.ts';
import type { A2sTalk } from './a2sTalk.ts';
import { QueryError } from './queryError.ts';

/** The answer of a conversation in which info came; notes in the memory what the next one should know. */
export function answerOf(talk: A2sTalk, now: number): A2sAnswer {
  const { heard, question, lists, splits } = talk;
  const [players, rules] = lists;
  noteRoundTrip(question.memory, heard.pingMs ?? 0);
  for (const { part, state } of lists) {
    const asked = state === 'asked' || state === 'given-up';
    const silent = asked && heard.printed === null && shortfallIn(talk, part) === null;
    if (part !== 'info' && (state === 'answered' || silent)) {
      noteList(question.memory.lists[part], state === 'answered', now);
    }
  }
  return {
    info: heard.info,
    goldsrcInfo: heard.goldsrcInfo,
    players: partOf(talk, players, heard.players),
    rules: partOf(talk, rules, heard.rules),
    pingMs: heard.pingMs ?? 0,
    problems: faultsOf(splits).map((fault) => `split answer: ${fault}`),
  };
}

const faultsOf = (splits: A2sTalk['splits']): readonly string[] => splits?.faults ?? [];

/** What came of an answer to this query whose other fragments did not; null when no fragment can be of one. */
function shortfallIn({ splits }: A2sTalk, part: A2sPart): string | null {
  const ofPart = splits
    ?.shortfalls()
    .findLast(({ type }) => type === null || answeredPart(type) === part);
  return ofPart?.came ?? null;
}

function partOf<T>(talk: A2sTalk, exchange: Exchange | undefined, value: T | null): Part<T> {
  const { heard, splits } = talk;
  if (value !== null) {
    return { state: 'answered', value };
  }
  if (exchange === undefined || exchange.state === 'skipped') {
    return { state: 'skipped', reason: 'not asked for' };
  }
  if (exchange.state === 'rested') {
    return { state: 'rested', reason: exchange.fault ?? 'asked rarely' };
  }
  if (exchange.order === 0) {
    return { state: 'silent', reason: 'the deadline passed before it could be asked for' };
  }
  if (heard.printed !== null) {
    return { state: 'failed', reason: `the server says: ${heard.printed}` };
  }
  const fault = exchange.fault ?? faultsOf(splits).at(-1);
  if (fault !== undefined) {
    return { state: 'failed', reason: fault };
  }
  const asked = `asked ${1 + exchange.repeats} times`;
  const came = shortfallIn(talk, exchange.part);
  return came === null
    ? { state: 'silent', reason: `${asked}, no answer` }
    : { state: 'failed', reason: `${came}, ${asked}` };
}

/** Why a conversation in which no info came has failed. */
export function failureOf({ heard, info, splits }: A2sTalk): QueryError {
  if (heard.printed !== null) {
    return new QueryError('banned', `The server says: ${heard.printed}`);
  }
  const fault = info.fault ?? faultsOf(splits).at(-1);
  if (fault !== undefined) {
    return new QueryError('bad-reply', `The answer to info cannot be read: ${fault}.`);
  }
  if (heard.noise && !heard.anything) {
    return new QueryError('bad-reply', 'Something answers there, but not with A2S.');
  }
  const times = `asked ${1 + info.repeats} times`;
  return new QueryError(
    'timeout',
    info.rounds > 0
      ? `It asked for a challenge to be sent back and then kept silent (${times}).`
      : `No answer (${times}).`,
  );
}
