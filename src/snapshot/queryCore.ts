import { createGamedigClient, type GamedigQuery } from '#query/askGamedig.ts';
import { openConversations } from '#query/conversations.ts';
import { createHostPace, movedOn } from '#query/hostPace.ts';
import type { RconAnswer, RconRequest } from '#query/rconSamp.ts';
import { checkPort } from '#transport/addressPolicy.ts';
import type { NameLookup } from '#transport/nameLookup.ts';
import { createResolver } from '#transport/resolver.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';
import { createAskServer } from './askServer.ts';
import { candidatesFor, whereFound } from './candidates.ts';
import { findServer } from './findServer.ts';
import { createKnownWays, type KnownPlace } from './knownWays.ts';
import { createLocator } from './locator.ts';
import type { Manner } from './manner.ts';
import { createNeighbourSearches } from './neighbourSearches.ts';
import { describeFailure, offlineReason, offlineSnapshot } from './offline.ts';
import { createRefusals } from './refusals.ts';
import { createSampServers } from './sampServers.ts';
import { serverKey } from './serverKey.ts';
import { createSharedCalls } from './sharedCalls.ts';
import type { Snapshot, SnapshotPart } from './snapshot.ts';
import type { Target } from './target.ts';

export type QueryCoreOptions = {
  /** True lets loopback and private networks be asked: only when the operator says so. */
  allowPrivateAddresses: boolean;
  /** Deadline of one look-up, in ms: 3 s, for SA:MP 5 s when not given. Name service comes on top. */
  timeoutMs?: number;
  /** How long a poll may wait for its turn and its answer, in ms: 10 minutes when not given. */
  longestPollMs?: number;
  /** An answer younger than this is given to whoever asks next, in ms. */
  freshForMs?: number;
  /**
   * Milliseconds, for freshness; the conversations have a clock of their own. What it is moved on by, hosts were left in peace
   * besides: whoever moves a clock by hand does not wait for their pace.
   */
  now?: () => number;
  /** Asked once for a server, so that its neighbours are not searched again after a restart. */
  knownPlace?: KnownPlace;
  /** Name service and gamedig, for tests. */
  lookup?: NameLookup;
  gamedig?: GamedigQuery;
  /** Told of errors that sockets report; they end nothing. */
  onSocketError?: (error: Error) => void;
};

/** What a console command came to, or why the server could not be asked at all. */
export type ConsoleAnswer = RconAnswer | { outcome: 'offline'; snapshot: Snapshot };

export type QueryCore = {
  /**
   * The state of one server, in one shape for every game. Never rejects because of the server, the name service or the
   * caller's signal: "offline" is a value with a reason. The Snapshot may be shared with other callers: do not change it.
   */
  takeSnapshot(
    target: Target,
    parts: readonly SnapshotPart[],
    signal?: AbortSignal,
    manner?: Manner,
  ): Promise<Snapshot>;
  /**
   * Runs one SA:MP console command, once, whatever happens. A server that cannot be asked (no such name, an address the
   * policy forbids, given up) is an offline Snapshot. What is passed in `request` is kept nowhere.
   */
  runConsole(target: Target, request: RconRequest, signal?: AbortSignal): Promise<ConsoleAnswer>;
  counters(): { sent: number; received: number; dropped: number; shared: number; open: number };
  /** Ends what is under way (as "aborted") and closes the sockets. */
  close(): Promise<void>;
};

const SERVERS_REMEMBERED = 20_000;
/** Polls of one host wait for each other (three datagrams a second); one that waited this long is of no use any more. */
const LONGEST_POLL_MS = 10 * 60_000;
/** A person waits so much longer for the pace of the host, which is not the server's fault. */
const PACE_MS = 2_000;
/** SA:MP has several questions to ask, one after the other (spec samp section 5). */
const DEADLINE_MS = { a2s: 3_000, gamedig: 3_000, samp: 5_000 } as const;

/** Opens the shared query core: the door that commands, monitor and terminal use. Close it when done. */
export function openQueryCore(options: QueryCoreOptions): QueryCore {
  const { freshForMs = 3_000, longestPollMs = LONGEST_POLL_MS } = options;
  const { now = () => performance.now() } = options;
  const moved = options.now ?? (() => 0);
  const sockets = openUdpSockets(
    options.onSocketError === undefined ? {} : { onError: options.onSocketError },
  );
  const conversations = openConversations({ sockets, pace: movedOn(createHostPace(), moved) });
  const gamedig = createGamedigClient(options.gamedig);
  const resolver = createResolver(
    options.lookup === undefined ? { now } : { now, lookup: options.lookup },
  );
  const calls = createSharedCalls<Snapshot>({ now, freshForMs });
  const sampServers = createSampServers(conversations, SERVERS_REMEMBERED);
  const askServer = createAskServer(conversations, gamedig, sampServers, SERVERS_REMEMBERED);
  const ways = createKnownWays(SERVERS_REMEMBERED, options.knownPlace);
  const refusals = createRefusals(SERVERS_REMEMBERED, now);
  const searches = createNeighbourSearches(SERVERS_REMEMBERED, now);
  const policy = { allowPrivate: options.allowPrivateAddresses };
  const locate = createLocator({
    resolver,
    policy,
    patienceMs: options.timeoutMs ?? DEADLINE_MS.a2s,
    hostsRemembered: SERVERS_REMEMBERED,
  });

  type Request = {
    target: Target;
    /** serverKey of the target. */
    key: string;
    parts: readonly SnapshotPart[];
    manner: Manner;
  };

  /** Leaves word for the polls to come, under `key`. */
  async function lookUp(key: string, request: Request, stop: AbortController): Promise<Snapshot> {
    const place = await locate(request.target, stop.signal);
    const snapshot = 'state' in place ? place : await search(request, place, stop);
    refusals.note(key, snapshot);
    return snapshot;
  }

  async function search(
    request: Request,
    { address, port }: { address: string; port: number },
    stop: AbortController,
  ): Promise<Snapshot> {
    const { target, manner, key } = request;
    const { signal } = stop;
    const known = await ways.get(key);
    // A poll of a server that was found before goes nowhere else: its neighbours belong to others.
    const looksNextDoor =
      manner === 'person' || (manner === 'poll' && known === null && searches.isDue(key));
    const candidates = candidatesFor(target, known)
      .filter(({ role }) => role !== 'neighbour' || looksNextDoor)
      .filter((candidate) => checkPort(candidate.port, policy) === null);
    const timeoutMs = options.timeoutMs ?? DEADLINE_MS[candidates[0]?.protocol ?? 'a2s'];
    // A person may have to queue behind another question to this server, but not for ever.
    const patienceMs = manner === 'person' ? 2 * timeoutMs + PACE_MS : longestPollMs;
    let isLate = false;
    const patience = setTimeout(() => {
      isLate = !signal.aborted;
      stop.abort(new DOMException('Too late.', 'TimeoutError'));
    }, patienceMs);
    const found = await findServer(candidates, {
      address,
      port,
      timeoutMs,
      signal,
      now: () => performance.now(),
      ask: (way, leftMs, ends) =>
        askServer({ ...request, address, way, timeoutMs: leftMs, signal: ends }),
    }).finally(() => clearTimeout(patience));
    if (!found.ok) {
      const detail = describeFailure(found.cause, found.tried);
      const reason = isLate && found.reason !== 'not-asked' ? 'timeout' : found.reason;
      return offlineSnapshot(target, reason, detail, { address, tried: found.tried });
    }
    if (found.candidate.role !== 'remembered') {
      const { protocol, game } = found.candidate;
      ways.set(key, { protocol, game, port: found.candidate.port });
    }
    return {
      ...found.snapshot,
      detail: found.snapshot.detail ?? whereFound(found.candidate, port),
      target: { ...found.snapshot.target, address, port: found.candidate.port },
      tried: found.tried,
    };
  }

  return {
    async takeSnapshot(target, parts, signal, manner = 'person') {
      const key = serverKey(target);
      const callKey = `${key}\n${target.game}\n${target.encoding}`;
      const request = { target, key, parts, manner };
      const held = manner === 'person' ? null : refusals.held(callKey);
      if (held !== null) {
        return held;
      }
      try {
        const wanted = { parts, urgent: manner === 'person' };
        return await calls.ask(callKey, wanted, (stop) => lookUp(callKey, request, stop), signal);
      } catch (error) {
        if (signal?.aborted) {
          return offlineSnapshot(target, 'aborted', 'The question was given up.');
        }
        throw error;
      }
    },
    async runConsole(target, request, signal = new AbortController().signal) {
      const place = await locate(target, signal);
      if ('state' in place) {
        return { outcome: 'offline', snapshot: place };
      }
      try {
        return await sampServers.runConsole(request, { ...place, target, signal });
      } catch (error) {
        const reason = offlineReason(error);
        if (reason === null) {
          throw error;
        }
        const detail = describeFailure(error, []);
        return { outcome: 'offline', snapshot: offlineSnapshot(target, reason, detail) };
      }
    },
    counters: () => ({
      ...sockets.counters,
      shared: calls.shared,
      open: conversations.counters().open,
    }),
    async close() {
      await calls.stopAll();
      conversations.close();
      gamedig.close();
      sockets.close();
    },
  };
}
