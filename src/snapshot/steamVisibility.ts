import type { ListFault } from '#query/listError.ts';
import type { SteamListing } from '#query/steamList.ts';

/** Whether Steam shows a server to players, and why not (spec master section 9). */
export type SteamVisibility =
  | { state: 'listed' }
  /** Known to Steam, and kept back: `reject` is Steam's own word for it, such as "bad_version". */
  | { state: 'hidden'; reject: string }
  /** The server says itself that it is for the local network. */
  | { state: 'lan' }
  /** Steam has not heard of it. */
  | { state: 'unknown' }
  | { state: 'failed'; fault: ListFault };

/** What the servers of an address, as Steam tells them, say of the one with this query port, or with this game port. */
export function steamVisibility(
  listings: readonly SteamListing[],
  { port, gamePort }: { port: number; gamePort: number | null },
): SteamVisibility {
  const found =
    listings.find((listing) => listing.port === port) ??
    listings.find((listing) => gamePort !== null && listing.gamePort === gamePort);
  if (found === undefined) {
    return { state: 'unknown' };
  }
  const { reject, lan } = found;
  return reject !== null
    ? { state: 'hidden', reject }
    : lan === true
      ? { state: 'lan' }
      : { state: 'listed' };
}
