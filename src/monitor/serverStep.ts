import { findGameByApp } from '#snapshot/games.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { LastSeen, RosterBaseline, ServerDocument } from '#store/serverDocument.ts';
import {
  afterGap,
  type AvailabilityEvent,
  neverAsked,
  stepAvailability,
  type Thresholds,
} from './availability.ts';
import { STEADY, stepFlapping } from './flapping.ts';
import type { DatedNews } from './noticesFor.ts';
import { beganAnew, LONGEST_RESTART_MS } from './restart.ts';
import { rosterBaseline, rosterChange } from './rosterChange.ts';

/** A server nothing is known about yet. */
export const unknownServer = (key: string, at: number): ServerDocument => ({
  version: 1,
  key,
  checkedAt: at,
  availability: neverAsked(at),
  roster: null,
  lastSeen: null,
  beganAnew: false,
  flapping: STEADY,
  memories: {},
});

/** Who came and went since a time (ms), and whether nobody was there then. */
export type Traffic = { since: number; joined: string[]; left: string[]; wasEmpty: boolean };

/** Whether a server that registers with our master server said goodbye before it fell silent; null = it does not register. */
export type Farewell = 'quit' | 'none' | null;

/** The same of a server that is silent now, by its address and ports. */
export type FarewellOf = (server: { address: string; ports: readonly number[] }) => Farewell;

/** What changed at a server with one observation, and the document that knows it. */
export type ServerStep = {
  after: ServerDocument;
  news: DatedNews[];
  /** It went down or came back, whether that is told or not. */
  event: AvailabilityEvent | null;
  /** The end of an outage was only that of a restart. */
  restarted: boolean;
  /** null = can not be told, or nobody. */
  traffic: Traffic | null;
};

/**
 * What the steps are judged by. `gapMs`: two looks further apart than this are not compared. `host`: the address all whose
 * servers go down or come back with this one. `farewell`: whether a server that registers with us said goodbye; null = it does not.
 */
export type StepRules = {
  thresholds: Thresholds;
  gapMs: number;
  host?: string | null;
  farewell?: Farewell;
};

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
  protocol: snapshot.protocol,
  online: snapshot.players.online,
  max: snapshot.players.max,
  cluster: snapshot.ark?.cluster ?? (snapshot.rules.state === 'complete' ? null : before?.cluster),
});

/** A server's own name and HOST:PORT, as news have them. */
export type ServerName = { name: string | null; address: string };

/** What news call this server: by its name now, else by the last one known. */
export function serverName(snapshot: Snapshot, lastSeen: LastSeen | null): ServerName {
  const { host, port } = snapshot.target;
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { name: lastSeen?.name ?? null, address };
}

/** News of an outage that began or ended. */
export function availabilityNews(
  event: AvailabilityEvent,
  server: ServerName,
  facts: {
    reason: string;
    before: Pick<LastSeen, 'online' | 'max'> | null;
    host: string | null;
    restarted: boolean;
    farewell: Farewell;
  },
): DatedNews {
  const { reason, before, host, restarted, farewell } = facts;
  return event.kind === 'down'
    ? { at: event.since, news: { ...server, ...event, reason, before, host, farewell } }
    : { at: event.until, news: { ...server, ...event, host, restarted } };
}

/** Two complete rosters tell who came and went: not over a gap, a miss, a map change. */
function compared(before: ServerDocument, now: RosterBaseline, gapMs: number) {
  const { roster } = before;
  return roster !== null && now.at - roster.at <= gapMs && now.map === roster.map ? roster : null;
}

function trafficBetween(
  before: ServerDocument,
  now: RosterBaseline | null,
  gapMs: number,
): Traffic | 'restart' | null {
  const baseline = now && compared(before, now, gapMs);
  if (now === null || baseline === null) {
    return null;
  }
  const change = rosterChange(baseline, now);
  if (change === null) {
    return 'restart';
  }
  const somebody = change.joined.length + change.left.length > 0;
  const wasEmpty = baseline.players.length === 0;
  return somebody ? { since: baseline.at, ...change, wasEmpty } : null;
}

function trafficNews(
  { since, joined, left, wasEmpty }: Traffic,
  { players: { online, max } }: Snapshot,
  server: ServerName,
): DatedNews {
  return { at: since, news: { kind: 'roster', ...server, joined, left, online, max }, wasEmpty };
}

/** News of flapping in place of the news of each change; null = tell the change itself. */
function flappingNews(
  before: ServerDocument,
  after: ServerDocument,
  event: 'begins' | 'ends' | null,
  server: ServerName,
): DatedNews[] | null {
  const { changes, since } = after.flapping;
  if (event === 'begins') {
    const times = Math.ceil(changes.length / 2);
    return [{ at: since ?? after.checkedAt, news: { kind: 'flapping', ...server, times } }];
  }
  if (event === 'ends') {
    const { state, downSince, since: entered } = after.availability;
    const steady = state === 'down' ? 'down' : 'up';
    const began = steady === 'down' ? (downSince ?? entered) : entered;
    return [
      { at: before.checkedAt, news: { kind: 'steady', ...server, state: steady, since: began } },
    ];
  }
  return since === null ? null : [];
}

/** Whether it began anew now, and whether that was all there is to an outage that is over. */
function newStart(
  before: ServerDocument,
  isNew: boolean,
  { after, event }: ReturnType<typeof stepAvailability>,
) {
  const inOutage = after.state === 'recovering' || after.state === 'down';
  const anew = isNew || (before.beganAnew && after.misses === 0);
  const short = event?.kind === 'up' && event.until - event.since <= LONGEST_RESTART_MS;
  return {
    beganAnew: anew && inOutage,
    restarted: anew && short,
    /** Nobody was told of anything: the restart itself is news. */
    unseen: isNew && !inOutage && event === null,
  };
}

function restartNews({ availability, checkedAt }: ServerDocument, server: ServerName): DatedNews {
  const since = availability.misses > 0 ? availability.lastAnswerAt : null;
  return { at: checkedAt, news: { kind: 'restart', ...server, since } };
}

/** Where a server stands after one look more; too long after the one before, it counts anew. Pure. */
export function stepStanding(
  { availability, checkedAt }: ServerDocument,
  look: { answered: boolean; at: number },
  { thresholds, gapMs }: Pick<StepRules, 'thresholds' | 'gapMs'>,
): ReturnType<typeof stepAvailability> {
  const isGap = look.at - checkedAt > gapMs;
  const before = isGap ? afterGap(availability, { from: checkedAt, to: look.at }) : availability;
  return stepAvailability(before, look, thresholds);
}

/**
 * One observation of a server: the document before it, the document after it, and what is new (DESIGN section 5). Pure.
 * The first observation is never news, and neither is a change of players over a miss.
 */
export function stepServer(
  before: ServerDocument,
  snapshot: Snapshot,
  at: number,
  rules: StepRules,
): ServerStep {
  const { gapMs, host = null, farewell = null } = rules;
  const online = snapshot.state === 'online';
  const stood = stepStanding(before, { answered: online, at }, rules);
  const { after: availability, event } = stood;
  const lastSeen = online ? lastSeenIn(snapshot, at, before.lastSeen) : before.lastSeen;
  const server = serverName(snapshot, lastSeen);

  const roster = rosterBaseline(snapshot, at);
  const between = trafficBetween(before, roster, gapMs);
  const traffic = between === 'restart' ? null : between;
  const isNew = online && (between === 'restart' || beganAnew(before, snapshot, at));
  const start = newStart(before, isNew, stood);
  const { restarted } = start;
  const changed = event !== null;
  const flapping = stepFlapping(before.flapping, { changed, availability, at });

  const after: ServerDocument = {
    ...before,
    checkedAt: at,
    availability,
    roster: online ? (roster ?? before.roster) : null,
    lastSeen,
    beganAnew: start.beganAnew,
    flapping: flapping.after,
  };
  const players = lastSeen && { online: lastSeen.online, max: lastSeen.max };
  const reason = snapshot.reason ?? 'timeout';
  const facts = { reason, before: players, host, restarted, farewell };
  const change = event === null ? [] : [availabilityNews(event, server, facts)];
  const news = [
    ...(flappingNews(before, after, flapping.event, server) ?? change),
    ...(start.unseen && flapping.after.since === null ? [restartNews(before, server)] : []),
    ...(traffic === null ? [] : [trafficNews(traffic, snapshot, server)]),
  ];
  return { after, news, event, restarted, traffic };
}
