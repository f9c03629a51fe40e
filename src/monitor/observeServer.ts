import { crc32 } from 'node:zlib';
import type { Logger } from 'pino';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import { type Incident, incidentId } from '#store/incidentDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { ServerDocument, WatchMemory } from '#store/serverDocument.ts';
import { knownEnd } from './availability.ts';
import { endOrphaned, missedNotices } from './catchUp.ts';
import { type GuildWatch, noticesFor } from './noticesFor.ts';
import {
  type ServerStep,
  serverName,
  type StepRules,
  stepServer,
  unknownServer,
} from './serverStep.ts';
import { NO_MEMORY, stepRules } from './watchRules.ts';
import type { WishBook } from './wishBook.ts';
import { stepWishes } from './wishStep.ts';

/**
 * The door of the query core: one server's answer, or an offline Snapshot that says why. Rejects only when aborted. `sharedAt`:
 * another process got the answer then (ms).
 */
export type TakeSnapshot = (
  target: Target,
  parts: readonly ('info' | 'players' | 'rules')[],
  signal?: AbortSignal,
) => Promise<Snapshot & { sharedAt?: number }>;

/** What a watched server is asked for. What it never answers is asked rarely, the core sees to that. */
export const WATCHED_PARTS = ['info', 'players', 'rules'] as const;

/** A server that is up and where nothing happens is written once in this time (ms). */
const SAVED_EVERY_MS = 180_000;

/** An observation that is saved: the server's document after it and the notices that may go out now. */
export type Observed = { server: ServerDocument; notices: Notice[] };

type Seen = { snapshot: Snapshot; at: number; rules: StepRules };

function logNews(log: Logger, key: string, { event, news, restarted }: ServerStep): void {
  if (event?.kind === 'down') {
    log.info({ event: 'down', server: key, since: event.since }, 'server down');
  } else if (event?.kind === 'up') {
    const { since, until } = event;
    log.info({ event: 'up', server: key, since, until, restarted }, 'server up again');
  }
  for (const { news: one } of news) {
    if (one.kind === 'roster') {
      const facts = { joined: one.joined.length, left: one.left.length };
      log.debug({ event: 'roster', server: key, ...facts }, 'players joined or left');
    } else if (one.kind !== 'down' && one.kind !== 'up') {
      log.info({ event: one.kind, server: key }, 'news of a server');
    }
  }
}

/** What is left when what every answer moves on is taken out. */
const gist = (server: ServerDocument): string => {
  const { availability, lastSeen } = server;
  return JSON.stringify({
    ...server,
    checkedAt: 0,
    availability: { ...availability, lastAnswerAt: 0 },
    roster: null,
    lastSeen: lastSeen && { ...lastSeen, at: 0, online: 0 },
  });
};

/** A server's share of time; those of many servers begin spread over it. */
const shareOf = ({ key, checkedAt }: ServerDocument): number =>
  Math.floor((checkedAt + (crc32(key) % SAVED_EVERY_MS)) / SAVED_EVERY_MS);

/**
 * Whether a document has to be written although nobody was told anything: something happened, or a few minutes have passed.
 * While a server is not simply up, it is written at every look, because how long nobody looked is told. Pure.
 */
function isWorthSaving(before: ServerDocument, after: ServerDocument): boolean {
  return (
    after.availability.state !== 'up' ||
    shareOf(before) !== shareOf(after) ||
    gist(before) !== gist(after)
  );
}

/** Runs the rules of each watch and of those who asked at it; the memories hold nothing of watches and wishes that are gone. */
async function stepWatches(
  before: ServerDocument,
  step: ServerStep,
  { watches, wishes }: { watches: readonly GuildWatch[]; wishes: Pick<WishBook, 'of'> },
  { snapshot, at }: Seen,
): Promise<{ memories: ServerDocument['memories']; notices: Notice[] }> {
  const server = serverName(snapshot, step.after.lastSeen);
  const seen = { snapshot, server, traffic: step.traffic, before: before.checkedAt, at };
  const memories: Record<string, WatchMemory> = {};
  const notices: Notice[] = [];
  for (const watched of watches) {
    const { guildId, watch } = watched;
    const name = `${guildId}/${watch.id}`;
    const own = stepRules(before.memories[name] ?? NO_MEMORY, watch, seen);
    if (own.after !== NO_MEMORY) {
      memories[name] = own.after;
    }
    const asked = await wishes.of(guildId, watch.id);
    const personal = stepWishes(watched, asked, { before, step, seen });
    Object.assign(memories, personal.memories);
    notices.push(...noticesFor(own.news, [watched], at), ...personal.notices);
  }
  return { memories, notices };
}

/** Why a server is down, as the history has it. */
function causeOf({ snapshot, rules }: Seen): string {
  if (rules.host) {
    return 'host';
  }
  return rules.farewell === 'quit' ? 'quit' : (snapshot.reason ?? 'timeout');
}

/** The outage that begins or ends with a step, for the history; null = none does. */
async function incidentOf(
  store: Store,
  key: string,
  step: ServerStep,
  { watches, seen }: { watches: readonly GuildWatch[]; seen: Seen },
): Promise<Incident | null> {
  const { event, after, restarted } = step;
  if (event === null) {
    return null;
  }
  const id = incidentId(key, event.since);
  if (event.kind === 'up') {
    const begun = await store.incidents.get(id);
    const cause = restarted ? 'restart' : begun?.cause;
    return begun && { ...begun, until: knownEnd(event), cause: cause ?? begun.cause };
  }
  return {
    version: 1,
    id,
    server: key,
    name: after.lastSeen?.name ?? null,
    since: event.since,
    until: null,
    cause: causeOf(seen),
    watches: watches.map(({ guildId, watch }) => ({ guildId, watchId: watch.id })),
  };
}

/** What watches were not told whose last process knew less than what this one goes on from. */
async function missedBefore(
  { store, wishes }: { store: Store; wishes: Pick<WishBook, 'of'> },
  newer: ServerDocument,
  watches: readonly GuildWatch[],
  { snapshot, at }: Seen,
): Promise<Notice[]> {
  const inherited = await store.servers.inherited(newer.key);
  const missed: Notice[] = [];
  for (const watched of inherited === null ? [] : watches) {
    const last = inherited?.(watched.guildId) ?? newer;
    missed.push(...(await missedNotices(watched, { last, newer }, { snapshot, at, wishes })));
    await endOrphaned(store, { last, newer });
  }
  return missed;
}

/** Other processes may have seen the same outage: those who watched it are all named. */
async function saveIncident(store: Store, incident: Incident): Promise<void> {
  await store.incidents.update(incident.id, (before) => {
    const known = new Map(
      [...(before?.watches ?? []), ...incident.watches].map((one) => [
        `${one.guildId}/${one.watchId}`,
        one,
      ]),
    );
    return { ...incident, watches: [...known.values()] };
  });
}

/**
 * Takes one observation of a server into the store. Notices are stored first, then the server's document, which makes them
 * valid: killed between the two, the document does not know of them yet, so they are no news (see isCompleted) and the next
 * observation makes them again. An observation of which nobody is told is mostly kept in memory only: killed then, the bot
 * goes on from the last one that was written, in which is all that was told. Throws StoreError; then nothing has happened.
 */
export async function observeServer(
  { store, wishes, log }: { store: Store; wishes: Pick<WishBook, 'of'>; log: Logger },
  key: string,
  watches: readonly GuildWatch[],
  seen: Seen,
): Promise<Observed> {
  const { snapshot, at, rules } = seen;
  const before = (await store.servers.get(key)) ?? unknownServer(key, at);
  const missed = await missedBefore({ store, wishes }, before, watches, seen);
  const step = stepServer(before, snapshot, at, rules);
  const own = await stepWatches(before, step, { watches, wishes }, seen);
  const notices = [...missed, ...noticesFor(step.news, watches, at), ...own.notices];
  const server = { ...step.after, memories: own.memories };
  const incident = await incidentOf(store, key, step, { watches, seen });
  await Promise.all([
    ...notices.map((notice) => store.outbox.put(notice)),
    ...(incident === null ? [] : [saveIncident(store, incident)]),
  ]);
  if (notices.length > 0 || incident !== null || isWorthSaving(before, server)) {
    await store.servers.set(server);
  } else {
    store.servers.keep(server);
  }
  logNews(log, key, step);
  return { server, notices };
}

/** Whether the look a stored notice was made by is in its document, which was written for the look at `writtenFor` (ms). */
export const isCompleted = (notice: Notice, writtenFor: number | undefined): boolean =>
  writtenFor !== undefined && notice.createdAt <= writtenFor;
