import type { Logger } from 'pino';
import { GAP_INTERVALS, type History } from '#history/history.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import { createKeyedQueue } from '#store/keyedQueue.ts';
import type { After } from '#clock/after.ts';
import { type AvailabilityEvent, reaskAfter, type Thresholds } from './availability.ts';
import type { ChannelNames } from './channelNames.ts';
import { createHeldBack } from './heldBack.ts';
import type { Judge } from './judge.ts';
import { askWatched, type Look, lookAt } from './lookAt.ts';
import { createNeighbours } from './neighbours.ts';
import { noteLook } from './noteLook.ts';
import { observeServer, type TakeSnapshot } from './observeServer.ts';
import type { Outbox } from './outbox.ts';
import { createReasks } from './reasks.ts';
import { restServer } from './restServer.ts';
import { type FarewellOf, stepStanding, unknownServer } from './serverStep.ts';
import type { Evidence } from './sight.ts';
import type { Picture, StatusBoard } from './statusBoard.ts';
import { createServerList, type ServerList, type WatchedServer } from './watchedServers.ts';
import type { WishBook } from './wishBook.ts';

/** Looks at servers: asks, judges, saves, lets outbox and board tell it, and looks again soon where that is due. */
export type Observer = {
  /** From now on these servers are watched, and these watches paused. */
  watch: ServerList['set'];
  /** The watched servers that no repeated question is waiting for: those keep their own rhythm. */
  due(): WatchedServer[];
  /** One observation by itself. Rejects when it was broken off, or when the store did not take it. */
  observe(server: WatchedServer): Promise<Picture>;
  /** Begins a round: `ask` each server, then `end`. What does not go without saying is judged at the end. */
  round(): { ask(server: WatchedServer): Promise<void>; end(): Promise<void> };
  /** The server a watch means, known or new. */
  serverOf(watch: Watch): WatchedServer;
  /** Adds a watch before the next round finds it. */
  join(guildId: string, watch: Watch): void;
  /** Takes a watch out; a server that nobody watches any more is forgotten, in the store too. */
  leave(guildId: string, watchId: string): Promise<void>;
  /** Forgets a server, in the store too, unless somebody watches it; of one that is paused what was last seen stays. */
  release(key: string): Promise<void>;
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
  wishes: WishBook;
  names: ChannelNames;
  judge: Judge;
  /** Whether a silent server that registers with us said goodbye. */
  farewellOf: FarewellOf;
  now: () => number;
  after: After;
  thresholds: Thresholds;
  history: History;
  /** From one round to the next (ms); looks further apart than GAP_INTERVALS of it are not compared. */
  intervalMs: () => number;
  log: Logger;
  signal: AbortSignal;
};

/** Makes the observer; it watches nothing yet. */
export function createObserver(parts: ObserverParts): Observer {
  const { store, outbox, board, names, judge, now, after, thresholds, log, signal } = parts;
  const rulesNow = () => ({ thresholds, gapMs: GAP_INTERVALS * parts.intervalMs() });
  /** One question or observation of a server at a time, by key; judgements one after the other under ''. */
  const turns = createKeyedQueue();
  const servers = createServerList();
  const documentOf = async (key: string) =>
    (await store.servers.get(key)) ?? unknownServer(key, now());

  const neighbours = createNeighbours({
    store,
    servers: servers.all,
    after,
    answers: async (server) => (await askWatched(server, ['info'], parts)).state === 'online',
  });

  const look = (server: WatchedServer, isNew: boolean): Promise<Look> =>
    turns.take(server.key, async () =>
      lookAt(server, { ...parts, before: await documentOf(server.key), neighbours, isNew }),
    );

  /** Takes a look into the store and has it shown; gives the notices it leads to. A server that was released stays so. */
  const apply = ({ server: { key }, snapshot, at, farewell, isNew }: Look, host: string | null) =>
    turns.take(key, async (): Promise<Notice[]> => {
      const rules = { ...rulesNow(), host, farewell };
      const watches = servers.all().get(key)?.watches ?? [];
      if (watches.length === 0 && !isNew) {
        return [];
      }
      const { server, notices } = await observeServer(parts, key, watches, { snapshot, at, rules });
      const { availability, lastSeen } = server;
      const picture = { snapshot, availability, lastSeen, checkedAt: at };
      noteLook(parts.history, key, watches, picture, parts.intervalMs());
      for (const { guildId, watch } of watches) {
        board.show(guildId, watch.id, picture);
        names.show(guildId, watch, picture);
      }
      reasks.plan(key, reaskAfter(availability, thresholds));
      return notices;
    });

  const failed = (key: string) => (error: unknown) => {
    if (!signal.aborted) {
      log.error({ event: 'observation', server: key, err: error }, 'observation failed');
    }
    return [];
  };

  /** Applies looks that were judged, knowing which addresses change as a whole; their notices are told together. */
  async function applyAll(looks: readonly Look[]): Promise<void> {
    const events = new Map<string, AvailabilityEvent>();
    for (const { server, evidence, at } of looks) {
      const before = await documentOf(server.key);
      const { event } = stepStanding(before, { answered: evidence.answered, at }, rulesNow());
      if (event !== null) {
        events.set(server.key, event);
      }
    }
    const whole = events.size < 2 ? null : await neighbours.changing(events);
    const applied = looks.map((one) => {
      const [{ key }, { host }] = [one.server, one.evidence];
      const isWhole = events.has(key) && whole?.get(host) === events.get(key)?.kind;
      return apply(one, isWhole ? host : null).catch(failed(key));
    });
    outbox.add((await Promise.all(applied)).flat());
  }

  /** A look that says nothing about the server: messages show that, once the last one that counted is too old. */
  async function showUnseen({ server: { key, watches }, snapshot, at }: Look): Promise<void> {
    const { availability, lastSeen, checkedAt } = await documentOf(key);
    if (at - checkedAt < rulesNow().gapMs) {
      return;
    }
    for (const { guildId, watch } of watches) {
      const unseen = true as const;
      board.show(guildId, watch.id, { snapshot, availability, lastSeen, checkedAt, unseen });
    }
  }

  /** Judges looks and applies them, unless it was our own sight that failed. */
  const settle = (looks: readonly Look[], answered: readonly Evidence[]): Promise<void> =>
    turns.take('', async () => {
      const own = looks.filter(({ isShared }) => !isShared);
      const evidence = [...answered, ...own.map((one) => one.evidence)];
      const from = Math.min(now(), ...looks.map(({ at }) => at));
      const { askWitnesses } = neighbours;
      const everybody = () => [...servers.all().values()].flatMap(({ watches }) => watches);
      const verdict = await judge.decide({ evidence, from, askWitnesses, everybody });
      const counts = ({ evidence: seen }: Look) =>
        seen.answered || (verdict.counts && (verdict.dns || !seen.nameless));
      await applyAll(looks.filter(counts));
      for (const one of looks.filter((each) => !counts(each))) {
        reasks.plan(one.server.key, null);
        judge.missed(one.server.watches);
        await showUnseen(one);
      }
      if (verdict.over !== null) {
        outbox.add(await judge.tell(verdict.over));
      }
    });

  function round() {
    const answered: Evidence[] = [];
    const held = createHeldBack<Look>({
      after,
      judge: (looks) => settle(looks, [...answered]),
      failed: failed(''),
    });
    return {
      async ask(server: WatchedServer): Promise<void> {
        const hold = held.place();
        try {
          const seen = await look(server, false);
          if (seen.isPlain) {
            answered.push(...(seen.isShared ? [] : [seen.evidence]));
            outbox.add(await apply(seen, null));
          } else {
            hold(seen);
          }
        } catch (error) {
          failed(server.key)(error);
        }
      },
      end: held.release,
    };
  }

  async function askAgain(keys: readonly string[]): Promise<void> {
    const again = round();
    const due = new Set(keys);
    const known = [...servers.all().values()].filter(({ key }) => due.has(key));
    await Promise.all(known.map((server) => again.ask(server)));
    await again.end();
  }

  const reasks = createReasks({
    now,
    after,
    run: (keys) => void turns.take('again', () => askAgain(keys)).catch(failed('')),
  });

  const release = (key: string): Promise<void> =>
    turns.take(key, async () => {
      if (!servers.all().has(key)) {
        reasks.plan(key, null);
        neighbours.forget(key);
        await (servers.isPaused(key) ? restServer(store, key, now()) : store.servers.delete(key));
      }
    });

  return {
    watch: servers.set,
    due: () => [...servers.all().values()].filter(({ key }) => !reasks.has(key)),
    async observe(server) {
      const seen = await look(server, true);
      await settle([seen], []);
      const { availability, lastSeen } = await documentOf(server.key);
      return { snapshot: seen.snapshot, availability, lastSeen, checkedAt: seen.at };
    },
    round,
    serverOf: servers.serverOf,
    join: servers.join,
    leave: async (guildId, watchId) =>
      void (await Promise.all(servers.leave(guildId, watchId).map(release))),
    release,
    close: reasks.close,
    idle: turns.idle,
  };
}
