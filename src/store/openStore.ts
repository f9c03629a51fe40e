import type { Logger } from 'pino';
import type { Documents } from './documents.ts';
import type { FollowedDocument } from './followDocument.ts';
import { createGate } from './gate.ts';
import { emptyGuild, type GuildDocument } from './guildDocument.ts';
import type { PlannedWork } from './historyDocument.ts';
import { openNamespaces, SCHEMAS } from './namespaces.ts';
import type { Notice } from './noticeDocument.ts';
import { type ObserveStore, observedRows } from './observedRows.ts';
import { openRows } from './openRows.ts';
import type { RegistrationDocument } from './registrationDocument.ts';
import { openSetAside, type SetAside } from './setAside.ts';
import { EVERYTHING, hasGuild, type ShardScope } from './shardScope.ts';
import { openSharedSnapshots, type SharedSnapshots } from './sharedSnapshots.ts';
import { asStoreError, StoreError } from './storeError.ts';
import { openStoredHistory, type StoredHistory } from './storedHistory.ts';
import { openStoredIncidents, type StoredIncidents } from './storedIncidents.ts';
import { openStoredPeople, type StoredPeople } from './storedPeople.ts';
import { openStoredServers, rowOf, type StoredServers } from './storedServers.ts';
import { storePlace } from './storeUrl.ts';
import { noteVersions } from './storeVersions.ts';

/**
 * What survives a restart (DESIGN section 6), for the guilds of one process: where a list is asked for, it is theirs only, though
 * others may keep theirs in the same database. Every method throws StoreError when the database does not do it.
 */
export type Store = {
  guilds: {
    /** An empty guild when nothing is stored. One of another process is read as it is stored now. */
    get(guildId: string): Promise<GuildDocument>;
    /**
     * One change after the other for each guild; `change` gets what is stored and returns what to store; returning what it got,
     * it writes nothing. Documents are shared and frozen: a change makes a new one.
     */
    update(
      guildId: string,
      change: (before: GuildDocument) => GuildDocument,
    ): Promise<GuildDocument>;
    ids(): Promise<string[]>;
    /** Shows each to `look`, in no order, as it is stored now: also those that other processes write. */
    visit(look: (guild: GuildDocument) => void): Promise<void>;
    delete(guildId: string): Promise<void>;
  };
  servers: StoredServers;
  /** What follows know of their lists, by their keys. */
  followed: {
    get(key: string): Promise<FollowedDocument | null>;
    set(document: FollowedDocument): Promise<void>;
    delete(key: string): Promise<void>;
  };
  /** Notices that wait to be sent. */
  outbox: {
    /** In the order of their making. */
    all(): Promise<Notice[]>;
    put(notice: Notice): Promise<void>;
    delete(id: string): Promise<void>;
  };
  incidents: StoredIncidents;
  people: StoredPeople;
  history: StoredHistory;
  /** Planned work that came to pass, by GUILD/WATCH. */
  plannedWork: {
    get(watch: string): Promise<PlannedWork | null>;
    put(watch: string, work: PlannedWork): Promise<void>;
    delete(watch: string): Promise<void>;
  };
  /** Game servers that registered with our master server, by address and port. */
  registrations: {
    all(): Promise<RegistrationDocument[]>;
    put(registration: Omit<RegistrationDocument, 'version'>): Promise<void>;
    delete(server: { address: string; port: number }): Promise<void>;
  };
  /** Small facts about the bot itself, such as the hash of the registered commands. */
  meta: {
    get(name: string): Promise<string | null>;
    set(name: string, value: string): Promise<void>;
  };
  /** Small facts about this process and those before it with the same shards. */
  notes: {
    get(name: string): Promise<string | null>;
    set(name: string, value: string): Promise<void>;
  };
  /** What processes see for each other; null where the store is that of one process. */
  shared: SharedSnapshots | null;
  setAside: SetAside;
  /** Waits for what is being written, then closes the database. Whatever is asked afterwards throws StoreError `closed`. */
  close(): Promise<void>;
};

const byMaking = (a: Notice, b: Notice): number =>
  a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

const registrationKey = ({ address, port }: { address: string; port: number }) =>
  `${address}:${port}`;

/** The documents, or those whose keys begin so. */
async function allOf<T>(documents: Documents<T>, prefix = ''): Promise<T[]> {
  const found = await documents.many(await documents.keys(prefix));
  return found.filter((document) => document !== null);
}

export type StoreOptions = {
  log: Logger;
  now?: () => number;
  /** Is told how long each question to the database took. */
  observe?: ObserveStore;
  /** The shards of this process. */
  scope?: ShardScope;
};

/** Opens the store that STORE_URL names (storeUrl.ts), making what is not there. Throws StoreError. */
export async function openStore(
  url: string,
  { log, now = Date.now, observe = () => {}, scope = EVERYTHING }: StoreOptions,
): Promise<Store> {
  const place = storePlace(url);
  const where = place.shown;
  const clock = () => performance.now();
  const opened = await openRows(place, log);
  await noteVersions(opened, Object.keys(SCHEMAS), where).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  const rows = observedRows(opened, observe, clock);
  const namespaces = openNamespaces({ rows, where, log, now });
  const { guilds, servers, followed, outbox, incidents, people, history } = namespaces;
  const { registrations, meta } = namespaces;
  const plannedWork = namespaces['planned-work'];

  const { whileOpen, ...gate } = createGate(
    () => new StoreError('closed', `the store ${where} is closed: the bot is stopping`),
  );
  let closing: Promise<void> | null = null;
  const isMine = ({ guildId }: { guildId: string }): boolean => hasGuild(scope, guildId);

  const keyed = <T extends { key: string }>(documents: Documents<T>) => ({
    get: (key: string) => whileOpen(() => documents.get(key)),
    set: (document: T) => whileOpen(() => documents.set(document.key, document)),
    delete: (key: string) => whileOpen(() => documents.delete(key)),
  });

  const texts = {
    get: (name: string) => whileOpen(async () => (await meta.get(name))?.text ?? null),
    set: (name: string, text: string) => whileOpen(() => meta.set(name, { version: 1, text })),
  };

  const close = async (): Promise<void> => {
    await gate.close();
    await rows.close().catch((error: unknown) => {
      throw asStoreError(error, 'can not close the store', where);
    });
  };

  return {
    guilds: {
      get: (guildId) =>
        whileOpen(async () => {
          const read = hasGuild(scope, guildId) ? guilds.get : guilds.glance;
          return (await read(guildId)) ?? emptyGuild(guildId);
        }),
      update: (guildId, change) =>
        whileOpen(async () => {
          const empty = emptyGuild(guildId);
          const changed = await guilds.update(guildId, (stored) => {
            const before = stored ?? empty;
            const after = change(before);
            return after === before ? null : after;
          });
          return changed ?? empty;
        }),
      ids: () => whileOpen(async () => (await guilds.keys()).filter((id) => hasGuild(scope, id))),
      visit: (look) => whileOpen(() => guilds.visit(look)),
      delete: (guildId) => whileOpen(() => guilds.delete(guildId)),
    },
    servers: openStoredServers(servers, { scope, whileOpen, now }),
    followed: keyed(followed),
    outbox: {
      all: () => whileOpen(async () => (await allOf(outbox)).filter(isMine).sort(byMaking)),
      put: (notice) => whileOpen(() => outbox.set(notice.id, notice)),
      delete: (id) => whileOpen(() => outbox.delete(id)),
    },
    incidents: openStoredIncidents(incidents, { whileOpen }),
    people: openStoredPeople(people, namespaces['people-changed'], {
      ...{ scope, whileOpen, shelf: rows.shelf },
    }),
    history: openStoredHistory(history, { whileOpen }),
    plannedWork: {
      get: (watch) => whileOpen(() => plannedWork.get(watch)),
      put: (watch, work) => whileOpen(() => plannedWork.set(watch, work)),
      delete: (watch) => whileOpen(() => plannedWork.delete(watch)),
    },
    registrations: {
      all: () => whileOpen(() => allOf(registrations)),
      put: (registration) =>
        whileOpen(() =>
          registrations.set(registrationKey(registration), { ...registration, version: 1 }),
        ),
      delete: (server) => whileOpen(() => registrations.delete(registrationKey(server))),
    },
    meta: texts,
    notes: {
      get: (name) => texts.get(rowOf(name, scope)),
      set: (name, text) => texts.set(rowOf(name, scope), text),
    },
    shared: rows.shelf && openSharedSnapshots(rows.shelf),
    setAside: openSetAside(rows, { whileOpen, where }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
