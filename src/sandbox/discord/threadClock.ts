import { tellChannel } from './channelRoutes.ts';
import type { Channel } from './guild.ts';
import { snowflakeTime } from './snowflake.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** A pinned forum post stays open. */
const PINNED = 1 << 1;

/** Archives threads in which nobody wrote for their time; edits are not activity (spec discord section 9, rule 2). */
export function archiveIdleThreads(world: World): void {
  for (const guild of world.state.guilds.values()) {
    for (const channel of guild.channels.values()) {
      const thread = channel.thread_metadata;
      if (thread !== undefined && !thread.archived && isIdle(channel, world.now())) {
        thread.archived = true;
        thread.archive_timestamp = new Date(world.now()).toISOString();
        tellChannel(world, channel, 'THREAD_UPDATE');
      }
    }
  }
}

function isIdle(
  { thread_metadata: thread, last_message_id, flags }: Channel,
  nowMs: number,
): boolean {
  if (thread === undefined || flags & PINNED) {
    return false;
  }
  const written = last_message_id === null ? 0 : snowflakeTime(last_message_id);
  const since = Math.max(written, Date.parse(thread.archive_timestamp));
  return nowMs - since >= thread.auto_archive_duration * MINUTE_MS;
}
