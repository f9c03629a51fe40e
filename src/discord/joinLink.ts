import type { Snapshot } from '#snapshot/snapshot.ts';
import type { LastSeen } from '#store/serverDocument.ts';
import { joinAddress } from './serverAddress.ts';

/** What opens a game from a link, by the protocol that its server speaks. */
const SCHEMES: Readonly<Record<string, string>> = {
  source: 'steam',
  goldsrc: 'steam',
  samp: 'samp',
  openmp: 'samp',
};

/**
 * The link to the operator's page that takes a player into the game: Discord itself opens no steam:// or samp:// (spec discord
 * section 3). null = there is no such page (JOIN_URL), or no link opens this game.
 */
export function joinLink(
  template: string | null,
  snapshot: Snapshot,
  lastSeen: LastSeen | null,
): string | null {
  const scheme = SCHEMES[snapshot.protocol ?? ''];
  if (template === null || scheme === undefined) {
    return null;
  }
  const address = encodeURIComponent(joinAddress(snapshot, lastSeen)).replaceAll('%3A', ':');
  return template.replaceAll('{address}', address).replaceAll('{scheme}', scheme);
}
