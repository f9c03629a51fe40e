import { intentsRefusal } from './intents.ts';
import { servesGuild } from './gatewaySession.ts';
import type { Guild } from './guild.ts';
import type { State } from './state.ts';
import { botGuilds } from './wire.ts';

/** Why a connection is closed, in Discord's codes. */
export type CloseReason = { code: number; reason: string };

/** Why an identify or resume ends the connection: 4005 in a session already, 4004 for a wrong token; else null. */
export function tokenRefusal(
  state: State,
  inSession: boolean,
  data: Record<string, unknown>,
): CloseReason | null {
  if (inSession) {
    return { code: 4005, reason: 'Already authenticated.' };
  }
  return String(data.token).replace(/^Bot /, '') === state.token
    ? null
    : { code: 4004, reason: 'Authentication failed.' };
}

/**
 * Why an identify ends the connection: as `tokenRefusal`, 4010 for the shard, 4011 when it would have too many guilds, 4013 and
 * 4014 for the intents.
 */
export function identifyRefusal(
  state: State,
  inSession: boolean,
  data: Record<string, unknown>,
  { consentedIntents, guildsPerShard }: { consentedIntents: number; guildsPerShard: number },
): CloseReason | null {
  const byToken = tokenRefusal(state, inSession, data);
  if (byToken !== null) {
    return byToken;
  }
  const shard = shardOf(data.shard);
  if (shard === null) {
    return { code: 4010, reason: 'Invalid shard.' };
  }
  if (guildsOfShard(state, shard).length > guildsPerShard) {
    return { code: 4011, reason: 'Sharding required.' };
  }
  const code = intentsRefusal(data.intents, consentedIntents);
  const reason = code === 4013 ? 'Invalid intent(s).' : 'Disallowed intent(s).';
  return code === null ? null : { code, reason };
}

/** The shard of an identify, [0, 1] when it names none; null when it cannot be. */
export function shardOf(given: unknown): [number, number] | null {
  const [id, count] = Array.isArray(given) ? given : [0, 1];
  const whole = Number.isInteger(id) && Number.isInteger(count);
  return whole && id >= 0 && id < count ? [id, count] : null;
}

/** The guilds with the bot whose events go to this shard. */
export const guildsOfShard = (state: State, shard: [number, number]): Guild[] =>
  botGuilds(state).filter(({ id }) => servesGuild({ shard }, id));
