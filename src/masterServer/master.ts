import { addressNumber, type ServerAddress } from '#codec/master/address.ts';
import { encodeMasterChallenge } from '#codec/master/challenge.ts';
import { parseFilter } from '#codec/master/filterParse.ts';
import type { Heartbeat } from '#codec/master/heartbeat.ts';
import { encodePong, readMasterDatagram } from '#codec/master/masterDatagram.ts';
import { encodeMasterPage } from '#codec/master/page.ts';
import type { MasterQuery } from '#codec/master/query.ts';
import { regionName } from '#codec/master/region.ts';
import { readServerReport } from '#codec/master/serverReport.ts';
import type { AnsweredFacts } from './answeredFacts.ts';
import type { Challenges } from './challenges.ts';
import { listPage, type PageQuestion } from './listPage.ts';
import { createMasterCounters, type MasterCounters } from './masterCounters.ts';
import type { SourceLimits } from './rateLimit.ts';
import type { Registration } from './registration.ts';
import type { Listed, ServerTable } from './serverTable.ts';
import type { Verification } from './verification.ts';

export type MasterParts = {
  challenges: Challenges;
  limits: SourceLimits;
  table: ServerTable;
  /** Null: servers are listed without being asked. */
  verification: Verification | null;
  /** Whether servers may register from this address and port; a reason to count when not. */
  refuse: (source: ServerAddress) => string | null;
  /** What a challenge costs this source of its allowance: less than 1 for a host that may have many servers. */
  costOf: (source: ServerAddress) => number;
  /** Told about registrations that are to be stored, or no longer. */
  changed: (server: ServerAddress) => void;
  /** What was odd in a query, for the log; may hold text from the wire, without control characters. */
  noteQuery?: (source: ServerAddress, notes: readonly string[]) => void;
};

/** The decisions of a master server: datagram in, at most one datagram out. No socket, no clock; times in ms. */
export type Master = {
  /** The answer to `source`, or null for silence. Never throws because of what arrives. */
  receive(datagram: Uint8Array, source: ServerAddress, now: number): Uint8Array | null;
  /** Servers to ask now; each has to be settled. */
  toAsk(now: number): ServerAddress[];
  /** What a server answered, null for silence. */
  settle(server: ServerAddress, answer: AnsweredFacts | null, now: number): void;
  /** Drops servers whose last heartbeat is too old. */
  expire(now: number): void;
  /** Takes back what was stored before a restart; gives what was too old. */
  restore(registrations: readonly Registration[], now: number): Registration[];
  /** Listed servers, for the bot itself. */
  page(question: PageQuestion): { servers: Listed[]; end: boolean };
  counters(): MasterCounters;
};

/** Three heartbeats of five minutes. */
const EXPIRY_MS = 15 * 60_000;
/** After a restart servers are asked spread over this time. */
const RESTORE_SPREAD_MS = 60_000;

export function createMaster(parts: MasterParts): Master {
  const { challenges, limits, table, verification, refuse, costOf, changed, noteQuery } = parts;
  const counters = createMasterCounters();

  function remove(server: ServerAddress, why: 'quit' | 'expired'): void {
    table.remove(server, why);
    verification?.forget(server);
    changed(server);
  }

  function small(source: ServerAddress, now: number, answer: () => Uint8Array): Uint8Array | null {
    if (!limits.small(addressNumber(source.address) ?? 0, now, costOf(source))) {
      counters.reject('limit');
      return null;
    }
    return answer();
  }

  function challenge(source: ServerAddress, echo: number | null, now: number): Uint8Array | null {
    const refusal = refuse(source);
    if (refusal !== null) {
      counters.reject(refusal);
      return null;
    }
    return small(source, now, () =>
      encodeMasterChallenge({ challenge: challenges.issue(source, now), echo }),
    );
  }

  function heartbeat(
    source: ServerAddress,
    { fields, challenge: sent }: Heartbeat,
    now: number,
  ): Uint8Array | null {
    if (sent === null || !challenges.accepts(source, sent, now)) {
      counters.reject('challenge');
      return challenge(source, null, now);
    }
    const claimed = readServerReport(fields);
    const refusal = refuse(source) ?? (claimed.gamedir === '' ? 'no-gamedir' : null);
    if (refusal !== null) {
      counters.reject(refusal);
    } else if (table.heartbeat(source, claimed, now)) {
      verification?.want(source, now);
      changed(source);
    } else {
      counters.reject('cap');
    }
    return null;
  }

  function query(source: ServerAddress, asked: MasterQuery, now: number): Uint8Array | null {
    if (!limits.page(addressNumber(source.address) ?? 0, now)) {
      counters.reject('limit');
      return null;
    }
    const { filter, notes } = parseFilter(asked.filter);
    if (regionName(asked.region) === null) {
      notes.push(`region ${asked.region} read as anywhere`);
    }
    if (notes.length > 0) {
      noteQuery?.(source, notes);
    }
    const { servers, end } = listPage(table.listed, { ...asked, filter });
    counters.page(servers.length);
    return encodeMasterPage(
      servers.map(({ registration }) => registration),
      { end },
    );
  }

  /** Anybody can forge a quit: it makes the master look, and nothing else (spec master section 6). */
  function quit(source: ServerAddress, now: number): null {
    if (table.get(source) === undefined || verification === null) {
      counters.reject('quit');
    } else {
      verification.doubt(source, now);
    }
    return null;
  }

  return {
    receive(datagram, source, now) {
      const read = readMasterDatagram(datagram);
      counters.packet(read.kind);
      switch (read.kind) {
        case 'query':
          return query(source, read.query, now);
        case 'join':
          return challenge(source, read.echo, now);
        case 'heartbeat':
          return heartbeat(source, read.heartbeat, now);
        case 'quit':
          return quit(source, now);
        case 'ping':
          return small(source, now, encodePong);
        default:
          return null;
      }
    },
    toAsk: (now) => verification?.due(now) ?? [],
    settle(server, answer, now) {
      const doubted = verification?.settled(server, answer !== null, now) ?? false;
      if (doubted && answer === null) {
        remove(server, 'quit');
      } else if (table.get(server) !== undefined) {
        table.answered(server, answer, now);
        changed(server);
      }
    },
    expire(now) {
      for (const registration of table.all()) {
        if (now - registration.lastHeartbeatAt >= EXPIRY_MS) {
          remove(registration, 'expired');
        }
      }
    },
    restore(registrations, now) {
      const taken = registrations.filter(
        (registration) =>
          now - registration.lastHeartbeatAt < EXPIRY_MS && table.restore(registration),
      );
      for (const [at, registration] of taken.entries()) {
        verification?.want(registration, now + (at * RESTORE_SPREAD_MS) / taken.length);
      }
      const kept = new Set(taken);
      return registrations.filter((registration) => !kept.has(registration));
    },
    page: (question) => listPage(table.listed, question),
    counters: () => counters.read(table),
  };
}
