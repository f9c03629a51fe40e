import { incidentId } from '#store/incidentDocument.ts';
import type { Store } from '#store/openStore.ts';
import { unknownServer } from './serverStep.ts';

/**
 * Has nothing be known of a server but what it was last seen as: whoever watches it next begins anew. An outage that lasted is
 * over for the history with the last look. Throws StoreError.
 */
export async function restServer(store: Store, key: string, now: number): Promise<void> {
  const server = await store.servers.get(key);
  if (server === null) {
    return;
  }
  const { availability, checkedAt, lastSeen } = server;
  const id = availability.downSince === null ? null : incidentId(key, availability.downSince);
  const incident = id === null ? null : await store.incidents.get(id);
  if (incident !== null && incident.until === null) {
    await store.incidents.put({ ...incident, until: checkedAt });
  }
  await store.servers.set({ ...unknownServer(key, now), lastSeen });
}
