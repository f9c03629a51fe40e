import type { Follow } from '#store/followDocument.ts';
import type { GuildDocument } from '#store/guildDocument.ts';

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

/** Why a guild can not follow a list: it does so in that channel, or watches as much as it may. */
type NewFollowRefusal = 'duplicate' | 'full';

/** Whether the guild can follow this list too, of `most` watches and lists at most: null = yes. Pure. */
export function newFollowRefusal(
  { watches, follows }: GuildDocument,
  { question, channelId }: Pick<Follow, 'question' | 'channelId'>,
  most: number,
): NewFollowRefusal | null {
  const asked = JSON.stringify(question);
  const isTwin = (follow: Follow) =>
    follow.channelId === channelId && JSON.stringify(follow.question) === asked;
  return follows.some(isTwin)
    ? 'duplicate'
    : watches.length + follows.length >= most
      ? 'full'
      : null;
}
