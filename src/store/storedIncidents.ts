import type { Documents } from './documents.ts';
import type { Gate } from './gate.ts';
import type { Incident } from './incidentDocument.ts';

/** Outages of servers, those that last too. */
export type StoredIncidents = {
  get(id: string): Promise<Incident | null>;
  /** Those of one server, oldest first; of an outage that several processes saw, that of each. */
  of(server: string): Promise<Incident[]>;
  put(incident: Incident): Promise<void>;
  /** As Documents.update. */
  update(id: string, change: (before: Incident | null) => Incident | null): Promise<unknown>;
  /** Shows each to `look`, in no order. */
  visit(look: (incident: Incident) => void): Promise<void>;
  /** Deletes those that ended before that time (ms). */
  deleteEndedBefore(time: number): Promise<void>;
  /** Deletes all of one server. */
  deleteOf(server: string): Promise<void>;
};

/** The incidents in these documents, as long as the gate is open. */
export function openStoredIncidents(
  incidents: Documents<Incident>,
  { whileOpen }: Pick<Gate, 'whileOpen'>,
): StoredIncidents {
  return {
    get: (id) => whileOpen(() => incidents.get(id)),
    of: (server) =>
      whileOpen(async () => {
        const found = await incidents.many(await incidents.keys(`${server}@`));
        return found.filter((one) => one !== null).sort((a, b) => a.since - b.since);
      }),
    put: (incident) => whileOpen(() => incidents.set(incident.id, incident)),
    update: (id, change) => whileOpen(() => incidents.update(id, change)),
    visit: (look) => whileOpen(() => incidents.visit(look)),
    deleteEndedBefore: (time) =>
      whileOpen(async () => {
        const over: string[] = [];
        await incidents.visit(({ id, until }) => {
          if (until !== null && until < time) {
            over.push(id);
          }
        });
        await incidents.deleteAll(over);
      }),
    deleteOf: (server) => whileOpen(() => incidents.deleteFrom(`${server}@`)),
  };
}
