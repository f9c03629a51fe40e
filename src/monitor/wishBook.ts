import type { GuildDocument } from '#store/guildDocument.ts';
import { createKeyedQueue } from '#store/keyedQueue.ts';
import type { Store } from '#store/openStore.ts';
import type { PersonDocument, Wish } from '#store/personDocument.ts';
import type { Person } from '#store/storedPeople.ts';
import { isIdle, withTimePassed } from './wishChange.ts';

/** A wish and whose it is. */
export type PersonalWish = { person: PersonDocument; wish: Wish };

/**
 * What people asked to be told, in memory in front of the store: every observation asks for it. Documents are written here and
 * nowhere else, though perhaps by another process, to which direct messages come: what decides is read from the store.
 */
export type WishBook = {
  /** Wishes for one watch that may be told now: those of people who can be reached. */
  of(guildId: string, watchId: string): Promise<PersonalWish[]>;
  /** One of them; null when it was stopped, has ended, or waits until its person can be reached. */
  find(person: Person, wishId: string): Promise<Wish | null>;
  /** All documents of a person, by the names of the guilds. */
  ofPerson(personId: string): Promise<PersonDocument[]>;
  /** One change after the other for each document; null = there is none. One that has nothing to tell is deleted. */
  change(
    person: Person,
    change: (before: PersonDocument | null) => PersonDocument | null,
  ): Promise<PersonDocument | null>;
  /** Deletes all documents of a person. */
  forget(personId: string): Promise<void>;
  /** Deletes what people asked for in a guild; gives how many wishes that were, ended ones too. */
  forgetGuild(guildId: string): Promise<number>;
  /** Ends wishes that expired or whose watch is gone from these guilds; learns what another process changed. */
  passTime(guilds: readonly GuildDocument[]): Promise<void>;
};

const turnOf = ({ personId, guildId }: Person): string => `${personId}/${guildId}`;

/** Opens the book; it is read from the store when it is first needed. */
export function createWishBook({
  store,
  now,
}: {
  store: Pick<Store, 'people'>;
  now: () => number;
}): WishBook {
  /** By guild and person. */
  const guilds = new Map<string, Map<string, PersonDocument>>();
  const turns = createKeyedQueue();
  let reading: Promise<void> | null = null;

  const remember = (person: PersonDocument): void => {
    const people = guilds.get(person.guildId) ?? new Map<string, PersonDocument>();
    guilds.set(person.guildId, people.set(person.personId, person));
  };

  const readAgain = async ({ personId, guildId }: Person): Promise<PersonDocument | null> => {
    const person = await store.people.get({ personId, guildId });
    if (person === null) {
      guilds.get(guildId)?.delete(personId);
    } else {
      remember(person);
    }
    return person;
  };

  const read = async (): Promise<void> => {
    for (const person of await store.people.all()) {
      remember(person);
    }
  };

  const ready = (): Promise<void> => {
    reading ??= read().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };

  const isAlive = (wish: Wish): boolean => wish.expiresAt > now();

  const change: WishBook['change'] = async (whose, make) => {
    await ready();
    const work = async () => {
      const before = await readAgain(whose);
      const after = make(before);
      if (after === before) {
        return before;
      }
      if (after === null || isIdle(after)) {
        await store.people.delete(whose);
        guilds.get(whose.guildId)?.delete(whose.personId);
        return null;
      }
      await store.people.set(after);
      remember(after);
      return after;
    };
    return turns.take(turnOf(whose), () => store.people.inTurn(whose, work));
  };

  return {
    async of(guildId, watchId) {
      await ready();
      return [...(guilds.get(guildId)?.values() ?? [])]
        .filter(({ closedSince }) => closedSince === null)
        .flatMap((person) =>
          person.wishes
            .filter((wish) => wish.watchId === watchId && isAlive(wish))
            .map((wish) => ({ person, wish })),
        );
    },
    async find({ personId, guildId }, wishId) {
      await ready();
      const whose = { personId, guildId };
      const person = await turns.take(turnOf(whose), () => readAgain(whose));
      return person === null || person.closedSince !== null
        ? null
        : (person.wishes.find((wish) => wish.id === wishId && isAlive(wish)) ?? null);
    },
    async ofPerson(personId) {
      const people = await store.people.of(personId);
      return people.sort((a, b) => (a.guildName < b.guildName ? -1 : 1));
    },
    change,
    async forget(personId) {
      for (const person of await store.people.of(personId)) {
        await change(person, () => null);
      }
    },
    async forgetGuild(guildId) {
      await ready();
      const people = [...(guilds.get(guildId)?.values() ?? [])];
      for (const person of people) {
        await change(person, () => null);
      }
      return people.reduce((sum, { wishes, ended }) => sum + wishes.length + ended.length, 0);
    },
    async passTime(documents) {
      await ready();
      for (const person of await store.people.takeChanged()) {
        await turns.take(turnOf(person), () => readAgain(person));
      }
      for (const { guildId, watches } of documents) {
        const watchIds = new Set(watches.map(({ id }) => id));
        const due = [...(guilds.get(guildId)?.values() ?? [])].filter(
          (person) => withTimePassed(person, watchIds, now()) !== person,
        );
        for (const person of due) {
          await change(person, (before) => before && withTimePassed(before, watchIds, now()));
        }
      }
    },
  };
}
