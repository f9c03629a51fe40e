import { expect, test } from 'vitest';
import {
  bringUp,
  emptyOut,
  fillUp,
  joinOne,
  restart,
  takeDown,
} from '#sandbox/servers/lifeControls.ts';
import { advanceLife, beginLife, type Habits, still } from '#sandbox/servers/serverLife.ts';

const START = Date.UTC(2026, 10, 30);
const MINUTE = 60_000;
const busy: Habits = {
  slots: 24,
  maps: ['pl_upward', 'ctf_2fort', 'koth_viaduct'],
  regulars: ['Ann', 'Bob'],
  arrivalEvery: MINUTE,
  stay: 10 * MINUTE,
  mapLasts: 20 * MINUTE,
  outage: { every: 40 * MINUTE, lasts: 3 * MINUTE },
};

function watch(habits: Habits, seed: number, minutes: number) {
  const seen = [beginLife(habits, seed, START)];
  for (let minute = 1; minute <= minutes; minute += 1) {
    seen.push(
      advanceLife(seen[minute - 1] as (typeof seen)[number], habits, START + minute * MINUTE),
    );
  }
  return seen;
}

test('the same seed gives the same evening, another seed another one', () => {
  expect(watch(busy, 7, 240)).toEqual(watch(busy, 7, 240));
  expect(watch(busy, 7, 240)).not.toEqual(watch(busy, 8, 240));
});

test('looking every minute or once at the end makes no difference', () => {
  const often = watch(busy, 11, 300).at(-1);
  const once = advanceLife(beginLife(busy, 11, START), busy, START + 300 * MINUTE);
  expect(once).toEqual(often);
});

test('over a day players come and go, maps change, and the server fails and comes back', () => {
  const day = watch(busy, 3, 24 * 60);
  const counts = new Set(day.map((life) => life.visitors.length));
  expect(counts.size).toBeGreaterThan(5);
  expect(Math.max(...counts)).toBeLessThanOrEqual(busy.slots);
  expect(new Set(day.map((life) => life.map))).toEqual(new Set(busy.maps));
  expect(day.some((life) => life.power.state === 'down')).toBe(true);
  expect(day.at(-1)?.bornAt).toBe(START);
  const down = day.filter((life) => life.power.state === 'down');
  expect(down.every((life) => life.visitors.length === 0)).toBe(true);
  expect(down.length).toBeLessThan(day.length / 4);
});

test('nobody has the name of somebody who is there', () => {
  for (const { visitors } of watch({ ...busy, arrivalEvery: 5_000 }, 5, 600)) {
    expect(new Set(visitors.map(({ name }) => name)).size).toBe(visitors.length);
  }
});

test('time that runs backwards changes nothing', () => {
  const later = advanceLife(beginLife(busy, 1, START), busy, START + MINUTE);
  expect(advanceLife(later, busy, START)).toEqual(later);
});

test('on a still server nothing happens in a week', () => {
  const begun = beginLife(still(busy), 1, START);
  const week = advanceLife(begun, still(busy), START + 7 * 24 * 60 * MINUTE);
  expect({ ...week, at: begun.at }).toEqual(begun);
});

test('taken down it stays down until it is brought up, and most players come back', () => {
  const full = fillUp(beginLife(busy, 2, START), busy);
  const down = advanceLife(takeDown(full), busy, START + 600 * MINUTE);
  expect(down.power.state).toBe('down');
  expect(down.visitors).toEqual([]);

  const up = bringUp(down, busy);
  expect(up.power).toMatchObject({ state: 'up', since: START + 600 * MINUTE });
  expect(up.visitors).toEqual([]);
  const names = new Set(full.visitors.map(({ name }) => name));
  const soon = advanceLife(up, busy, up.at + 2 * MINUTE);
  expect(soon.visitors.filter(({ name }) => names.has(name)).length).toBeGreaterThan(8);
});

test('an outage that would end by itself is kept when somebody takes the server down meanwhile', () => {
  let life = beginLife(busy, 4, START);
  while (life.power.state === 'up') {
    life = advanceLife(life, busy, life.at + MINUTE);
  }
  const held = advanceLife(takeDown(life), busy, life.at + 600 * MINUTE);
  expect(held.power.state).toBe('down');
});

test('restart empties the roster and loads the next map; fill, join and empty do what they say', () => {
  const begun = beginLife(still(busy), 9, START);
  const restarted = restart(begun, still(busy));
  expect(restarted).toMatchObject({ map: 'ctf_2fort', visitors: [], power: { state: 'up' } });
  expect(joinOne(begun, busy).visitors).toHaveLength(3);
  expect(fillUp(begun, busy).visitors).toHaveLength(24);
  expect(joinOne(fillUp(begun, busy), busy).visitors).toHaveLength(24);
  expect(emptyOut(fillUp(begun, busy)).visitors).toEqual([]);
  expect(fillUp(takeDown(begun), busy).visitors).toEqual([]);
});
