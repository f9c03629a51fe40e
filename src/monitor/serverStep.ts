import { findGameByApp } from '#snapshot/games.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { LastSeen, RosterBaseline, ServerDocument } from '#store/serverDocument.ts';
import {
  type AvailabilityEvent,
  neverAsked,
  stepAvailability,
  type Thresholds,
} from './availability.ts';
import type { DatedNews } from './noticesFor.ts';
import { rosterBaseline, rosterChange } from './rosterChange.ts';

/** A server nothing is known about yet. */
export const unknownServer = (key: string, at: number): ServerDocument => ({
  version: 1,
  key,
  checkedAt: at,
  availability: neverAsked(at),
  roster: null,
  lastSeen: null,
  flapping: { changes: [], since: null },
  memories: {},
});

/** What changed at a server with one observation, and the document that knows it. */
export type ServerStep = { after: ServerDocument; news: DatedNews[] };

/** What the steps are judged by. `gapMs`: two rosters further apart than this are not compared. */
export type StepRules = { thresholds: Thresholds; gapMs: number };

/** A SA:MP server says which of the two it is by how it answers, and keeps its name when its query is switched off. */
const lastSeenIn = (snapshot: Snapshot, at: number, before: LastSeen | null): LastSeen => ({
  at,
  name: snapshot.ark?.title ?? snapshot.name ?? before?.name ?? null,
  map: snapshot.map ?? before?.map ?? null,
  game:
    snapshot.target.game ??
    findGameByApp(snapshot.appId)?.id ??
    snapshot.description ??
    (snapshot.protocol === 'samp' || snapshot.protocol === 'openmp' ? snapshot.protocol : null),
  address: snapshot.target.address,
  port: snapshot.target.port,
  gamePort: snapshot.gamePort,
  online: snapshot.players.online,
  max: snapshot.players.max,
});

function addressOf({ host, port }: Snapshot['target']): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function availabilityNews(
  event: AvailabilityEvent,
  snapshot: Snapshot,
  server: { name: string | null; address: string },
): DatedNews {
  return event.kind === 'down'
    ? {
        at: event.since,
        news: { ...server, ...event, reason: snapshot.reason ?? 'timeout', host: null },
      }
    : { at: event.until, news: { ...server, ...event, host: null, restarted: false } };
}

/** Whether two complete rosters tell who came and went: not over a gap, an outage, a map change. */
function comparable(before: ServerDocument, now: RosterBaseline, gapMs: number) {
  const { roster, availability } = before;
  const watched = availability.state === 'up' || availability.state === 'suspect';
  const close = roster !== null && now.at - roster.at <= gapMs && now.map === roster.map;
  return watched && close ? roster : null;
}

/**
 * One observation of a server: the document before it, the document after it, and what is new (DESIGN section 5). Pure.
 * The first observation is never news.
 */
export function stepServer(
  before: ServerDocument,
  snapshot: Snapshot,
  at: number,
  { thresholds, gapMs }: StepRules,
): ServerStep {
  const online = snapshot.state === 'online';
  const { after: availability, event } = stepAvailability(
    before.availability,
    { answered: online, at },
    thresholds,
  );
  const lastSeen = online ? lastSeenIn(snapshot, at, before.lastSeen) : before.lastSeen;
  const server = { name: lastSeen?.name ?? null, address: addressOf(snapshot.target) };
  const news = event === null ? [] : [availabilityNews(event, snapshot, server)];

  const roster = rosterBaseline(snapshot, at);
  const baseline = roster && comparable(before, roster, gapMs);
  const change = roster && baseline && rosterChange(baseline, roster);
  if (baseline && change && change.joined.length + change.left.length > 0) {
    const { online: count, max } = snapshot.players;
    news.push({
      at: baseline.at,
      news: { kind: 'roster', ...server, ...change, online: count, max },
    });
  }
  const after = {
    ...before,
    checkedAt: at,
    availability,
    roster: roster ?? before.roster,
    lastSeen,
  };
  return { after, news };
}
