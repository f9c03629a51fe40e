import { steadyClock } from '#monitor/steadyClock.ts';
import { CLOCKS, DISCORD_EPOCH } from './limits.ts';

/** So many of the latest interactions say how far our clock is ahead. */
const COMPARED = 3;

/** When Discord made the thing with this id (ms). */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + DISCORD_EPOCH;
}

/**
 * Tells interactions that come again after a resume (I17): they were seen before, or are older than an answer may be. Our clock
 * may be ahead of Discord's: the youngest of the latest ones is taken for new, and by
 * what it looks old we are ahead.
 */
export function createReplayGuard(now: () => number): (id: string) => boolean {
  const steady = steadyClock(now);
  /** When an interaction was seen, by id, the oldest first. */
  const seen = new Map<string, number>();
  let ages: number[] = [];

  const forgetOld = (at: number): void => {
    for (const [id, when] of seen) {
      if (at - when < CLOCKS.token) {
        return;
      }
      seen.delete(id);
    }
  };

  return (id) => {
    const at = steady();
    forgetOld(at);
    if (seen.has(id)) {
      return true;
    }
    seen.set(id, at);
    const age = now() - snowflakeTime(id);
    ages = [...ages, age].slice(-COMPARED);
    const ahead = Math.max(0, Math.min(...ages));
    return age - ahead > CLOCKS.interaction;
  };
}
