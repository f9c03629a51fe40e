import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openDatabase, whyNoDatabase } from '#test/store/databases.ts';
import { runFleet } from './fleet.ts';

/** The long form has 600 guilds: `npm run shards`. */
const SHORT = { guilds: 24, watchesPerGuild: 3, servers: 8, outages: 1 };

describe.concurrent.each([
  ['redis', 1],
  ['postgres', 2],
] as const)('three processes and one %s', async (kind, group) => {
  const why = await whyNoDatabase(kind);

  it.skipIf(why !== null)(
    `one is killed, then they are four: nothing is lost, nothing is told twice${why === null ? '' : ` (${why})`}`,
    // Its own onTestFinished: the imported one belongs to whichever of two stories side by side began last.
    async ({ onTestFinished }) => {
      const { url, dispose } = await openDatabase(kind);
      onTestFinished(dispose);
      const seed = randomInt(2 ** 32);
      const result = await runFleet({ ...SHORT, storeUrl: url, seed, group });
      expect(result.wrong, `seed ${seed}`).toEqual([]);
      expect(result.stopMs).toBeLessThan(10_000);
      // Two servers went down and came back; each is watched by 9 guilds.
      expect(result.notices).toBe(2 * 2 * 9);
    },
    120_000,
  );
});
