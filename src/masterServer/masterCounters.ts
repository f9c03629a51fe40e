import type { ServerTable } from './serverTable.ts';

/** What a master has seen since its start. */
export type MasterCounters = {
  /** Datagrams by what they were. */
  packets: Readonly<Record<string, number>>;
  /** What was not done, by the reason: challenge, limit, cap, quit, no-gamedir, and the refusals of addresses. */
  rejects: Readonly<Record<string, number>>;
  pages: number;
  /** Addresses on these pages. */
  addresses: number;
  registered: number;
  listed: number;
  /** The mods with most listed servers, most first. */
  gamedirs: readonly (readonly [gamedir: string, servers: number])[];
};

const GAMEDIRS = 20;

/** Packets and rejects have names of our own only: a flood cannot make new ones. */
export function createMasterCounters() {
  const packets: Record<string, number> = {};
  const rejects: Record<string, number> = {};
  let pages = 0;
  let addresses = 0;
  return {
    packet(kind: string): void {
      packets[kind] = (packets[kind] ?? 0) + 1;
    },
    reject(reason: string): void {
      rejects[reason] = (rejects[reason] ?? 0) + 1;
    },
    page(servers: number): void {
      pages += 1;
      addresses += servers;
    },
    read: (table: ServerTable): MasterCounters => ({
      packets: { ...packets },
      rejects: { ...rejects },
      pages,
      addresses,
      registered: table.size,
      listed: table.listed.size,
      gamedirs: countGamedirs(table),
    }),
  };
}

function countGamedirs({ listed }: ServerTable): [string, number][] {
  const counts = new Map<string, number>();
  for (let place = 0; place < listed.size; place += 1) {
    const gamedir = listed.valueAt(place)?.facts.gamedir ?? '';
    counts.set(gamedir, (counts.get(gamedir) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, GAMEDIRS);
}
