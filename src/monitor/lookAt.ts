import type { Snapshot } from '#snapshot/snapshot.ts';
import type { ServerDocument } from '#store/serverDocument.ts';
import type { Neighbours } from './neighbours.ts';
import { type TakeSnapshot, WATCHED_PARTS } from './observeServer.ts';
import type { Farewell, FarewellOf } from './serverStep.ts';
import { type Evidence, stoodAs } from './sight.ts';
import type { WatchedServer } from './watchedServers.ts';

/** One answer or miss that is not in the store yet. */
export type Look = {
  server: WatchedServer;
  snapshot: Snapshot;
  at: number;
  evidence: Evidence;
  farewell: Farewell;
  /** Somebody is about to watch it, perhaps the first. */
  isNew: boolean;
  /** Another process had the answer: it says nothing of our own sight. */
  isShared: boolean;
  /** An answer that goes without saying: nothing has to be judged or told together. */
  isPlain: boolean;
};

type Asking = { takeSnapshot: TakeSnapshot; signal: AbortSignal };

/** Asks a watched server. Rejects when the question was given up. */
export async function askWatched(
  { target }: WatchedServer,
  wanted: Parameters<TakeSnapshot>[1],
  { takeSnapshot, signal }: Asking,
): ReturnType<TakeSnapshot> {
  const snapshot = await takeSnapshot(target, wanted, signal);
  if (snapshot.reason === 'aborted' || snapshot.reason === 'not-asked') {
    throw new DOMException(snapshot.detail ?? 'the question was given up', 'AbortError');
  }
  return snapshot;
}

/** One look at a server that stood as `before` says. Rejects when it was broken off. */
export async function lookAt(
  server: WatchedServer,
  parts: Asking & {
    before: ServerDocument;
    neighbours: Neighbours;
    farewellOf: FarewellOf;
    isNew: boolean;
    now: () => number;
  },
): Promise<Look> {
  const { before, neighbours, farewellOf, isNew, now } = parts;
  const { sharedAt, ...snapshot } = await askWatched(server, WATCHED_PARTS, parts);
  const { state } = before.availability;
  const { address, host: name, port } = snapshot.target;
  const host = address ?? neighbours.hostOf(server.key) ?? name;
  neighbours.note(server.key, host);
  const answered = snapshot.state === 'online';
  const evidence = {
    host,
    answered,
    stood: stoodAs(state),
    nameless: snapshot.reason === 'dns',
  };
  const ports = [port, before.lastSeen?.gamePort ?? port];
  const farewell = answered ? null : farewellOf({ address: host, ports });
  const isPlain = answered && state !== 'down' && state !== 'recovering';
  const seen = { snapshot, at: sharedAt ?? now(), isShared: sharedAt !== undefined };
  return { server, ...seen, evidence, farewell, isNew, isPlain };
}
