import type { GameDig } from 'gamedig';
import { guardGamedigHttp } from './gamedigHttp.ts';
import { type GamedigAnswer, readGamedigAnswer } from './gamedigAnswer.ts';
import { orAborted } from '#transport/orAborted.ts';
import { QueryError, type QueryFault } from './queryError.ts';
import { createTurns } from './turns.ts';

/** What is asked through gamedig. The address policy was applied to `address` before. */
type GamedigQuestion = {
  /** gamedig's own type name. */
  type: string;
  /** Numeric: gamedig gets no name, so that it cannot look up another address than the one that was checked. */
  address: string;
  port: number;
  /** For the whole conversation, in ms. */
  timeoutMs: number;
  signal: AbortSignal;
};

export type GamedigClient = {
  /** Throws QueryError: timeout, refused, bad-reply, unsupported, aborted. */
  ask(question: GamedigQuestion): Promise<GamedigAnswer>;
  close(): void;
};

/** What of gamedig is used; passed in by tests. */
export type GamedigQuery = (options: Record<string, unknown>) => Promise<unknown>;

/**
 * Asks games that speak another protocol than A2S through gamedig, and keeps its faults outside: it shares one
 * UDP socket among all its queries, so one server is asked at a time; its cache of ports is keyed without the host
 * (spec a2s case 142), so it is off and only the port given is asked; it changes the options it gets, so each call gets
 * its own; whatever it throws becomes a QueryError.
 */
export function createGamedigClient(query: GamedigQuery = newGamedig()): GamedigClient {
  const turns = createTurns(() => 1);
  const stop = new AbortController();

  async function ask({ type, address, port, timeoutMs, signal }: GamedigQuestion) {
    if (address.includes(':')) {
      throw new QueryError(
        'unsupported',
        `${type} can only be asked over IPv4, and ${address} is IPv6.`,
      );
    }
    const deadline = AbortSignal.timeout(timeoutMs);
    const ends = AbortSignal.any([signal, stop.signal, deadline]);
    const turn = await ownTurn(`${address}:${port}`, ends);
    const place = { type, address, host: address, port };
    const work = askTwice(query, place, timeoutMs, ends);
    // Not at the abort: gamedig can not be stopped, and the next question must not overlap with this one.
    void work.catch(() => null).finally(turn);
    try {
      return readGamedigAnswer(await orAborted(work, ends));
    } catch (error) {
      throw queryError(error, { type, place: `${address}:${port}`, timeoutMs, deadline, ends });
    }
  }

  /** Resolves with the function that gives the turn back, also when `ends` fired first: the query then fails at once. */
  function ownTurn(key: string, ends: AbortSignal): Promise<() => void> {
    return new Promise((resolve) => {
      const leave = turns.take(key, false, () => queueMicrotask(() => resolve(leave)));
      ends.addEventListener('abort', () => resolve(leave), { once: true });
    });
  }

  return { ask, close: () => stop.abort() };
}

const SAFE_OPTIONS = {
  givenPortOnly: true,
  portCache: false,
  maxRetries: 1,
  requestRules: true,
  requestPlayers: true,
};
const WORTH_A_TRY_MS = 200;

/**
 * Two tries inside one deadline: gamedig sends each datagram once, and its own retries know no end for the whole. After
 * the deadline nothing of it goes on; when `ends` fires, what is under way ends by its own timeout and no try follows.
 */
async function askTwice(
  query: GamedigQuery,
  place: Record<string, unknown>,
  timeoutMs: number,
  ends: AbortSignal,
): Promise<unknown> {
  ends.throwIfAborted();
  const until = performance.now() + timeoutMs;
  const once = (socketTimeout: number, attemptTimeout: number) =>
    query({ ...SAFE_OPTIONS, ...place, socketTimeout, attemptTimeout });
  try {
    return await once(Math.ceil(timeoutMs / 2), timeoutMs);
  } catch (error) {
    const left = Math.floor(until - performance.now());
    if (ends.aborted || left < WORTH_A_TRY_MS || faultIn(error) !== 'timeout') {
      throw error;
    }
    return once(left, left);
  }
}

/** gamedig and all its protocols cost 40 MB and a tenth of a second: they are loaded when the first server needs them. */
function newGamedig(): GamedigQuery {
  let loading: Promise<GameDig> | undefined;
  return async (options) => {
    loading ??= loadGamedig();
    return (await loading).query(options);
  };
}

async function loadGamedig(): Promise<GameDig> {
  const gamedig = await import('gamedig');
  guardGamedigHttp(gamedig.protocols);
  return new gamedig.GameDig();
}

type Circumstances = {
  type: string;
  place: string;
  timeoutMs: number;
  deadline: AbortSignal;
  ends: AbortSignal;
};

function queryError(error: unknown, asked: Circumstances): QueryError {
  const { type, place, timeoutMs, deadline, ends } = asked;
  const kind = faultOf(error, deadline, ends);
  const lines: Partial<Record<QueryFault, string>> = {
    timeout: `${place} did not answer as ${type} within ${timeoutMs} ms.`,
    refused: `Nothing listens at ${place} for ${type}.`,
    aborted: `The query of ${place} was given up.`,
    'bad-reply': `${place} answered, but not as ${type} does.`,
  };
  return new QueryError(kind, lines[kind] ?? String(error), { cause: error });
}

function faultOf(error: unknown, deadline: AbortSignal, ends: AbortSignal): QueryFault {
  if (deadline.aborted) {
    return 'timeout';
  }
  return ends.aborted ? 'aborted' : faultIn(error);
}

/** gamedig throws one Error for all tries; what happened stands only in its stack, a message for each try. */
function faultIn(error: unknown): 'timeout' | 'refused' | 'bad-reply' {
  const story = (error instanceof Error ? `${error.message}\n${error.stack}` : String(error))
    .split('\n')
    .filter((line) => !line.startsWith('    at '))
    .join('\n');
  if (ANSWERED.test(story)) {
    return 'bad-reply';
  }
  return REFUSED.test(story) ? 'refused' : 'timeout';
}

/** What an answer leaves behind that was not understood, a parser's stumble included: everything else is silence. */
const ANSWERED =
  /TypeError|RangeError|Bad status code|Unexpected (token|end)|is not valid JSON|Invalid|Corrupt|[Uu]nexpected|Refused: |sends more than/;
const REFUSED = /ECONNREFUSED|Connection Refused|EHOSTUNREACH|ENETUNREACH/;
