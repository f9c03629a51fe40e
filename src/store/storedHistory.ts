import type { Documents } from './documents.ts';
import type { Gate } from './gate.ts';
import type { HistoryDay } from './historyDocument.ts';

/** What was seen of servers, by UTC day ("2026-11-30"). */
export type StoredHistory = {
  /** Those days of one server, null for each of which nothing is known. */
  days(server: string, days: readonly string[]): Promise<(HistoryDay | null)[]>;
  /** The same day of many servers. */
  on(day: string, servers: readonly string[]): Promise<(HistoryDay | null)[]>;
  /** Writes one day of many servers, all or none. */
  put(day: string, documents: ReadonlyMap<string, HistoryDay>): Promise<void>;
  /** The servers of which that day is known, sorted. */
  serversOn(day: string): Promise<string[]>;
  /** The oldest day of which anything is known; null = none. */
  firstDay(): Promise<string | null>;
  deleteDay(day: string): Promise<void>;
  /** Deletes those days of one server. */
  deleteDays(server: string, days: readonly string[]): Promise<void>;
};

const keyOf = (day: string, server: string): string => `${day}/${server}`;

/** The history in these documents, as long as the gate is open. */
export function openStoredHistory(
  history: Documents<HistoryDay>,
  { whileOpen }: Pick<Gate, 'whileOpen'>,
): StoredHistory {
  return {
    days: (server, days) => whileOpen(() => history.many(days.map((day) => keyOf(day, server)))),
    on: (day, keys) => whileOpen(() => history.many(keys.map((server) => keyOf(day, server)))),
    put: (day, documents) =>
      whileOpen(() =>
        history.setAll(
          new Map([...documents].map(([server, document]) => [keyOf(day, server), document])),
        ),
      ),
    serversOn: (day) =>
      whileOpen(async () => {
        const keys = await history.keys(`${day}/`);
        return keys.map((key) => key.slice(day.length + 1));
      }),
    firstDay: () => whileOpen(async () => (await history.keys('', 1))[0]?.split('/', 1)[0] ?? null),
    deleteDay: (day) => whileOpen(() => history.deleteFrom(`${day}/`)),
    deleteDays: (server, days) =>
      whileOpen(() => history.deleteAll(days.map((day) => keyOf(day, server)))),
  };
}
