import { type REST, RESTEvents, RateLimitError } from 'discord.js';
import type { Logger } from 'pino';
import { withOwnSignal } from '#snapshot/ownSignal.ts';

type Client = Pick<REST, 'get' | 'post' | 'patch' | 'put' | 'delete'>;

/**
 * Makes a REST client of another one that asks nothing more when Discord has refused `most` requests, until the count begins
 * anew: an address that goes on is banned. Until then each call is rejected as one that has to wait. It hears of refusals as
 * often as the other client tells them. Nothing of a call stays with its signal.
 */
export function createRefusalBreaker(parts: {
  rest: REST;
  most: number;
  now: () => number;
  log: Logger;
}): Client {
  const { rest, most, now, log } = parts;
  let closedUntil = 0;

  rest.on(RESTEvents.InvalidRequestWarning, ({ count, remainingTime }) => {
    const facts = { event: 'refused-requests', count, remainingTime };
    if (count < most) {
      log.warn(facts, 'Discord refuses many requests: it bans at 10,000');
    } else if (closedUntil <= now()) {
      closedUntil = now() + remainingTime;
      log.error(facts, 'Discord refused too many requests: nothing is written until it forgets');
    }
  });

  const asked =
    (method: keyof Client): Client['get'] =>
    async (route, options) => {
      const wait = closedUntil - now();
      if (wait > 0) {
        throw new RateLimitError({ ...NO_LIMIT, method, route, url: route, retryAfter: wait });
      }
      const { signal } = options ?? {};
      return signal
        ? withOwnSignal(signal, (own) => rest[method](route, { ...options, signal: own.signal }))
        : rest[method](route, options);
    };

  return {
    get: asked('get'),
    post: asked('post'),
    patch: asked('patch'),
    put: asked('put'),
    delete: asked('delete'),
  };
}

/** What a limit of Discord's has besides, and ours has not. */
const NO_LIMIT = {
  global: true,
  hash: '',
  limit: 0,
  majorParameter: '',
  scope: 'global',
  sublimitTimeout: 0,
  timeToReset: 0,
} as const;
