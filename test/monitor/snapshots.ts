import { blankSnapshot } from '#snapshot/blankSnapshot.ts';
import type { OfflineReason, PlayerEntry, Snapshot } from '#snapshot/snapshot.ts';

const TARGET = { host: '192.0.2.7', port: 27015, game: null };

/** Somebody on a server; `seconds` null = the game does not tell. */
export const player = (name: string, seconds: number | null = 100): PlayerEntry => ({
  name,
  score: 0,
  seconds,
  ping: null,
});

/** A server that answers. */
export function online(
  players: readonly PlayerEntry[] = [],
  different: Partial<Snapshot> = {},
): Snapshot {
  return {
    ...blankSnapshot(TARGET),
    state: 'online',
    name: 'Valley',
    map: 'valley',
    players: { online: players.length, max: 20, bots: 0, connecting: null },
    roster: { state: 'complete', players: [...players] },
    ...different,
  };
}

/** A server that does not. */
export const offline = (reason: OfflineReason = 'timeout'): Snapshot => ({
  ...blankSnapshot(TARGET),
  state: 'offline',
  reason,
});
