import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runPowerCuts } from './powerCuts.ts';

it('a process that is killed under load loses nothing that it was told is written', async () => {
  const seed = randomInt(2 ** 32);
  const { cuts, wrong } = await runPowerCuts({ cuts: 4, seed });
  expect({ cuts, wrong }, `seed ${seed}`).toEqual({ cuts: 4, wrong: [] });
});
