import { ApiError } from './apiError.ts';
import { type Handlers, ok } from './call.ts';
import { applicationFields, guildFields } from './wire.ts';
import type { World } from './world.ts';

const SESSION_STARTS = 1000;
const DAY_MS = 86_400_000;
/** How long discord.js may keep the answer of GET /gateway/bot: too short breaks its identify spacing (J22). */
const RESET_AFTER_MS = 14_400_000;

/** What the bot asks about itself, its guilds and the gateway. */
export const applicationRoutes: Handlers = {
  'GET /gateway': ({ world }) => ok({ url: gatewayUrl(world) }),
  'GET /gateway/bot': ({ world }) =>
    ok({
      url: gatewayUrl(world),
      shards: world.sharding.recommended,
      session_start_limit: {
        total: SESSION_STARTS,
        remaining: world.faults.gateway.remaining ?? startsLeft(world),
        reset_after: RESET_AFTER_MS,
        max_concurrency: world.sharding.maxConcurrency,
      },
    }),
  'GET /users/@me': ({ world }) => ok(world.state.bot),
  'GET /applications/@me': ({ world }) => ok(applicationFields(world.state)),
  'GET /oauth2/applications/@me': ({ world }) => ok(applicationFields(world.state)),
  'GET /guilds/:guild': (call, guildId) => {
    return ok(guildFields(needBotGuild(call.world, guildId)));
  },
  'GET /guilds/:guild/members/:user': (call, guildId, userId) => {
    const member = needBotGuild(call.world, guildId).members.get(userId);
    if (member === undefined) {
      throw new ApiError('unknownMember');
    }
    return ok(member);
  },
};

function startsLeft({ state, now }: World): number {
  state.identifies = state.identifies.filter((at) => at > now() - DAY_MS);
  return Math.max(0, SESSION_STARTS - state.identifies.length);
}

/** Where the bot connects its WebSocket. */
export function gatewayUrl(world: World): string {
  return world.origin().replace('http', 'ws');
}

/** A guild that the bot is in. Throws 10004 when there is no such guild, 50001 when the bot is not in it. */
export function needBotGuild(world: World, guildId: string) {
  const guild = world.state.guilds.get(guildId);
  if (guild === undefined) {
    throw new ApiError('unknownGuild');
  }
  if (!guild.members.has(world.state.bot.id)) {
    throw new ApiError('missingAccess');
  }
  return guild;
}
