import { expect, it } from 'vitest';
import { measurePictures, percentile } from '../../bench/historyPictures.ts';

/** Five times as long as a picture may take, for a busy machine (ms). */
const LONGEST_MS = 5 * 300;

it('pictures of a history, in short: each period and the small one, of a hundred thousand samples', {
  timeout: 60_000,
}, async () => {
  const { samples, times } = await measurePictures({ days: 70, each: 3 });
  expect(samples).toBeGreaterThan(95_000);
  expect(times.map(({ name }) => name)).toEqual(['day', 'week', 'month', 'year', 'small']);
  for (const { ms, bytes } of times) {
    expect(ms).toHaveLength(3);
    expect(percentile(ms, 99)).toBeLessThan(LONGEST_MS);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(300_000);
  }
});

it.each([
  [[5, 1], 50, 1],
  [[1, 2, 3, 4], 50, 2],
  [[1, 2, 3, 4], 99, 4],
  [[], 99, 0],
])('of %j, the value that %i of a hundred do not exceed is %i', (ms, percent, value) => {
  expect(
    percentile(
      ms.toSorted((a, b) => a - b),
      percent,
    ),
  ).toBe(value);
});
