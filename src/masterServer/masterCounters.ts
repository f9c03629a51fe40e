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
};

/** Counts under names of our own only: nothing from the wire becomes a name. */
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
    }),
  };
}
