import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';

/** The guild with one watch changed; the same object when the watch is not there or stays what it was. Pure. */
export function withWatch(
  guild: GuildDocument,
  watchId: string,
  change: (watch: Watch) => Watch,
): GuildDocument {
  const before = guild.watches.find(({ id }) => id === watchId);
  const after = before && change(before);
  return after === before
    ? guild
    : { ...guild, watches: guild.watches.map((watch) => (watch === before && after) || watch) };
}

/** The guild with this watch too; the same object when it has it already. Pure. */
export const withNewWatch = (guild: GuildDocument, watch: Watch): GuildDocument =>
  guild.watches.some(({ id }) => id === watch.id)
    ? guild
    : { ...guild, watches: [...guild.watches, watch] };

/** The guild without a watch; the same object when it has none of that id. Pure. */
export const withoutWatch = (guild: GuildDocument, watchId: string): GuildDocument =>
  guild.watches.some(({ id }) => id === watchId)
    ? { ...guild, watches: guild.watches.filter(({ id }) => id !== watchId) }
    : guild;

/** The guild with every backed-off status message due now; the same object when there is none. Pure. */
export const withTroubleDue = (guild: GuildDocument, now: number): GuildDocument =>
  guild.watches.some(({ trouble }) => trouble !== null && trouble.retryAt > now)
    ? {
        ...guild,
        watches: guild.watches.map((watch) =>
          watch.trouble === null
            ? watch
            : {
                ...watch,
                trouble: { ...watch.trouble, retryAt: Math.min(watch.trouble.retryAt, now) },
              },
        ),
      }
    : guild;

/** The watch once this notice stands in the channel: told of an outage, told of its end. Pure. */
export function afterTelling(watch: Watch, { news }: Notice, messageId: string | null): Watch {
  if (news.kind === 'down') {
    return { ...watch, told: { since: news.since, messageId, shared: false } };
  }
  if (news.kind === 'up' && watch.told?.since === news.since) {
    const { told: _over, ...rest } = watch;
    return rest;
  }
  return watch;
}
