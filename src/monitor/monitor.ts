import { type ScheduledTask, schedule } from 'node-cron';
import type { Logger } from 'pino';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import { createTurns } from '#store/turns.ts';
import { type After, afterByClock } from './after.ts';
import { neverAsked, reaskAfter, THRESHOLDS, type Thresholds } from './availability.ts';
import type { SendNotice } from './deliverNotice.ts';
import { observeServer, type TakeSnapshot, WATCHED_PARTS } from './observeServer.ts';
import { createOutbox } from './outbox.ts';
import { createStatusBoard, type Picture } from './statusBoard.ts';
import type { PublishOutcome, PublishStatus, StatusView } from './statusView.ts';
import { waitingNotices } from './waitingNotices.ts';
import { withTroubleDue } from './watchChange.ts';
import { targetOf, type WatchedServer, watchedServers } from './watchedServers.ts';
import { watchRound } from './watchRound.ts';

/** Keeps an eye on every watched server of this process's guilds. */
export type Monitor = {
  /** Begins: one round at once, then by the cron line, never two at a time. Throws when the line is no schedule. */
  start(cron: string): void;
  /** One round, up to the last message it leads to. */
  round(): Promise<void>;
  /** Resolves when nothing is being asked, saved or written. Timers may be waiting. */
  settled(): Promise<void>;
  /** A fresh look at a watch's server; nothing is counted or saved. null when there is no such watch. */
  view(guildId: string, watchId: string): Promise<StatusView | null>;
  /** Saves a new watch and posts its first status message; with trouble too the watch stays, and its message is tried again. */
  post(guildId: string, watch: Watch): Promise<PublishOutcome>;
  /**
   * Takes a watch out, with all that waits for it, once nothing is being written for it. Gives the watch as it was last, so
   * that its message can be deleted; null when there was none.
   */
  forget(guildId: string, watchId: string): Promise<Watch | null>;
  /** Has backed-off status messages of a guild tried in the next round: call it when channels or permissions changed. */
  retry(guildId: string): Promise<void>;
  /** Ends: waits for what is in flight, aborts it after `graceMs`. No timer is left. */
  stop(options?: { graceMs?: number }): Promise<void>;
};

export type MonitorParts = {
  store: Store;
  takeSnapshot: TakeSnapshot;
  publishStatus: PublishStatus;
  sendNotice: SendNotice;
  /** Guilds this process is responsible for, now. */
  guildIds: () => readonly string[];
  now: () => number;
  log: Logger;
  after?: After;
  thresholds?: Thresholds;
};

/** Between two rounds, until start() knows the schedule (ms). */
const USUAL_INTERVAL_MS = 60_000;
/** Rosters further apart than so many intervals are not compared. */
const GAP_INTERVALS = 3;
const GRACE_MS = 4_000;

/** Makes the monitor; nothing happens before start() or round(). */
export function createMonitor(parts: MonitorParts): Monitor {
  const { store, takeSnapshot, guildIds, now, log } = parts;
  const { after = afterByClock, thresholds = THRESHOLDS } = parts;
  const ending = new AbortController();
  const aborting = new AbortController();
  const { signal } = aborting;
  const outbox = createOutbox({ ...parts, after, signal });
  const board = createStatusBoard({ ...parts, after, signal });
  /** One observation of a server at a time, by key. */
  const turns = createTurns();
  /** What waits to be asked again before the next round, by key; the value takes it back. */
  const reasks = new Map<string, () => void>();
  let servers = new Map<string, WatchedServer>();
  /** Notices from before this process that wait for their guild; null before they were read. */
  let unclaimed: Notice[] | null = null;
  let running: Promise<void> | null = null;
  let task: ScheduledTask | null = null;
  let intervalMs = USUAL_INTERVAL_MS;

  const observe = (server: WatchedServer): Promise<Picture> =>
    turns.take(server.key, async () => {
      const snapshot = await takeSnapshot(server.target, WATCHED_PARTS, signal);
      if (snapshot.reason === 'aborted') {
        throw new DOMException('the bot is stopping', 'AbortError');
      }
      const at = now();
      const rules = { thresholds, gapMs: GAP_INTERVALS * intervalMs };
      const watches = servers.get(server.key)?.watches ?? [];
      const seen = await observeServer(parts, server.key, watches, { snapshot, at, rules });
      const { availability, lastSeen } = seen.server;
      const picture = { snapshot, availability, lastSeen, checkedAt: at };
      outbox.add(seen.notices, 'new');
      for (const { guildId, watch } of watches) {
        board.show(guildId, watch.id, picture);
      }
      askAgain(server.key, reaskAfter(availability, thresholds));
      return picture;
    });

  /** observe() whose failure is a line in the log: a fault of ours says nothing about the server. */
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
    if (ms === null || ending.signal.aborted) {
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

  /** Sends what waited when the last process ended, as soon as its guild is ours. */
  async function claim(mine: ReadonlySet<string>): Promise<void> {
    const waiting = unclaimed ?? (await waitingNotices(parts, now()));
    unclaimed = waiting.filter(({ guildId }) => !mine.has(guildId));
    outbox.add(
      waiting.filter(({ guildId }) => mine.has(guildId)),
      'old',
    );
  }

  async function askAll(): Promise<void> {
    const mine = new Set(guildIds());
    await claim(mine);
    const ids = (await store.guilds.ids()).filter((id) => mine.has(id));
    servers = watchedServers(await Promise.all(ids.map((id) => store.guilds.get(id))));
    // A server that is asked again soon anyway keeps its own rhythm.
    const due = [...servers.values()].filter(({ key }) => !reasks.has(key));
    const begun = now();
    await watchRound(due, { ask, intervalMs, after, signal: ending.signal });
    log.debug({ event: 'round', servers: due.length, ms: now() - begun }, 'round done');
  }

  function poll(): Promise<void> {
    running ??= askAll().finally(() => {
      running = null;
    });
    return running;
  }

  const tick = (): Promise<void> =>
    poll().catch((error: unknown) => {
      log.error({ event: 'round', err: error }, 'round failed: the next one tries again');
    });

  async function settled(): Promise<void> {
    await turns.idle();
    await Promise.all([outbox.idle(), board.idle()]);
  }

  function leave(guildId: string, watchId: string): WatchedServer | undefined {
    const isIt = (one: WatchedServer['watches'][number]) =>
      one.guildId === guildId && one.watch.id === watchId;
    const server = [...servers.values()].find(({ watches }) => watches.some(isIt));
    if (server !== undefined) {
      server.watches = server.watches.filter((one) => !isIt(one));
    }
    return server;
  }

  return {
    start(cron) {
      task = schedule(cron, tick, { noOverlap: true, name: 'watch round', logger: log });
      const [next, second] = task.getNextRuns(2);
      intervalMs = next && second ? second.getTime() - next.getTime() : USUAL_INTERVAL_MS;
      void tick();
    },
    async round() {
      await poll();
      await settled();
    },
    settled,
    async view(guildId, watchId) {
      const { watches } = await store.guilds.get(guildId);
      const watch = watches.find(({ id }) => id === watchId);
      if (watch === undefined) {
        return null;
      }
      const target = targetOf(watch);
      const snapshot = await takeSnapshot(target, WATCHED_PARTS, signal);
      const server = await store.servers.get(serverKey(target));
      const availability = server?.availability ?? neverAsked(now());
      return {
        watch,
        snapshot,
        availability,
        lastSeen: server?.lastSeen ?? null,
        checkedAt: now(),
      };
    },
    async post(guildId, watch) {
      const target = targetOf(watch);
      const key = serverKey(target);
      const server = servers.get(key) ?? { key, target, watches: [] };
      const outcome = await board.post(guildId, watch, await observe(server));
      leave(guildId, watch.id);
      const known = servers.get(key) ?? server;
      servers.set(key, { ...known, watches: [...known.watches, { guildId, watch }] });
      return outcome;
    },
    async forget(guildId, watchId) {
      const watch = await board.remove(guildId, watchId);
      await outbox.forget(guildId, watchId);
      const server = leave(guildId, watchId);
      if (server !== undefined && server.watches.length === 0) {
        askAgain(server.key, null);
        servers.delete(server.key);
        await turns.take(server.key, () => store.servers.delete(server.key));
      }
      return watch;
    },
    async retry(guildId) {
      await store.guilds.update(guildId, (guild) => withTroubleDue(guild, now()));
    },
    async stop({ graceMs = GRACE_MS } = {}) {
      ending.abort();
      const cancelAbort = after(graceMs, () => aborting.abort());
      for (const cancel of reasks.values()) {
        cancel();
      }
      reasks.clear();
      outbox.close();
      board.close();
      await Promise.allSettled([running, task?.destroy()]);
      await settled();
      cancelAbort();
    },
  };
}
