import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { paceOf } from '#discord/limits.ts';
import { REFRESH_AFTER_MS } from '#monitor/statusPlan.ts';

const text = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
const number = (cell = ''): number => Number(cell.replaceAll(',', ''));

it('docs/scale.md tells the pace that processes have', () => {
  const rows = [
    ...text.matchAll(/^\| (\d+) \| (?:\d+ × )?(\d+)[^|]*\| ([\d,]+) \| ([\d,]+) \|$/gm),
  ];
  expect(rows.length).toBeGreaterThan(4);
  for (const [, count, each, everyMinute, still] of rows) {
    const { edits } = paceOf(1 / number(count));
    expect(number(each), `${count} processes`).toBe(edits);
    const all = edits * number(count);
    expect(number(everyMinute)).toBe(all * 60);
    expect(number(still)).toBe((all * REFRESH_AFTER_MS) / 1000);
  }
});
