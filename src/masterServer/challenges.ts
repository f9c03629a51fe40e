import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { addressKey, type ServerAddress } from '#codec/master/address.ts';

/** Challenges that prove an address without remembering it. */
export type Challenges = {
  /** What this source has to send back; 1 to 2^31 - 1, because engines print it signed. */
  issue(source: ServerAddress, now: number): number;
  /** Whether a number was issued to this source in the current window or the one before. */
  accepts(source: ServerAddress, challenge: number, now: number): boolean;
};

const WINDOW_MS = 60_000;

/**
 * A keyed hash over address, port and time window: a flood of joins from forged addresses finds nothing to fill (spec
 * master section 6). The secret is new at each start unless one is given. `now` in ms.
 */
export function createChallenges(secret: Uint8Array = randomBytes(32)): Challenges {
  const key = createSecretKey(secret);
  function challengeOf(source: ServerAddress, window: number): number {
    const hash = createHmac('sha256', key)
      .update(`${addressKey(source)} ${window}`)
      .digest();
    return hash.readUInt32BE() & 0x7fff_ffff || 1;
  }
  return {
    issue: (source, now) => challengeOf(source, Math.floor(now / WINDOW_MS)),
    accepts(source, challenge, now) {
      const window = Math.floor(now / WINDOW_MS);
      return (
        challenge === challengeOf(source, window) || challenge === challengeOf(source, window - 1)
      );
    },
  };
}
