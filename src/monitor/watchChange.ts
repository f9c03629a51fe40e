import { serverKey } from '#snapshot/serverKey.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { WatchTrouble } from '#store/messageState.ts';
import type { CoveredNotice, Notice } from '#store/noticeDocument.ts';
import { targetOf } from './watchedServers.ts';

/** Where a message stands that is kept current. */
type MessageState = Pick<Watch, 'trouble'>;

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

/**
 * The guild with this watch too; the same object when it has it already. One that comes to a channel with a board goes onto
 * it. Pure.
 */
export function withNewWatch(guild: GuildDocument, watch: Watch): GuildDocument {
  const { watches } = guild;
  const hasBoard = watches.some((one) => one.board && one.channelId === watch.channelId);
  return watches.some(({ id }) => id === watch.id)
    ? guild
    : { ...guild, watches: [...watches, hasBoard ? { ...watch, board: true } : watch] };
}

type Wanted = Pick<Watch, 'id' | 'channelId' | 'target'>;

/** Whether another watch of the guild has that server in that channel. Pure. */
export function hasTwin({ watches }: GuildDocument, { id, channelId, target }: Wanted): boolean {
  const key = serverKey(targetOf({ target }));
  return watches.some(
    (watch) =>
      watch.id !== id && watch.channelId === channelId && serverKey(targetOf(watch)) === key,
  );
}

/** Why a guild can not have a watch: it has one of that server in that channel, or as many as it may have, followed lists included. */
export type NewWatchRefusal = 'duplicate' | 'full';

/** Whether the guild can have this watch too, of `most` at most: null = yes, also when it has it already. Pure. */
export function newWatchRefusal(
  guild: GuildDocument,
  wanted: Wanted,
  most: number,
): NewWatchRefusal | null {
  if (guild.watches.some(({ id }) => id === wanted.id)) {
    return null;
  }
  return hasTwin(guild, wanted)
    ? 'duplicate'
    : guild.watches.length + guild.follows.length >= most
      ? 'full'
      : null;
}

/** The guild without a watch; the same object when it has none of that id. Pure. */
export const withoutWatch = (guild: GuildDocument, watchId: string): GuildDocument =>
  guild.watches.some(({ id }) => id === watchId)
    ? { ...guild, watches: guild.watches.filter(({ id }) => id !== watchId) }
    : guild;

/** The guild with every backed-off status message due now; the same object when there is none. Pure. */
export function withTroubleDue(guild: GuildDocument, now: number): GuildDocument {
  const waits = ({ trouble }: MessageState) => trouble !== null && trouble.retryAt > now;
  const due = <S extends MessageState>(state: S): S =>
    waits(state) && state.trouble !== null
      ? { ...state, trouble: { ...state.trouble, retryAt: now } }
      : state;
  const { watches, boards, follows } = guild;
  return [...watches, ...boards, ...follows].some(waits)
    ? { ...guild, watches: watches.map(due), boards: boards.map(due), follows: follows.map(due) }
    : guild;
}

type Told = NonNullable<Watch['told']>;

/** The watch as if its people had been told of no outage. Pure. */
export function withoutTold(watch: Watch): Watch {
  const { told: _over, ...rest } = watch;
  return rest;
}

/** The watch once this stands in its channel: told of an outage, told of its end. Pure. */
function afterTelling(watch: Watch, { news }: CoveredNotice, message: Omit<Told, 'since'>): Watch {
  if (news.kind === 'down' || (news.kind === 'steady' && news.state === 'down')) {
    return { ...watch, told: { since: news.since, ...message } };
  }
  const over = news.kind === 'up' && watch.told?.since === news.since;
  return over || news.kind === 'steady' ? withoutTold(watch) : watch;
}

const amongOf = ({ news, covers }: Notice): Told['among'] =>
  covers.length === 0 ? 'alone' : news.kind === 'digest' ? 'digest' : 'host';

/** What a notice tells, each part with its own watch. */
export const partsOf = (notice: Notice): readonly CoveredNotice[] =>
  notice.covers.length === 0 ? [notice] : notice.covers;

/** What counts of whoever a notice is for. */
export type Wisher = Pick<Watch, 'told' | 'restarts' | 'paused' | 'noticeChannelId'>;

/** Whose notice it is: a watch, or a followed list, which knows of no outages; undefined = it was removed. */
export function wisherOf({ watches, follows }: GuildDocument, notice: Notice): Wisher | undefined {
  const its = new Set(partsOf(notice).map(({ watchId }) => watchId));
  const follow = follows.find(({ id }) => its.has(id));
  return (
    watches.find(({ id }) => its.has(id)) ??
    (follow && { restarts: false, paused: null, noticeChannelId: follow.noticeChannelId })
  );
}

/** The guild once this notice stands in its channel, which can be written again, too. Pure. */
export function withTold(
  guild: GuildDocument,
  notice: Notice,
  messageId: string | null,
): GuildDocument {
  const message = { messageId, among: amongOf(notice) };
  const told = partsOf(notice).reduce(
    (before, part) =>
      withWatch(before, part.watchId, (watch) => afterTelling(watch, part, message)),
    guild,
  );
  return withNoticeTrouble(told, notice, null);
}

/** The guild with the reason why notices of this one's channel wait; the same object when that is known. Pure. */
export function withNoticeTrouble(
  guild: GuildDocument,
  { channelId }: Notice,
  trouble: WatchTrouble | null,
): GuildDocument {
  type Told = Pick<Watch, 'noticeChannelId' | 'noticeTrouble'>;
  const differs = ({ noticeChannelId, noticeTrouble }: Told) =>
    noticeChannelId === channelId && (noticeTrouble !== null || trouble !== null);
  const noted = <T extends Told>(one: T): T =>
    differs(one) ? { ...one, noticeTrouble: trouble } : one;
  const { watches, follows } = guild;
  return [...watches, ...follows].some(differs)
    ? { ...guild, watches: watches.map(noted), follows: follows.map(noted) }
    : guild;
}

/** The message that told of what this notice ends: it is linked, and edited when it told of nothing else. */
export function answeredBy(
  guild: GuildDocument,
  notice: Notice,
): { messageId: string; edit: boolean } | null {
  if (notice.person !== null) {
    return null;
  }
  const told = partsOf(notice).map(({ watchId, news }) => {
    const watch = guild.watches.find(({ id }) => id === watchId);
    return news.kind === 'up' && watch?.told?.since === news.since ? watch.told : undefined;
  });
  const [first] = told;
  const same = told.every((one) => one?.messageId === first?.messageId);
  if (!first?.messageId || !same) {
    return null;
  }
  const whole = notice.covers.length === 0 ? 'alone' : 'host';
  return { messageId: first.messageId, edit: first.among === whole };
}
