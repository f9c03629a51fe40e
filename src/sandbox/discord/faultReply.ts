import type { Fault, FaultAct } from './faults.ts';
import { banReply, refusalReply } from './limitReply.ts';
import type { Reply } from './reply.ts';
import type { RouteMatch } from './routeNames.ts';
import { snowflakeTime } from './snowflake.ts';
import { findPost, type World } from './world.ts';

/** The answer to a request under a fault; without one it is what `handle` says. */
export function replyToFault(
  world: World,
  fault: Fault | null,
  match: RouteMatch | null,
  handle: () => Reply,
): Reply {
  const act = fault?.act;
  switch (act?.kind) {
    case 'rateLimit':
      return rateLimited(act);
    case 'status': {
      if (act.applied) {
        handle();
      }
      const { status, code = 0, message = `fault: ${status}` } = act;
      return { status, code, body: { message, code }, headers: {} };
    }
    case 'exhausted': {
      const reply = handle();
      return { ...reply, headers: { ...reply.headers, ...exhausted(act, world.now()) } };
    }
    case 'ignoreEdit':
      return ignoredEdit(world, match, handle);
    case 'earlyEditReverts':
      return revertedEdit(world, match, handle);
    default:
      return handle();
  }
}

const EARLY_MS = 1000;

function ignoredEdit(world: World, match: RouteMatch | null, handle: () => Reply): Reply {
  const post = findPost(world, match?.values[0] ?? '', match?.values[1] ?? '');
  return post === null ? handle() : { status: 200, body: post.message, headers: {}, code: null };
}

function revertedEdit(world: World, match: RouteMatch | null, handle: () => Reply): Reply {
  const post = findPost(world, match?.values[0] ?? '', match?.values[1] ?? '');
  if (post === null || world.now() - snowflakeTime(post.message.id) >= EARLY_MS) {
    return handle();
  }
  const { embeds } = post.message;
  const reply = handle();
  post.message = { ...post.message, embeds };
  return reply;
}

function rateLimited(act: Extract<FaultAct, { kind: 'rateLimit' }>): Reply {
  if (act.html) {
    return banReply();
  }
  const bucket = act.bucket === undefined ? {} : { 'X-RateLimit-Bucket': act.bucket };
  const reply = refusalReply(
    {
      retryAfterMs: act.retryAfter * 1000,
      scope: act.scope ?? 'user',
      code: act.code ?? null,
      message: 'You are being rate limited.',
    },
    bucket,
  );
  const { 'Retry-After': retryAfter, ...rest } = reply.headers;
  const headers = act.header === false ? rest : { ...rest, 'Retry-After': retryAfter ?? '0' };
  return { ...reply, headers };
}

function exhausted(act: Extract<FaultAct, { kind: 'exhausted' }>, nowMs: number) {
  return {
    'X-RateLimit-Limit': '5',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': (nowMs / 1000 + act.resetAfter).toFixed(3),
    'X-RateLimit-Reset-After': act.resetAfter.toFixed(3),
    'X-RateLimit-Bucket': act.bucket ?? 'messages',
  };
}
