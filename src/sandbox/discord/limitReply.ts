import type { Refusal } from './rateLimits.ts';
import type { Reply } from './reply.ts';

/** A 429 as Discord answers it: Retry-After in whole seconds, the exact time in the body. */
export function refusalReply(refusal: Refusal, headers: Record<string, string>): Reply {
  const seconds = Math.max(0, refusal.retryAfterMs / 1000);
  return {
    status: 429,
    code: refusal.code,
    body: {
      message: refusal.message,
      retry_after: seconds,
      global: refusal.scope === 'global',
      ...(refusal.code === null ? {} : { code: refusal.code }),
    },
    headers: {
      ...headers,
      'Retry-After': String(Math.ceil(seconds)),
      'X-RateLimit-Scope': refusal.scope,
      ...(refusal.scope === 'global' ? { 'X-RateLimit-Global': 'true' } : {}),
    },
  };
}

/** What an address gets that sent too many invalid requests: not even JSON. */
export function banReply(): Reply {
  return {
    status: 429,
    code: 1015,
    body: '<html><head><title>Access denied</title></head><body>error code: 1015</body></html>',
    headers: { 'Retry-After': '600' },
  };
}
