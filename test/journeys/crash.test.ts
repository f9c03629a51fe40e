import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runChaos } from './chaos.ts';

/** Continuous integration kills it more often: `npm run chaos`. */
const KILLS = 2;

it(`killed at ${KILLS} random moments around changes: nothing is lost, nothing is told twice`, async () => {
  const seed = randomInt(2 ** 32);
  const result = await runChaos({ kills: KILLS, seed });
  expect(result, `seed ${seed}`).toMatchObject({ kills: KILLS, outages: KILLS / 2, wrong: [] });
}, 120_000);
