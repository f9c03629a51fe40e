import type { Documents } from './documents.ts';
import type { Gate } from './gate.ts';
import type { ServerDocument } from './serverDocument.ts';
import { hasGuild, namedScope, overlaps, type ShardScope, scopeName } from './shardScope.ts';

/**
 * What is known of servers. A process judges by itself, so each has documents of its own, whose keys end with its shards. Where it
 * finds newer ones of processes that were divided in another way, it goes on from those, until it writes its own.
 */
export type StoredServers = {
  /** The newest there is: null = the server is not known. */
  get(key: string): Promise<ServerDocument | null>;
  /**
   * Where `get` gives what others knew: tells what the last process knew that had a guild, null = nothing. Null where it gives our
   * own.
   */
  inherited(key: string): Promise<((guildId: string) => ServerDocument | null) | null>;
  set(document: ServerDocument): Promise<void>;
  /** Is known from now on, but written only by the next `set` of this server or by saveKept(). */
  keep(document: ServerDocument): void;
  saveKept(): Promise<void>;
  delete(key: string): Promise<void>;
};

/** A document and the shards of the process that wrote it. */
type Written = { document: ServerDocument; scope: ShardScope };

const MARK = '#';
/** What was written by processes that were divided in another way is left alone for so long (ms): one of now may still need it. */
const LEFT_MS = 86_400_000;

/** The key of what one process alone writes. */
export const rowOf = (key: string, scope: ShardScope): string =>
  [key, scopeName(scope)].filter((part) => part !== '').join(MARK);

/** What a row's key says; null when it is none of ours. */
function readRow(row: string): { key: string; scope: ShardScope } | null {
  const [key = '', name = ''] = row.split(MARK, 2);
  const scope = namedScope(name);
  return scope && { key, scope };
}

/** The one of the process that had the guild last. `written`: the newest first. */
const writtenFor = (written: readonly Written[], guildId: string): Written | undefined =>
  written.find(({ scope }) => hasGuild(scope, guildId));

/** The newest, with what each watch remembers as the process had it that had its guild. */
function joined(written: readonly Written[]): ServerDocument | null {
  const [newest] = written;
  if (newest === undefined) {
    return null;
  }
  const memories = written.flatMap((one) =>
    Object.entries(one.document.memories).filter(
      ([name]) => writtenFor(written, name.split('/', 1)[0] ?? '') === one,
    ),
  );
  return { ...newest.document, memories: Object.fromEntries(memories) };
}

/** The servers of the process with these shards in these documents, as long as the gate is open. */
export function openStoredServers(
  servers: Documents<ServerDocument>,
  { scope, whileOpen, now }: Pick<Gate, 'whileOpen'> & { scope: ShardScope; now: () => number },
): StoredServers {
  const own = (key: string): string => rowOf(key, scope);
  /** By key, until it is written by this process: what is known of others, the newest first. */
  const inherited = new Map<string, readonly Written[]>();
  /** Rows of processes that were divided in another way, by key of the server, but for what is settled. */
  let others: Promise<Map<string, string[]>> | null = null;

  async function findOthers(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (const row of await servers.keys()) {
      const read = readRow(row);
      if (read !== null && row !== own(read.key) && overlaps(read.scope, scope)) {
        found.set(read.key, [...(found.get(read.key) ?? []), row]);
      }
    }
    return found;
  }

  const othersNow = (): Promise<Map<string, string[]>> => {
    others ??= findOthers().catch((error: unknown) => {
      others = null;
      throw error;
    });
    return others;
  };

  async function readWritten(rows: readonly string[]): Promise<Written[]> {
    const documents = await servers.many(rows);
    return rows.flatMap((row, n) => {
      const [document, read] = [documents[n] ?? null, readRow(row)];
      return document === null || read === null ? [] : [{ document, scope: read.scope }];
    });
  }

  /** What others knew that is newer than what this process has written; empty when there is nothing. */
  async function heritage(key: string): Promise<readonly Written[]> {
    const known = inherited.get(key);
    if (known !== undefined) {
      return known;
    }
    const rows = (await othersNow()).get(key);
    if (rows === undefined) {
      return [];
    }
    const written = await readWritten([own(key), ...rows]);
    written.sort((a, b) => b.document.checkedAt - a.document.checkedAt);
    const isOwn = written[0] !== undefined && rowOf(key, written[0].scope) === own(key);
    const found = isOwn ? [] : written;
    if (found.length > 0) {
      inherited.set(key, found);
    } else {
      await settle(key);
    }
    return found;
  }

  async function settle(key: string): Promise<void> {
    inherited.delete(key);
    (await othersNow()).delete(key);
  }

  const get = async (key: string): Promise<ServerDocument | null> =>
    joined(await heritage(key)) ?? servers.get(own(key));

  /** Takes out what others left behind long ago. */
  async function sweep(key: string): Promise<void> {
    const written = await readWritten((await othersNow()).get(key) ?? []);
    const old = written.filter(({ document }) => now() - document.checkedAt > LEFT_MS);
    for (const one of old) {
      await servers.delete(rowOf(key, one.scope));
    }
  }

  return {
    get: (key) => whileOpen(() => get(key)),
    inherited: (key) =>
      whileOpen(async () => {
        const found = await heritage(key);
        return found.length === 0
          ? null
          : (guildId) => writtenFor(found, guildId)?.document ?? null;
      }),
    set: (document) =>
      whileOpen(async () => {
        await servers.set(own(document.key), document);
        await settle(document.key);
      }),
    keep(document) {
      servers.keep(own(document.key), document);
      inherited.delete(document.key);
      void others?.then((rows) => rows.delete(document.key));
    },
    saveKept: () => whileOpen(servers.saveKept),
    delete: (key) =>
      whileOpen(async () => {
        await sweep(key);
        await servers.delete(own(key));
        await settle(key);
      }),
  };
}
