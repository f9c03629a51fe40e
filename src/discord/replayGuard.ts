import { CLOCKS, DISCORD_EPOCH } from './limits.ts';

const REMEMBERED = 3;

/** When Discord made the thing with this id (ms). */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + DISCORD_EPOCH;
}

/**
 * Tells interactions that come again after a resume (I17): they are older than an answer may be. Our clock may be ahead of
 * Discord's; when even the youngest of the last ones looks old, that is the clock, and it is taken off.
 */
export function createReplayGuard(now: () => number): (id: string) => boolean {
  let ages: number[] = [];
  return (id) => {
    const age = now() - snowflakeTime(id);
    ages = [...ages, age].slice(-REMEMBERED);
    const ahead = ages.length < REMEMBERED ? 0 : Math.max(0, Math.min(...ages));
    return age - ahead > CLOCKS.interaction;
  };
}
