import type { Logger } from 'pino';
import { parseFilter } from '#codec/master/filterParse.ts';
import { FIRST_SEED } from '#codec/master/query.ts';
import { REGIONS } from '#codec/master/region.ts';
import { checkAddress } from '#transport/addressPolicy.ts';
import { createChallenges } from './challenges.ts';
import { keepRegistrations } from './keptRegistrations.ts';
import { createMaster, type Master } from './master.ts';
import { createSourceLimits, type MasterLimits } from './rateLimit.ts';
import type { Registration, RegistrationStore } from './registration.ts';
import { createServerTable, type TableChange } from './serverTable.ts';
import { createVerification } from './verification.ts';

/** What a master server decides by. */
export type MasterOptions = {
  /** Servers are asked before they are listed. */
  asksBack: boolean;
  /** Null: registrations end with the process. */
  store: RegistrationStore | null;
  /** Private, loopback and reserved addresses may register; servers for the local network are listed. */
  allowPrivate: boolean;
  log: Logger;
  now?: () => number;
  /** Servers one address may have (32), all together (20,000), and addresses that may have more. */
  perAddress?: number;
  inAll?: number;
  hosts?: ReadonlyMap<string, number>;
  /** Addresses (with or without port) that `\white\1` lists. */
  white?: ReadonlySet<string>;
  limits?: MasterLimits;
  onChange?: (change: TableChange) => void;
};

const PER_ADDRESS = 32;
export const IN_ALL = 20_000;

/** The decisions and what they need, filled with what was stored. */
export async function buildMaster(
  options: MasterOptions,
  now: () => number,
): Promise<{ master: Master; write: () => Promise<void> }> {
  const { store, log, allowPrivate, onChange = () => {} } = options;
  const { perAddress = PER_ADDRESS, inAll = IN_ALL, hosts = new Map<string, number>() } = options;
  const table = createServerTable({
    perAddress,
    inAll,
    hosts,
    white: options.white ?? new Set(),
    listLan: allowPrivate,
    verified: options.asksBack,
    onChange,
  });
  const kept = store === null ? null : keepRegistrations(store, table.get, log);
  const master = createMaster({
    challenges: createChallenges(),
    limits: createSourceLimits(options.limits),
    table,
    verification: options.asksBack ? createVerification() : null,
    refuse: ({ address, port }) => checkAddress(address, port, { allowPrivate })?.kind ?? null,
    costOf: ({ address }) => Math.min(1, perAddress / (hosts.get(address) ?? perAddress)),
    changed: (server) => kept?.changed(server),
    noteQuery: ({ address }, notes) =>
      log.debug({ event: 'master-query', address, notes }, 'a query was read in part'),
  });
  for (const old of master.restore((await store?.all()) ?? [], now())) {
    kept?.changed(old);
  }
  return { master, write: async () => kept?.write() };
}

/** The listed servers that a filter fits, in the order of their addresses, at most `most`. */
export const listedIn = (master: Master, filter: string, most: number): Registration[] =>
  master
    .page({ filter: parseFilter(filter).filter, region: REGIONS.anywhere, seed: FIRST_SEED, most })
    .servers.map(({ registration }) => registration);
