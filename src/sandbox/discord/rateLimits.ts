import type { RouteMatch } from './routeNames.ts';
import { isTokenRoute } from './routeNames.ts';

/** What the limits need to know of a request. */
export type LimitedRequest = {
  match: RouteMatch;
  /** PATCH of a channel that changes name or topic. */
  renames: boolean;
  /** PATCH of a message: age of the message in ms, else null. */
  messageAgeMs: number | null;
  /** PATCH of a message that was published to followers. */
  published: boolean;
};

export type Refusal = {
  retryAfterMs: number;
  scope: 'user' | 'global' | 'shared';
  code: number | null;
  message: string;
};

type Verdict = { headers: Record<string, string>; refusal: Refusal | null };

/** Limits by the sandbox's clock. `banned` = too many 401, 403 and 429: everything gets Cloudflare's answer. */
export type RateLimits = {
  check: (request: LimitedRequest) => Verdict;
  countInvalid: () => void;
  banned: () => boolean;
};

type Window = { limit: number; windowMs: number; bucket: string };

const GLOBAL: Window = { limit: 50, windowMs: 1000, bucket: 'global' };
const INVALID_WINDOW_MS = 600_000;
const OLD_MESSAGE_MS = 3_600_000;

/** Measured by users, not promised by Discord (spec discord section 6, sandbox section 7). */
const SPECIAL = {
  oldEdit: { limit: 3, windowMs: 6000, bucket: 'old-edit' },
  rename: { limit: 2, windowMs: 600_000, bucket: 'rename' },
  publishedEdit: { limit: 3, windowMs: 3_600_000, bucket: 'published-edit' },
} as const satisfies Record<string, Window>;

/** The limits of section 7, every window starting with its first request. */
export function createRateLimits(now: () => number, invalidLimit: number): RateLimits {
  const windows = new Map<string, { used: number; resetAt: number }>();
  const use = (key: string, { limit, windowMs }: Window) => {
    const known = windows.get(key);
    const window =
      known !== undefined && now() < known.resetAt ? known : { used: 0, resetAt: now() + windowMs };
    windows.set(key, window);
    const full = window.used >= limit;
    window.used += full ? 0 : 1;
    return { full, remaining: limit - window.used, resetAt: window.resetAt };
  };
  return {
    check: (request) => {
      const row = windowOf(request);
      const major = request.match.values[isTokenRoute(request.match.name) ? 1 : 0] ?? '';
      const usage = use(`${request.match.name} ${major}`, row);
      const headers = {
        'X-RateLimit-Limit': String(row.limit),
        'X-RateLimit-Remaining': String(usage.remaining),
        'X-RateLimit-Reset': (usage.resetAt / 1000).toFixed(3),
        'X-RateLimit-Reset-After': ((usage.resetAt - now()) / 1000).toFixed(3),
        'X-RateLimit-Bucket': row.bucket,
      };
      const refuse = (resetAt: number, scope: Refusal['scope'], code: number | null = null) => ({
        headers,
        refusal: {
          retryAfterMs: resetAt - now(),
          scope,
          code,
          message: code === 20022 ? SLOW_PUBLISHED : code === 30046 ? SLOW_OLD : SLOW,
        },
      });
      const global = isTokenRoute(request.match.name) ? null : use('global', GLOBAL);
      if (global?.full) {
        return refuse(global.resetAt, 'global');
      }
      if (usage.full) {
        return refuse(usage.resetAt, 'user');
      }
      for (const special of specialsOf(request)) {
        const hidden = use(`${special.bucket} ${major}`, special);
        if (hidden.full) {
          return refuse(hidden.resetAt, 'shared', special.code);
        }
      }
      return { headers, refusal: null };
    },
    countInvalid: () => {
      use('invalid', { limit: invalidLimit, windowMs: INVALID_WINDOW_MS, bucket: 'invalid' });
    },
    banned: () => {
      const window = windows.get('invalid');
      return window !== undefined && window.used >= invalidLimit && now() < window.resetAt;
    },
  };
}

const SLOW = 'You are being rate limited.';
const SLOW_OLD = 'Maximum number of edits to messages older than 1 hour reached. Try again later.';
const SLOW_PUBLISHED = 'This message cannot be edited due to announcement rate limits.';

function windowOf({ match }: LimitedRequest): Window {
  switch (match.name) {
    case 'POST /channels/:channel/messages':
    case 'PATCH /channels/:channel/messages/:message':
      return { limit: 5, windowMs: 5000, bucket: 'messages' };
    case 'PATCH /channels/:channel':
      return { limit: 5, windowMs: 15_000, bucket: 'channel' };
    default:
      return /^\w+ \/webhooks/.test(match.name)
        ? { limit: 5, windowMs: 2000, bucket: 'interaction-webhook' }
        : { limit: 50, windowMs: 1000, bucket: match.name.replaceAll(/\W+/g, '-') };
  }
}

function specialsOf(request: LimitedRequest): (Window & { code: number | null })[] {
  const old = request.messageAgeMs !== null && request.messageAgeMs > OLD_MESSAGE_MS;
  return [
    ...(request.published ? [{ ...SPECIAL.publishedEdit, code: 20022 }] : []),
    ...(old ? [{ ...SPECIAL.oldEdit, code: 30046 }] : []),
    ...(request.renames ? [{ ...SPECIAL.rename, code: null }] : []),
  ];
}
