import { addressKey, type ServerAddress } from '#codec/master/address.ts';
import { type SearchableFacts, searchable } from '#codec/master/filterMatch.ts';
import type { ServerReport } from '#codec/master/serverReport.ts';
import type { AnsweredFacts } from './answeredFacts.ts';
import { factsOf, type Registration } from './registration.ts';
import { createSortedList, type SortedList } from './sortedList.ts';

/** A server of the list, ready for filters. */
export type Listed = { facts: SearchableFacts; region: number; registration: Registration };

/** Why a server is no longer listed. */
type GoneReason = 'quit' | 'expired' | 'silent' | 'lan';

/** What happened to the list, for those who follow it. */
export type TableChange =
  | { kind: 'listed'; registration: Registration }
  | { kind: 'gone'; registration: Registration; why: GoneReason };

export type TableOptions = {
  /** Servers of one address, unless `hosts` allows it more. */
  perAddress: number;
  inAll: number;
  hosts: ReadonlyMap<string, number>;
  /** Addresses, or addresses with port, of the operator's recommended servers. */
  white: ReadonlySet<string>;
  /** List servers that say they are for the local network only. */
  listLan: boolean;
  /** Without verification a server is listed at its heartbeat. */
  verified: boolean;
  onChange: (change: TableChange) => void;
};

/** The registered servers, by address; those that may be shown stand in `listed`. */
export type ServerTable = {
  readonly listed: SortedList<Listed>;
  readonly size: number;
  get(server: ServerAddress): Registration | undefined;
  all(): Iterable<Registration>;
  /** Takes a heartbeat in. False at a cap: known servers are refreshed, new ones are not taken. */
  heartbeat(server: ServerAddress, claimed: ServerReport, now: number): boolean;
  /** Takes back what was stored before a restart; not listed before it answers. */
  restore(registration: Registration): boolean;
  /** The server was asked: its answer, or null for silence. */
  answered(server: ServerAddress, answer: AnsweredFacts | null, now: number): void;
  remove(server: ServerAddress, why: GoneReason): void;
};

export function createServerTable(options: TableOptions): ServerTable {
  const { perAddress, inAll, hosts, white, listLan, verified, onChange } = options;
  const registrations = new Map<number, Registration>();
  const perHost = new Map<string, number>();
  const listed = createSortedList<Listed>();
  const shown = new Set<number>();

  function add(registration: Registration): boolean {
    const { address } = registration;
    const count = perHost.get(address) ?? 0;
    if (registrations.size >= inAll || count >= (hosts.get(address) ?? perAddress)) {
      return false;
    }
    perHost.set(address, count + 1);
    registrations.set(addressKey(registration), registration);
    return true;
  }

  /** Shows the server as it is now. */
  function show(registration: Registration): void {
    if (registration.claimed.lan === true && !listLan) {
      hide(registration, 'lan');
      return;
    }
    const key = addressKey(registration);
    const { address, port, claimed } = registration;
    const isWhite = white.has(address) || white.has(`${address}:${port}`);
    const facts = searchable(factsOf(registration, isWhite));
    listed.put(key, { facts, region: claimed.region, registration });
    if (!shown.has(key)) {
      shown.add(key);
      onChange({ kind: 'listed', registration });
    }
  }

  function hide(registration: Registration, why: GoneReason): void {
    const key = addressKey(registration);
    if (shown.delete(key)) {
      listed.delete(key);
      onChange({ kind: 'gone', registration, why });
    }
  }

  return {
    listed,
    get size() {
      return registrations.size;
    },
    get: (server) => registrations.get(addressKey(server)),
    all: () => registrations.values(),
    heartbeat(server, claimed, now) {
      const key = addressKey(server);
      const before = registrations.get(key);
      const { address, port } = server;
      const fresh = { address, port, firstHeartbeatAt: now, answeredAt: null, answered: null };
      const registration = { ...(before ?? fresh), lastHeartbeatAt: now, claimed };
      if (before === undefined && !add(registration)) {
        return false;
      }
      registrations.set(key, registration);
      if (!verified || shown.has(key)) {
        show(registration);
      }
      return true;
    },
    restore(registration) {
      const taken = !registrations.has(addressKey(registration)) && add(registration);
      if (taken && !verified) {
        show(registration);
      }
      return taken;
    },
    answered(server, answered, now) {
      const key = addressKey(server);
      const before = registrations.get(key);
      if (before === undefined) {
        return;
      }
      if (answered === null) {
        hide(before, 'silent');
        return;
      }
      const registration = { ...before, answered, answeredAt: now };
      registrations.set(key, registration);
      show(registration);
    },
    remove(server, why) {
      const key = addressKey(server);
      const registration = registrations.get(key);
      if (registration === undefined) {
        return;
      }
      hide(registration, why);
      registrations.delete(key);
      const left = (perHost.get(server.address) ?? 1) - 1;
      if (left === 0) {
        perHost.delete(server.address);
      } else {
        perHost.set(server.address, left);
      }
    },
  };
}
