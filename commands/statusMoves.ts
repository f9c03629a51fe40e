import type { Desk } from '#discord/command.ts';
import { messageLink } from '#discord/messageLink.ts';
import { troubleWords } from '#discord/troubleWords.ts';
import { boardChannels, boardLooks, boardOf } from '#monitor/boardChange.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { deleteMessage, type OwnMessage } from './deleteMessage.ts';

/** What changing a watch takes besides the watch. */
export type Means = { desk: Desk; t: Translate; signal: AbortSignal };

/** A guild before and after people changed it. */
export type Change = { before: GuildDocument; after: GuildDocument };

/** The messages that a guild has: of watches, those that watches share, and of followed lists. */
const messagesOf = ({ watches, boards, follows }: GuildDocument): OwnMessage[] =>
  [...watches, ...boards, ...follows].flatMap(({ channelId, message }) =>
    message === null ? [] : [{ channelId, id: message.id }],
  );

/** Those of `before` that `after` has no more. */
const gone = <T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] =>
  before.filter(({ id }) => !after.some((one) => one.id === id));

/** Watches that have to be drawn anew: put elsewhere, in a message of their own; or resumed. */
const anew = ({ before, after }: Change): Watch[] =>
  after.watches.filter(({ id, board, placedAt, paused }) => {
    const old = before.watches.find((watch) => watch.id === id);
    const isResumed = paused === null && old !== undefined && old.paused !== null;
    return isResumed || (!board && placedAt !== old?.placedAt);
  });

const asks = (watch: Watch): string | null =>
  watch.paused === null ? serverKey(targetOf(watch)) : null;

/** Watches that do not ask the server any more that they asked before, as they were. */
const leavers = ({ before, after }: Change): Watch[] =>
  before.watches.filter((old) => {
    const watch = after.watches.find(({ id }) => id === old.id);
    return watch === undefined || asks(watch) !== asks(old);
  });

const movesNotices = ({ before, after }: Change): boolean =>
  after.watches.some(({ id, noticeChannelId }) => {
    const old = before.watches.find((watch) => watch.id === id);
    return old !== undefined && old.noticeChannelId !== noticeChannelId;
  });

/** Saves what `change` makes of a guild. What it gives instead of one is why it will not do, and is given back. */
export async function changeGuild<R extends string>(
  guildId: string,
  { store }: Desk,
  change: (before: GuildDocument) => GuildDocument | R,
): Promise<Change | R> {
  const seen: { outcome: Change | R | null } = { outcome: null };
  await store.guilds.update(guildId, (before) => {
    const changed = change(before);
    seen.outcome = typeof changed === 'string' ? changed : { before, after: changed };
    return typeof changed === 'string' ? before : changed;
  });
  if (seen.outcome === null) {
    throw new Error('the store did not ask for the change');
  }
  return seen.outcome;
}

/**
 * Has everything follow a change that is saved: questions and notices; status messages that are new where they are, boards
 * that look another way. Then deletes the messages that nobody needs any more, and those alone. Gives lines about what people
 * have to do by hand.
 */
export async function carryOut(
  change: Change,
  { desk, t }: Pick<Means, 'desk' | 't'>,
): Promise<string[]> {
  const { before, after } = change;
  const { guildId } = after;
  const { monitor, watches, store } = desk;
  for (const { id } of gone(before.watches, after.watches)) {
    await monitor.forget(guildId, id);
  }
  for (const { id } of gone(before.follows, after.follows)) {
    await monitor.unfollow(guildId, id);
  }
  await monitor.reread(leavers(change));
  if (movesNotices(change)) {
    await monitor.retry(guildId);
  }
  for (const watch of anew(change)) {
    await monitor.post(guildId, watch);
  }
  for (const channelId of boardChannels(after)) {
    if (boardLooks(before, channelId) !== boardLooks(after, channelId)) {
      await monitor.present(guildId, channelId);
    }
  }
  await watches.load(guildId);
  const kept = messagesOf(await store.guilds.get(guildId)).map(({ id }) => id);
  const left = messagesOf(before).filter(({ id }) => !kept.includes(id));
  const deleted = await Promise.all(left.map((message) => deleteMessage(message, desk)));
  return deleted.includes('stays') ? [t('edit.oldStays')] : [];
}

/** Where the status of a watch stands, as the store has it now. */
export function placeLine(guild: GuildDocument, watch: Watch, t: Translate): string {
  const channel = `<#${watch.channelId}>`;
  const { message, trouble } = watch.board ? boardOf(guild, watch.channelId) : watch;
  if (message !== null) {
    const link = messageLink(guild.guildId, watch.channelId, message.id);
    return t(watch.board ? 'edit.board' : 'edit.posted', { link, channel });
  }
  const soon = t(watch.board ? 'board.soon' : 'edit.soon', { channel });
  return trouble === null ? soon : `${soon}\n${troubleWords(trouble, t)}`;
}
