import { ChannelType, Routes } from 'discord.js';
import type { EditNotice } from '#monitor/statusView.ts';
import { discordFailure } from './discordFailure.ts';
import type { EditBudget } from './editBudget.ts';
import type { ChannelThere } from './gateway.ts';
import { overMessage } from './noticeMessage.ts';
import { EDIT_NEEDS } from './permissions.ts';
import { createNoticeOutcome, type NoticeParts } from './sendNotice.ts';

/**
 * Makes the function that writes the end of an outage into the message that told of its beginning. It takes its turn among the edits of that channel. A message that is gone is not missed: the end has one of its own.
 */
export function createEditNotice(
  parts: NoticeParts & {
    budget: EditBudget;
    channelThere: (guildId: string, channelId: string) => ChannelThere | null;
  },
): EditNotice {
  const { rest, texts, languageOf, budget, channelThere, now } = parts;
  const outcomeOf = createNoticeOutcome(parts);
  return async (notice, downMessageId, language, signal) => {
    const { news, guildId, channelId } = notice;
    if (news.kind !== 'up' && news.kind !== 'host-up') {
      return { kind: 'dropped', reason: `${news.kind} ends no outage` };
    }
    const kind = channelThere(guildId, channelId)?.kind;
    const announcement = kind === ChannelType.GuildAnnouncement;
    const missing = parts.missingThere(notice.guildId, channelId, () => [...EDIT_NEEDS]) ?? [];
    if (missing.length > 0) {
      return { kind: 'parked', trouble: 'permission', facts: missing };
    }
    const wait = budget.take({ channelId, messageId: downMessageId, announcement });
    if (wait > 0) {
      return { kind: 'later', notBefore: now() + wait, reason: 'budget', refused: true };
    }
    const body = overMessage(notice, news, texts.in(language ?? languageOf(guildId)));
    try {
      await rest.patch(Routes.channelMessage(channelId, downMessageId), { body, signal });
      return { kind: 'sent', messageId: downMessageId };
    } catch (error) {
      const failure = discordFailure(error);
      return failure.kind === 'message-gone'
        ? { kind: 'dropped', reason: `${failure.kind} ${failure.code}` }
        : outcomeOf(failure, notice);
    }
  };
}
