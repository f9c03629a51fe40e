import { findGame } from './games.ts';
import type { Target } from './target.ts';

/** The port that is asked first: the one given, else the game's default; null when neither is known. */
export function firstPort(target: Target): number | null {
  return target.port ?? (target.game === null ? null : (findGame(target.game)?.queryPort ?? null));
}

/**
 * One key per distinct server, the same for everybody who means it: all A2S games share a key for one host and port, as
 * do SA:MP and open.mp; games of another protocol have their own. Stable, so that it may be stored.
 */
export function serverKey(target: Target): string {
  const game = target.game === null ? null : findGame(target.game);
  const protocol = game?.protocol === 'gamedig' ? game.id : (game?.protocol ?? 'a2s');
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  return `${protocol}/${host}:${firstPort(target) ?? 0}`;
}
