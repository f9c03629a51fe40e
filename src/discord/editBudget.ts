import { OLD_MESSAGE_MS, PACES } from './limits.ts';
import { snowflakeTime } from './replayGuard.ts';
import { createSlots } from './slots.ts';
import { createTurnstile } from './turnstile.ts';

/** An edit that somebody wants to make. */
type PlannedEdit = {
  channelId: string;
  messageId: string;
  /** Announcement channels are edited a few times an hour (spec discord section 9). */
  announcement: boolean;
};

/** Gives 0 when the edit may go now, and counts it; else the milliseconds to wait. */
export type EditBudget = { take(edit: PlannedEdit): number };

/**
 * Spaces the edits of status messages: overall (`perSecond` of them), so that notices find room beside them, and by channel where Discord is
 * stricter than its headers say (spec discord sections 5 and 6). Messages take turns, over all and in their channel.
 */
export function createEditBudget(
  now: () => number,
  perSecond: number = PACES.edit.limit,
): EditBudget {
  const overall = createSlots({ ...PACES.edit, limit: perSecond, now });
  const old = createTurnstile({ ...PACES.oldEdit, now });
  const announcements = createTurnstile({ ...PACES.announcementEdit, now });
  return {
    take({ channelId, messageId, announcement }) {
      const isOld = now() - snowflakeTime(messageId) > OLD_MESSAGE_MS;
      return (
        overall.take(messageId) ||
        (announcement ? announcements.take(channelId, messageId) : 0) ||
        (isOld ? old.take(channelId, messageId) : 0)
      );
    },
  };
}
