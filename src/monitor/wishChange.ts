import type { EndedWish, Occasion, PersonDocument, Wish } from '#store/personDocument.ts';

const DAY_MS = 86_400_000;
/** A wish is over after so long unless the person asks again (ms). */
export const WISH_LIFE_MS = 30 * DAY_MS;
/** So many wishes one person can have, in all guilds together. */
export const MOST_WISHES = 25;
/** So long, and so many of them, it is told why wishes ended (ms). */
const ENDED_MS = 7 * DAY_MS;
const MOST_ENDED = 10;

/** Whether two wishes for one server would tell the same. */
export function isSameOccasion(one: Occasion, other: Occasion): boolean {
  if (one.kind === 'players' && other.kind === 'players') {
    return one.atLeast === other.atLeast;
  }
  if (one.kind === 'player' && other.kind === 'player') {
    return one.pattern.toLowerCase() === other.pattern.toLowerCase();
  }
  return one.kind === other.kind;
}

/** Who asks, and how that person is reached. */
export type Asker = Pick<
  PersonDocument,
  'personId' | 'guildId' | 'guildName' | 'channelId' | 'language'
>;

/**
 * The person with this wish too; one that is there already lasts as long as the new one. Who could not be reached is tried again.
 * Pure.
 */
export function withWish(
  before: PersonDocument | null,
  asker: Asker,
  wanted: Wish,
): PersonDocument {
  const { wishes, ended } = before ?? { wishes: [], ended: [] };
  const isIt = ({ watchId, occasion }: Wish) =>
    watchId === wanted.watchId && isSameOccasion(occasion, wanted.occasion);
  const { expiresAt } = wanted;
  const renewed = wishes.map((wish) => (isIt(wish) ? { ...wish, expiresAt } : wish));
  return {
    version: 1,
    ...asker,
    closedSince: null,
    wishes: wishes.some(isIt) ? renewed : [...wishes, wanted],
    ended,
  };
}

/** The person without the wishes that are meant; the same object when there are none. Pure. */
export function withoutWishes(
  person: PersonDocument,
  isMeant: (wish: Wish) => boolean,
): PersonDocument {
  return person.wishes.some(isMeant)
    ? { ...person, wishes: person.wishes.filter((wish) => !isMeant(wish)) }
    : person;
}

/** The person whose wishes that are meant have ended for this reason; the same object when there are none. Pure. */
export function withEnded(
  person: PersonDocument,
  isMeant: (wish: Wish) => boolean,
  { why, at }: Pick<EndedWish, 'why' | 'at'>,
): PersonDocument {
  const over = person.wishes
    .filter(isMeant)
    .map(({ occasion, server }) => ({ occasion, server, why, at }));
  return over.length === 0
    ? person
    : {
        ...withoutWishes(person, isMeant),
        ended: [...person.ended, ...over].slice(-MOST_ENDED),
      };
}

/** The person with all wishes lasting until `expiresAt` (ms). Pure. */
export const withRenewed = (person: PersonDocument, expiresAt: number): PersonDocument => ({
  ...person,
  wishes: person.wishes.map((wish) => ({ ...wish, expiresAt })),
});

/**
 * The person after some time, in a guild with these watches: what expired or lost its watch has ended, and what is long over is
 * forgotten. The same object when nothing has changed. Pure.
 */
export function withTimePassed(
  person: PersonDocument,
  watchIds: ReadonlySet<string>,
  now: number,
): PersonDocument {
  const expired = withEnded(person, ({ expiresAt }) => expiresAt <= now, {
    why: 'expired',
    at: now,
  });
  const orphaned = withEnded(expired, ({ watchId }) => !watchIds.has(watchId), {
    why: 'watch-gone',
    at: now,
  });
  const isOld = ({ at }: EndedWish) => now - at > ENDED_MS;
  return orphaned.ended.some(isOld)
    ? { ...orphaned, ended: orphaned.ended.filter((one) => !isOld(one)) }
    : orphaned;
}

/** Nothing is left to be told, or to be told of. */
export const isIdle = ({ wishes, ended }: PersonDocument): boolean =>
  wishes.length + ended.length === 0;
