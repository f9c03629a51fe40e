import { randomInt } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase, whyNoDatabase } from '#test/store/databases.ts';
import { runFleet } from './fleet.ts';

/** The long form has 600 guilds, and PostgreSQL as well: `npm run shards`. */
const SHORT = { guilds: 24, watchesPerGuild: 3, servers: 8, outages: 1, group: 1 };

const why = await whyNoDatabase('redis');

it.skipIf(why !== null)(
  `three processes and one Redis: one is killed, then they are four; nothing is lost, nothing is told twice${why === null ? '' : ` (${why})`}`,
  async () => {
    const { url, dispose } = await openDatabase('redis');
    onTestFinished(dispose);
    const seed = randomInt(2 ** 32);
    const result = await runFleet({ ...SHORT, storeUrl: url, seed });
    expect(result.wrong, `seed ${seed}`).toEqual([]);
    expect(result.stopMs).toBeLessThan(10_000);
    // Two servers went down and came back; each is watched by 9 guilds.
    expect(result.notices).toBe(2 * 2 * 9);
  },
  180_000,
);
