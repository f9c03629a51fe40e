import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Documents } from './documents.ts';
import type { Gate } from './gate.ts';
import type { PersonDocument } from './personDocument.ts';
import { hasGuild, type ShardScope } from './shardScope.ts';
import type { Shelf } from './shelf.ts';
import { snowflake } from './watchSettings.ts';

/** Whose document it is: one for each person and guild. */
export type Person = Pick<PersonDocument, 'personId' | 'guildId'>;

/**
 * What people asked to be told in direct messages, by person and guild. What they do in direct messages reaches the process with
 * shard 0, wherever the guild is: it changes the document and leaves word for the process that has the guild.
 */
export type StoredPeople = {
  /** Those of the guilds of this process. */
  all(): Promise<PersonDocument[]>;
  /** Those of one person, in all guilds of all processes. */
  of(personId: string): Promise<PersonDocument[]>;
  get(person: Person): Promise<PersonDocument | null>;
  set(document: PersonDocument): Promise<void>;
  delete(person: Person): Promise<void>;
  /** Does some work while no other process does some for the same person and guild. */
  inTurn<R>(person: Person, work: () => Promise<R>): Promise<R>;
  /** Documents of this process's guilds that another process has changed, each told once. */
  takeChanged(): Promise<Person[]>;
};

/** Word that a document was changed by a process that does not have its guild. */
export const changedPersonSchema = z.object({
  version: z.literal(1),
  personId: snowflake,
  guildId: snowflake,
});
type ChangedPerson = z.infer<typeof changedPersonSchema>;

const keyOf = ({ personId, guildId }: Person): string => `${personId}/${guildId}`;

/** Work at one document takes no longer (ms); a process that was killed over it holds nobody up for more than that. */
const TURN_MS = 4_000;
const TRY_EVERY_MS = 25;

/** The people in these documents, as the process with these shards sees them, as long as the gate is open. */
export function openStoredPeople(
  people: Documents<PersonDocument>,
  changed: Documents<ChangedPerson>,
  {
    scope,
    shelf,
    whileOpen,
  }: Pick<Gate, 'whileOpen'> & {
    scope: ShardScope /** Of all processes; null = there is one. */;
    shelf: Shelf | null;
  },
): StoredPeople {
  const isMine = ({ guildId }: Person): boolean => hasGuild(scope, guildId);
  const all = async <T>(documents: Documents<T>, prefix: string): Promise<T[]> =>
    (await documents.many(await documents.keys(prefix))).filter((one) => one !== null);

  const leaveWord = async ({ personId, guildId }: Person): Promise<void> => {
    if (!isMine({ personId, guildId })) {
      await changed.set(keyOf({ personId, guildId }), { version: 1, personId, guildId });
    }
  };

  /** The right to work at a document; null where there is nobody else, or nobody gives it back. */
  async function turnAt(person: Person): Promise<(() => Promise<void>) | null> {
    const until = performance.now() + TURN_MS;
    while (shelf !== null && scope.count > 1 && performance.now() < until) {
      const release = await shelf.lease(`person:${keyOf(person)}`, TURN_MS);
      if (release !== null) {
        return release;
      }
      await pause(TRY_EVERY_MS);
    }
    return null;
  }

  return {
    all: () => whileOpen(async () => (await all(people, '')).filter(isMine)),
    of: (personId) => whileOpen(() => all(people, `${personId}/`)),
    get: (person) => whileOpen(() => people.get(keyOf(person))),
    set: (document) =>
      whileOpen(async () => {
        await people.set(keyOf(document), document);
        await leaveWord(document);
      }),
    delete: (person) =>
      whileOpen(async () => {
        await people.delete(keyOf(person));
        await leaveWord(person);
      }),
    async inTurn(person, work) {
      const release = await whileOpen(() => turnAt(person));
      try {
        return await work();
      } finally {
        // What can not be given back is over by itself.
        await release?.().catch(() => {});
      }
    },
    takeChanged: () =>
      whileOpen(async () => {
        const mine = (await all(changed, '')).filter(isMine);
        for (const person of mine) {
          await changed.delete(keyOf(person));
        }
        return mine;
      }),
  };
}
