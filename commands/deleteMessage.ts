import { Routes } from 'discord.js';
import type { Desk } from '#discord/command.ts';
import { discordFailure } from '#discord/discordFailure.ts';

/** A message of ours. */
export type OwnMessage = { channelId: string; id: string };

/** How long a deletion may take: it comes after all the other work of a command, whose time may be over. */
const DELETE_MS = 60_000;

/** Deletes a message of ours, that one alone. "gone": it was not there any more; "stays": somebody has to do it by hand. */
export async function deleteMessage(
  message: OwnMessage,
  { rest, log }: Pick<Desk, 'rest' | 'log'>,
): Promise<'deleted' | 'gone' | 'stays'> {
  const signal = AbortSignal.timeout(DELETE_MS);
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
