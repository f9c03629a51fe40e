import { expect, test } from 'vitest';
import { createWire, NO_TROUBLE } from '#sandbox/servers/wireTrouble.ts';

const ANSWERS = [new Uint8Array(1), new Uint8Array(2)];

/** How many of 1000 questions reach the server. */
function arriving(change: Partial<typeof NO_TROUBLE>, spared = false): number {
  const wire = createWire(7);
  const trouble = { ...NO_TROUBLE, ...change };
  return Array.from({ length: 1000 }).filter(() => wire.arrives(trouble, spared)).length;
}

test('without trouble everything arrives at once', () => {
  const wire = createWire(1);
  expect(arriving({})).toBe(1000);
  expect(wire.survivors(NO_TROUBLE, ANSWERS)).toBe(ANSWERS);
  expect(wire.delayMs({ ...NO_TROUBLE, lagMs: 250 })).toBe(250);
});

test('loss takes its share both ways; a flood drowns most questions and makes the others wait', () => {
  expect(arriving({ lossPercent: 30 })).toBeGreaterThan(650);
  expect(arriving({ lossPercent: 30 })).toBeLessThan(750);
  expect(arriving({ lossPercent: 100 })).toBe(0);
  expect(createWire(1).survivors({ ...NO_TROUBLE, lossPercent: 100 }, ANSWERS)).toEqual([]);

  const flooded = { ...NO_TROUBLE, flooded: true };
  expect(arriving(flooded)).toBeLessThan(320);
  expect(arriving(flooded, true)).toBe(1000);
  const waits = Array.from({ length: 50 }, (_, at) => createWire(at).delayMs(flooded));
  expect(Math.max(...waits)).toBeGreaterThan(200);
});
