import { TransportError } from './transportError.ts';

export type HttpGetOptions = {
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Silence that is waited through, before the answer and within it; ms. */
  idleMs?: number;
  /** For the whole of it, ms. */
  deadlineMs?: number;
  maxBytes?: number;
};

export type HttpAnswer = {
  status: number;
  etag: string | null;
  lastModified: string | null;
  /** What a Retry-After in seconds asks for, in ms. */
  retryAfterMs: number | null;
  /**
   * The body as it comes, unpacked; to be read once, or left, which ends the connection. Throws TransportError `timeout`,
   * `unreachable`, `too-large`, `aborted`.
   */
  body: AsyncIterable<Uint8Array>;
  /** Ends the connection without reading the body. */
  discard(): void;
};

export type HttpClient = {
  /** Asks for a web document; whatever its status, it is an answer. Throws TransportError like `body`. */
  get(url: string, options?: HttpGetOptions): Promise<HttpAnswer>;
};

const IDLE_MS = 10_000;
const DEADLINE_MS = 120_000;
const MAX_BYTES = 256 * 1024 * 1024;

/** Fetches over HTTP(S) with the platform's fetch. `userAgent` tells the owners of lists who asks. */
export function createHttpClient({
  userAgent,
  fetch = globalThis.fetch,
}: {
  userAgent: string;
  fetch?: typeof globalThis.fetch;
}): HttpClient {
  return {
    async get(url, options = {}) {
      const { headers = {}, idleMs = IDLE_MS, deadlineMs = DEADLINE_MS } = options;
      const { signal, maxBytes = MAX_BYTES } = options;
      // Nothing of the query: it may hold a key.
      const place = placeOf(url);
      const watch = watchSilence(idleMs, deadlineMs);
      const stop = signal === undefined ? watch.signal : AbortSignal.any([signal, watch.signal]);
      const failed = (cause: unknown) => httpError(cause, place, { signal, watch });
      try {
        const response = await fetch(url, {
          headers: { 'user-agent': userAgent, ...headers },
          signal: stop,
        });
        watch.heard();
        return {
          status: response.status,
          etag: response.headers.get('etag'),
          lastModified: response.headers.get('last-modified'),
          retryAfterMs: seconds(response.headers.get('retry-after')),
          body: readBody(response, { watch, place, maxBytes, failed }),
          discard: () => watch.end(),
        };
      } catch (cause) {
        watch.end();
        throw failed(cause);
      }
    },
  };
}

type Watch = ReturnType<typeof watchSilence>;

/** Fires its signal when nothing was heard for `idleMs`, or after `deadlineMs` in any case; or when it is ended. */
function watchSilence(idleMs: number, deadlineMs: number) {
  const controller = new AbortController();
  let timedOut = false;
  const expire = () => {
    timedOut = true;
    end();
  };
  const deadline = setTimeout(expire, deadlineMs);
  let idle = setTimeout(expire, idleMs);
  function end(): void {
    clearTimeout(deadline);
    clearTimeout(idle);
    controller.abort();
  }
  const pause = () => clearTimeout(idle);
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    /** The other side may be silent for `idleMs` from now on. */
    heard() {
      pause();
      idle = setTimeout(expire, idleMs);
    },
    /** Nobody listens: silence is not counted until `heard`. */
    pause,
    end,
  };
}

async function* readBody(
  response: Response,
  {
    watch,
    place,
    maxBytes,
    failed,
  }: { watch: Watch; place: string; maxBytes: number; failed: (cause: unknown) => TransportError },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const piece of response.body ?? []) {
      watch.pause();
      bytes += piece.length;
      if (bytes > maxBytes) {
        throw new TransportError('too-large', `${place} sends more than ${maxBytes} bytes.`);
      }
      yield piece;
      watch.heard();
    }
  } catch (cause) {
    throw failed(cause);
  } finally {
    watch.end();
  }
}

function httpError(
  cause: unknown,
  place: string,
  { signal, watch }: { signal: AbortSignal | undefined; watch: Watch },
): TransportError {
  if (cause instanceof TransportError) {
    return cause;
  }
  if (signal?.aborted) {
    return new TransportError('aborted', `Reading ${place} was given up.`, { cause });
  }
  return watch.timedOut()
    ? new TransportError('timeout', `${place} did not answer in time: try again later.`, { cause })
    : new TransportError('unreachable', `${place} cannot be reached: ${reasonOf(cause)}.`, {
        cause,
      });
}

/** fetch says "fetch failed" and hides the reason one level down. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (inner instanceof Error) {
    return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message;
  }
  return String(inner);
}

function placeOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? 'The address' : `${parsed.host}${parsed.pathname}`;
}

function seconds(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null;
}
