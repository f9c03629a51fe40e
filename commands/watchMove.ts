import { Routes } from 'discord.js';
import type { Desk } from '#discord/command.ts';
import { discordFailure } from '#discord/discordFailure.ts';
import { messageLink } from '#discord/messageLink.ts';
import { troubleWords } from '#discord/troubleWords.ts';
import { boardOf, sharersOf } from '#monitor/boardChange.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';

/** What changing a watch takes besides the watch. */
export type Means = { desk: Desk; t: Translate; signal: AbortSignal };

/** Whether the status message is another one afterwards. */
export const moves = (before: Watch, after: Watch): boolean =>
  before.channelId !== after.channelId || before.board !== after.board;

/** Where the status of a watch stands: in a message of its own, or in the one it shares. */
function messageOf(guild: GuildDocument, watch: Watch): { channelId: string; id: string } | null {
  const { message } = watch.board ? boardOf(guild, watch.channelId) : watch;
  return message && { channelId: watch.channelId, id: message.id };
}

/**
 * Posts the status where it belongs now, then takes the old message away, that one alone, when nobody shares it. Says so in
 * lines; none when the message is where it was.
 */
export async function moved(
  before: GuildDocument,
  after: GuildDocument,
  watch: Watch,
  { desk, t, signal }: Means,
): Promise<string[]> {
  const old = before.watches.find(({ id }) => id === watch.id);
  if (old === undefined || !moves(old, watch)) {
    return [];
  }
  const { guildId } = after;
  const outcome = await desk.monitor.post(guildId, watch);
  await desk.watches.load(guildId);
  const guild = await desk.store.guilds.get(guildId);
  const now = guild.watches.find(({ id }) => id === watch.id) ?? watch;
  const lines = [placeLine(guild, now, t)];
  if (outcome.kind === 'trouble') {
    lines.push(troubleWords({ kind: outcome.trouble, facts: outcome.facts }, t));
  }
  const isShared = old.board && sharersOf(after, old.channelId).length > 0;
  const message = isShared ? null : messageOf(before, old);
  const stays = message !== null && !(await isDeleted(message, desk, signal));
  return stays ? [...lines, t('edit.oldStays')] : lines;
}

function placeLine(guild: GuildDocument, watch: Watch, t: Translate): string {
  const channel = `<#${watch.channelId}>`;
  const message = messageOf(guild, watch);
  if (message === null) {
    return t('edit.soon', { channel });
  }
  const link = messageLink(guild.guildId, message.channelId, message.id);
  return t(watch.board ? 'edit.board' : 'edit.posted', { link, channel });
}

async function isDeleted(
  message: { channelId: string; id: string },
  { rest, log }: Desk,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await rest.delete(Routes.channelMessage(message.channelId, message.id), { signal });
    return true;
  } catch (error) {
    const failure = discordFailure(error);
    log.info({ ...message, failure }, 'an old status message stays');
    return failure.kind === 'message-gone' || failure.kind === 'channel-gone';
  }
}
