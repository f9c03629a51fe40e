import type { HttpAnswer, HttpClient } from '#transport/http.ts';
import { TransportError } from '#transport/transportError.ts';
import { ListError, type ListFault } from './listError.ts';
import { orAborted } from '#transport/orAborted.ts';

/** What was read of a web document, or kept from an earlier reading. */
type WebReading<T> = {
  value: T;
  /** When the source gave it, or said that it is still so; ms since 1970. */
  readAt: number;
  /** Why this is a kept copy although it was to be read again; null when it is as fresh as it should be. */
  problem: string | null;
};

export type WebDocument<T> = {
  /** Throws ListError when there is nothing to give: `timeout`, `unreachable`, `forbidden`, `limited`, `source-failed`, `bad-reply`, `aborted`. */
  read(signal?: AbortSignal): Promise<WebReading<T>>;
};

export type WebDocumentOptions<T> = {
  http: HttpClient;
  /** Name of the source, for errors. */
  source: string;
  url: string;
  /** Reads the body as it comes. `whole` false: it broke off. Throws ListError `bad-reply` for something else altogether. */
  parse: (body: AsyncIterable<Uint8Array>) => Promise<{ value: T; whole: boolean }>;
  /** How long a reading is given out without asking again, in ms. */
  freshForMs: number;
  now: () => number;
  /** What a refusal by status means at this source. */
  explain?: Partial<Record<ListFault, string>>;
};

/** How long a failure is given out without trying again, in ms. */
const FAILED_MS = 60_000;
const NO_VALIDATORS = { etag: null, lastModified: null };

type Kept<T> = { value: T; readAt: number; etag: string | null; lastModified: string | null };

/**
 * A document on the web that changes: read by one at a time, kept, and asked for again with its validators so that an
 * unchanged one costs nothing. When it cannot be read again, the last good one stands (spec master section 10).
 */
export function createWebDocument<T>(options: WebDocumentOptions<T>): WebDocument<T> {
  const { http, source, url, parse, freshForMs, now } = options;
  let kept: Kept<T> | null = null;
  let failure: { error: ListError; at: number } | null = null;
  let pending: Promise<WebReading<T>> | null = null;

  async function load(): Promise<WebReading<T>> {
    try {
      const answer = await http.get(url, { headers: validators(kept) });
      const reading = await take(answer);
      failure = null;
      return reading;
    } catch (cause) {
      const error = asListError(cause, source);
      failure = { error, at: now() };
      return orKept(error);
    }
  }

  async function take(answer: HttpAnswer): Promise<WebReading<T>> {
    if (answer.status === 200) {
      return takeBody(answer);
    }
    answer.discard();
    if (answer.status !== 304 || kept === null) {
      throw statusError(answer.status, answer.retryAfterMs, options);
    }
    kept = { ...kept, readAt: now() };
    return { value: kept.value, readAt: kept.readAt, problem: null };
  }

  async function takeBody({ body, etag, lastModified }: HttpAnswer): Promise<WebReading<T>> {
    const { value, whole } = await parse(body);
    const problem = whole ? null : `The list of ${source} broke off.`;
    if (problem !== null && kept !== null) {
      // Half a list does not take the place of a whole one.
      throw new ListError('bad-reply', source, problem);
    }
    const readAt = now();
    kept = { value, readAt, ...(whole ? { etag, lastModified } : NO_VALIDATORS) };
    return { value, readAt, problem };
  }

  function orKept(error: ListError): WebReading<T> {
    if (kept === null) {
      throw error;
    }
    return { value: kept.value, readAt: kept.readAt, problem: error.message };
  }

  const givenUp = (cause: unknown) =>
    new ListError('aborted', source, `Reading the list of ${source} was given up.`, { cause });

  return {
    async read(signal) {
      const time = now();
      if (kept !== null && time - kept.readAt < freshForMs) {
        return { value: kept.value, readAt: kept.readAt, problem: null };
      }
      if (failure !== null && time - failure.at < Math.min(freshForMs, FAILED_MS)) {
        return orKept(failure.error);
      }
      pending ??= load().finally(() => {
        pending = null;
      });
      // The reading is left to those who still wait for it.
      return signal === undefined ? pending : orAborted(pending, signal, givenUp);
    },
  };
}

function validators(kept: Kept<unknown> | null): Record<string, string> {
  return {
    ...(kept?.etag == null ? {} : { 'if-none-match': kept.etag }),
    ...(kept?.lastModified == null ? {} : { 'if-modified-since': kept.lastModified }),
  };
}

function statusError(
  status: number,
  retryAfterMs: number | null,
  { source, explain = {} }: Pick<WebDocumentOptions<unknown>, 'source' | 'explain'>,
): ListError {
  const wait = retryAfterMs === null ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
  const [kind, usual]: [ListFault, string] =
    status === 401 || status === 403
      ? ['forbidden', `${source} refuses us.`]
      : status === 429
        ? ['limited', `${source} says that it was asked too often: wait a while.`]
        : ['source-failed', `${source} has trouble of its own: try again later.`];
  const message = `${explain[kind] ?? usual}${wait} (HTTP ${status})`;
  return new ListError(kind, source, message);
}

const KINDS: Partial<Record<TransportError['kind'], ListFault>> = {
  timeout: 'timeout',
  'too-large': 'bad-reply',
  aborted: 'aborted',
};

function asListError(cause: unknown, source: string): ListError {
  if (cause instanceof ListError) {
    return cause;
  }
  if (cause instanceof TransportError) {
    return new ListError(KINDS[cause.kind] ?? 'unreachable', source, cause.message, { cause });
  }
  throw cause;
}
