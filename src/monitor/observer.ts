import type { Logger } from 'pino';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import { createTurns } from '#store/turns.ts';
import type { After } from './after.ts';
import { reaskAfter, type Thresholds } from './availability.ts';
import { observeServer, type TakeSnapshot, WATCHED_PARTS } from './observeServer.ts';
import type { Outbox } from './outbox.ts';
import type { Picture, StatusBoard } from './statusBoard.ts';
import { targetOf, type WatchedServer } from './watchedServers.ts';

/** Looks at servers one by one: asks, saves, lets outbox and board tell it, and looks again soon where that is due. */
export type Observer = {
  /** From now on these servers are watched. */
  watch(servers: Map<string, WatchedServer>): void;
  /** The watched servers that no repeated question is waiting for: those keep their own rhythm. */
  due(): WatchedServer[];
  /** One observation. Rejects when it was broken off, or when the store did not take it. */
  observe(server: WatchedServer): Promise<Picture>;
  /** observe() whose failure is a line in the log: a fault of ours says nothing about the server. */
  ask(server: WatchedServer): Promise<void>;
  /** The server a watch means, known or new. */
  serverOf(watch: Watch): WatchedServer;
  /** Adds a watch before the next round finds it. */
  join(guildId: string, watch: Watch): void;
  /** Takes a watch out; a server that nobody watches any more is forgotten, in the store too. */
  leave(guildId: string, watchId: string): Promise<void>;
  /** Plans nothing further. */
  close(): void;
  /** Resolves when nothing is being asked or saved. */
  idle(): Promise<void>;
};

export type ObserverParts = {
  store: Store;
  takeSnapshot: TakeSnapshot;
  outbox: Outbox;
  board: StatusBoard;
  now: () => number;
  after: After;
  thresholds: Thresholds;
  /** Two rosters further apart than this are not compared (ms). */
  gapMs: () => number;
  log: Logger;
  signal: AbortSignal;
};

/** Makes the observer; it watches nothing yet. */
export function createObserver(parts: ObserverParts): Observer {
  const { store, takeSnapshot, outbox, board, now, after, thresholds, log, signal } = parts;
  /** One observation of a server at a time, by key. */
  const turns = createTurns();
  /** What waits to be asked again before the next round, by key; the value takes it back. */
  const reasks = new Map<string, () => void>();
  let servers = new Map<string, WatchedServer>();
  let closed = false;

  const observe = ({ key, target }: WatchedServer): Promise<Picture> =>
    turns.take(key, async () => {
      const snapshot = await takeSnapshot(target, WATCHED_PARTS, signal);
      if (snapshot.reason === 'aborted') {
        throw new DOMException('the bot is stopping', 'AbortError');
      }
      const at = now();
      const rules = { thresholds, gapMs: parts.gapMs() };
      const watches = servers.get(key)?.watches ?? [];
      const seen = await observeServer(parts, key, watches, { snapshot, at, rules });
      const { availability, lastSeen } = seen.server;
      const picture = { snapshot, availability, lastSeen, checkedAt: at };
      outbox.add(seen.notices, 'new');
      for (const { guildId, watch } of watches) {
        board.show(guildId, watch.id, picture);
      }
      askAgain(key, reaskAfter(availability, thresholds));
      return picture;
    });

  async function ask(server: WatchedServer): Promise<void> {
    try {
      await observe(server);
    } catch (error) {
      if (!signal.aborted) {
        log.error({ event: 'observation', server: server.key, err: error }, 'observation failed');
      }
    }
  }

  function askAgain(key: string, ms: number | null): void {
    reasks.get(key)?.();
    reasks.delete(key);
    if (ms === null || closed) {
      return;
    }
    const cancel = after(ms, () => {
      reasks.delete(key);
      const server = servers.get(key);
      if (server !== undefined) {
        void ask(server);
      }
    });
    reasks.set(key, cancel);
  }

  function serverOf(watch: Watch): WatchedServer {
    const target = targetOf(watch);
    const key = serverKey(target);
    return servers.get(key) ?? { key, target, watches: [] };
  }

  return {
    watch(found) {
      servers = found;
    },
    due: () => [...servers.values()].filter(({ key }) => !reasks.has(key)),
    observe,
    ask,
    serverOf,
    join(guildId, watch) {
      const server = serverOf(watch);
      if (!server.watches.some((one) => one.guildId === guildId && one.watch.id === watch.id)) {
        server.watches.push({ guildId, watch });
      }
      servers.set(server.key, server);
    },
    async leave(guildId, watchId) {
      for (const server of servers.values()) {
        const others = server.watches.filter(
          (one) => one.guildId !== guildId || one.watch.id !== watchId,
        );
        if (others.length === server.watches.length) {
          continue;
        }
        server.watches = others;
        if (others.length === 0) {
          askAgain(server.key, null);
          servers.delete(server.key);
          await turns.take(server.key, () => store.servers.delete(server.key));
        }
      }
    },
    close() {
      closed = true;
      for (const cancel of reasks.values()) {
        cancel();
      }
      reasks.clear();
    },
    idle: turns.idle,
  };
}
