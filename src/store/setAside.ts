import { ASIDE } from './documents.ts';
import type { Gate } from './gate.ts';
import { keyPages, type Row, type Rows } from './rows.ts';
import { asStoreError } from './storeError.ts';

/** What could not be read, and waits for a person to look at it. */
export type SetAside = {
  count(): Promise<number>;
  /** Deletes what names one of these guilds. */
  forgetGuilds(guildIds: ReadonlySet<string>): Promise<void>;
  /** Deletes what was kept for that person. */
  forgetPerson(personId: string): Promise<void>;
};

const BEGIN = `${ASIDE}:`;
/** What belongs to single people: what they asked for, and what was to be told to them. */
const OF_PEOPLE = /^unreadable:(people|people-changed|outbox):/;
/** Discord's ids: times have fewer digits. */
const IDS = /\d{15,}/g;

const names = ({ key, value }: Row, ids: ReadonlySet<string>): boolean =>
  `${key} ${value}`.match(IDS)?.some((id) => ids.has(id)) ?? false;

/** What was set aside among these rows, as long as the gate is open. */
export function openSetAside(
  rows: Rows,
  { whileOpen, where }: Pick<Gate, 'whileOpen'> & { where: string },
): SetAside {
  const visit = (doing: string, each: (keys: string[]) => Promise<void>): Promise<void> =>
    whileOpen(async () => {
      for await (const keys of keyPages(rows, BEGIN)) {
        await each(keys);
      }
    }).catch((error: unknown) => {
      throw asStoreError(error, `can not ${doing} what was set aside in`, where);
    });

  const forget = (isOver: (row: Row) => boolean): Promise<void> =>
    visit('delete', async (keys) => {
      const over = (await rows.many(keys)).filter(isOver);
      await rows.deleteAll(over.map(({ key }) => key));
    });

  return {
    async count() {
      let count = 0;
      await visit('count', async (keys) => {
        count += keys.length;
      });
      return count;
    },
    forgetGuilds: (guildIds) => forget((row) => names(row, guildIds)),
    forgetPerson(personId) {
      const ids = new Set([personId]);
      return forget((row) => OF_PEOPLE.test(row.key) && names(row, ids));
    },
  };
}
