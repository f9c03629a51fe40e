import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';

/**
 * What went wrong at Discord, in the terms of what can be done about it (spec discord section 8). `code` is Discord's own
 * number, for the log and for people who look it up.
 */
export type DiscordFailure =
  | { kind: 'message-gone' | 'channel-gone' | 'guild-gone' | 'mention-gone'; code: number }
  | { kind: 'not-ours' | 'archived' | 'too-late' | 'unauthorised'; code: number }
  /** The bot lacks a permission, or Discord suspects abuse (403 10008). */
  | { kind: 'forbidden'; code: number }
  /** The form is wrong; `fields` are the paths Discord complains about. */
  | { kind: 'bad-form'; code: number; fields: string[] }
  /** A filter of words or links stopped it. */
  | { kind: 'filtered'; code: number }
  /** Never possible in this place. */
  | { kind: 'wrong-place'; code: number }
  | { kind: 'rate-limited'; code: number; retryAfterMs: number }
  | { kind: 'trouble'; code: number }
  | { kind: 'cut-short'; code: number };

type Plain = Exclude<DiscordFailure['kind'], 'bad-form' | 'rate-limited'>;

const BY_CODE: Readonly<Record<number, Plain>> = {
  10003: 'channel-gone',
  10004: 'guild-gone',
  10011: 'mention-gone',
  10013: 'mention-gone',
  10015: 'too-late',
  10062: 'too-late',
  40060: 'too-late',
  50027: 'too-late',
  50001: 'forbidden',
  50013: 'forbidden',
  160005: 'forbidden',
  50005: 'not-ours',
  50083: 'archived',
  200000: 'filtered',
  240000: 'filtered',
  50008: 'wrong-place',
  50019: 'wrong-place',
  50021: 'wrong-place',
  50024: 'wrong-place',
  40067: 'wrong-place',
  30003: 'wrong-place',
  130000: 'trouble',
};

const LIMIT_CODES: readonly number[] = [30046, 20016, 20022, 20028, 20029, 40062];

/** When Discord does not say how long to wait. */
const UNSAID_WAIT_MS = 5000;

/** Sorts whatever a REST call threw. Errors that are not Discord's or the network's are thrown on: they are our bugs. */
export function discordFailure(error: unknown): DiscordFailure {
  if (error instanceof RateLimitError) {
    const retryAfterMs = Math.max(error.retryAfter, error.sublimitTimeout);
    return { kind: 'rate-limited', code: 429, retryAfterMs };
  }
  if (error instanceof DiscordAPIError) {
    return fromApi(error);
  }
  if (error instanceof HTTPError) {
    return { kind: 'trouble', code: error.status };
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return { kind: 'cut-short', code: 0 };
  }
  if (isNetworkError(error)) {
    return { kind: 'trouble', code: 0 };
  }
  throw error;
}

function fromApi(error: DiscordAPIError): DiscordFailure {
  const code = Number(error.code);
  if (error.status === 401) {
    return { kind: code === 50027 ? 'too-late' : 'unauthorised', code };
  }
  if (code === 10008) {
    return { kind: error.status === 404 ? 'message-gone' : 'forbidden', code };
  }
  if (error.status === 429 || LIMIT_CODES.includes(code)) {
    return { kind: 'rate-limited', code, retryAfterMs: retryAfterOf(error) };
  }
  const known = BY_CODE[code];
  if (known !== undefined) {
    return { kind: known, code };
  }
  if (error.status === 403) {
    return { kind: 'forbidden', code };
  }
  return error.status >= 500
    ? { kind: 'trouble', code }
    : { kind: 'bad-form', code, fields: formPaths(error.rawError) };
}

function retryAfterOf(error: DiscordAPIError): number {
  const raw = error.rawError;
  return 'retry_after' in raw && typeof raw.retry_after === 'number'
    ? raw.retry_after * 1000
    : UNSAID_WAIT_MS;
}

/** Paths like "embeds.0.title" out of Discord's nested form errors. */
function formPaths(raw: object): string[] {
  const paths: string[] = [];
  const walk = (node: unknown, path: string[]): void => {
    if (typeof node !== 'object' || node === null) {
      return;
    }
    if ('_errors' in node) {
      paths.push(path.join('.'));
    }
    for (const [name, inner] of Object.entries(node)) {
      if (name !== '_errors') {
        walk(inner, [...path, name]);
      }
    }
  };
  walk('errors' in raw ? raw.errors : undefined, []);
  return paths;
}

/** undici and Node name them by `code` ("ECONNRESET", "UND_ERR_SOCKET"), sometimes one `cause` deeper. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code)
    ? true
    : isNetworkError(error.cause);
}
