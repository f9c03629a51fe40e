import type { Follow } from '#store/followDocument.ts';
import type { GuildDocument } from '#store/guildDocument.ts';
import { textOf } from './differenceOf.ts';

/** The guild with one followed list changed; the same object when it is not there or stays what it was. Pure. */
export function withFollow(
  guild: GuildDocument,
  followId: string,
  change: (follow: Follow) => Follow,
): GuildDocument {
  const before = guild.follows.find(({ id }) => id === followId);
  const after = before && change(before);
  return after === before
    ? guild
    : { ...guild, follows: guild.follows.map((one) => (one === before && after) || one) };
}

/** The guild without a followed list; the same object when it has none of that id. Pure. */
export const withoutFollow = (guild: GuildDocument, followId: string): GuildDocument =>
  guild.follows.some(({ id }) => id === followId)
    ? { ...guild, follows: guild.follows.filter(({ id }) => id !== followId) }
    : guild;

type Placed = Pick<Follow, 'question' | 'channelId'>;

/** Whether two follows are of the same list in the same channel. */
export const isSameList = (a: Placed, b: Placed): boolean =>
  a.channelId === b.channelId && textOf(a.question) === textOf(b.question);

/** Why a guild can not follow a list: it does so in that channel, or watches as much as it may. */
type NewFollowRefusal = 'duplicate' | 'full';

/** Whether the guild can follow this list too, of `most` watches and lists at most: null = yes. Pure. */
export function newFollowRefusal(
  { watches, follows }: GuildDocument,
  wanted: Placed,
  most: number,
): NewFollowRefusal | null {
  return follows.some((follow) => isSameList(follow, wanted))
    ? 'duplicate'
    : watches.length + follows.length >= most
      ? 'full'
      : null;
}
