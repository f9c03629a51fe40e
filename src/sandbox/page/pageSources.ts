import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { type ForeignMaster, MASTER_FAULTS } from '#sandbox/lists/foreignMaster.ts';
import type { World } from '#sandbox/servers/world.ts';

/** What the page shows and acts on. */
export type PageSources = { discord: LocalDiscord; world: World; master: ForeignMaster };

/** The master server of somebody else, as the page shows it. */
export type PageMaster = {
  address: string;
  fault: string | null;
  /** All that it can do wrong. */
  faults: readonly string[];
  queries: number;
};

export const pageMaster = ({ address, port, fault, queries }: ForeignMaster): PageMaster => ({
  address: `${address}:${port}`,
  fault: fault(),
  faults: MASTER_FAULTS,
  queries: queries(),
});
