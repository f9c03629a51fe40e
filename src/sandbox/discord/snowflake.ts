const DISCORD_EPOCH_MS = 1_420_070_400_000n;
const COUNTER_BITS = 22n;
const COUNTER_END = 1n << COUNTER_BITS;
/** The first instant whose ids have 17 digits. discord.js takes nothing shorter for an id. */
const FIRST_USABLE_MS = 1_450_000_000_000;

/**
 * Makes ids as Discord does: milliseconds since 2015 in the upper bits, a counter below, so that ids sort by age and
 * discord.js can read the age of a message (discord J21). Ids never repeat, also when the clock stands still or goes
 * back. Throws when the clock is before 2016: such ids would be too short.
 */
export function createSnowflakes(now: () => number): () => string {
  let lastMs = 0n;
  let counter = 0n;
  return () => {
    const ms = Math.floor(now());
    if (ms < FIRST_USABLE_MS) {
      throw new RangeError(`the clock stands at ${ms} ms: start it after 2016, ids need 17 digits`);
    }
    if (BigInt(ms) > lastMs) {
      lastMs = BigInt(ms);
      counter = 0n;
    } else {
      counter += 1n;
      if (counter === COUNTER_END) {
        lastMs += 1n;
        counter = 0n;
      }
    }
    return String(((lastMs - DISCORD_EPOCH_MS) << COUNTER_BITS) | counter);
  };
}

/** When an id was made, in ms since 1970. */
export function snowflakeTime(id: string): number {
  return Number((BigInt(id) >> COUNTER_BITS) + DISCORD_EPOCH_MS);
}
