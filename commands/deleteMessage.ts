import { Routes } from 'discord.js';
import type { Desk } from '#discord/command.ts';
import { discordFailure } from '#discord/discordFailure.ts';

/** A message of ours. */
export type OwnMessage = { channelId: string; id: string };

/** Deletes a message of ours, that one alone. "gone": it was not there any more; "stays": somebody has to do it by hand. */
export async function deleteMessage(
  message: OwnMessage,
  { rest, log }: Pick<Desk, 'rest' | 'log'>,
  signal: AbortSignal,
): Promise<'deleted' | 'gone' | 'stays'> {
  try {
    await rest.delete(Routes.channelMessage(message.channelId, message.id), { signal });
    return 'deleted';
  } catch (error) {
    const failure = discordFailure(error);
    if (failure.kind === 'message-gone' || failure.kind === 'channel-gone') {
      return 'gone';
    }
    log.warn({ ...message, failure }, 'a status message stays');
    return 'stays';
  }
}
