import { MESSAGE_FLAG } from './message.ts';
import type { LimitedRequest } from './rateLimits.ts';
import type { RouteMatch } from './routeNames.ts';
import { isRecord } from './schemaRules.ts';
import { snowflakeTime } from './snowflake.ts';
import { findPost, type World } from './world.ts';

/** What the rate limits look at, read from the request and from the message it edits. */
export function limitedRequest(world: World, match: RouteMatch, body: unknown): LimitedRequest {
  const [channelId = '', messageId = ''] = match.values;
  const post =
    match.name === 'PATCH /channels/:channel/messages/:message'
      ? findPost(world, channelId, messageId)
      : null;
  const keys = isRecord(body) ? Object.keys(body) : [];
  return {
    match,
    renames:
      match.name === 'PATCH /channels/:channel' &&
      (keys.includes('name') || keys.includes('topic')),
    messageAgeMs: post === null ? null : world.now() - snowflakeTime(post.message.id),
    published: ((post?.message.flags ?? 0) & MESSAGE_FLAG.CROSSPOSTED) !== 0,
  };
}
