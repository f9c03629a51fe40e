import { describe, expect, it } from 'vitest';
import { createEditBudget } from '#discord/editBudget.ts';
import { DISCORD_EPOCH } from '#discord/limits.ts';
import { NOON } from './pictures.ts';

const HOUR = 3_600_000;
const messageAt = (ms: number): string => String(BigInt(ms - DISCORD_EPOCH) << 22n);
const OLD = messageAt(NOON - 30 * 24 * HOUR);
const YOUNG = messageAt(NOON - HOUR / 2);

const edit = (channelId: string, messageId: string, announcement = false) => ({
  channelId,
  messageId,
  announcement,
});

describe('the edits of status messages', () => {
  it('come once in ten seconds to a channel whose messages are older than an hour', () => {
    let now = NOON;
    const budget = createEditBudget(() => now);
    expect(budget.take(edit('a', OLD))).toBe(0);
    now += 4000;
    const other = messageAt(NOON - 2 * HOUR);
    expect(budget.take(edit('a', other))).toBe(6000);
    expect(budget.take(edit('b', OLD))).toBe(0);
    now += 6000;
    expect(budget.take(edit('a', OLD))).toBe(10_000);
    expect(budget.take(edit('a', other))).toBe(0);
  });

  it('go in the order they were asked for when a whole channel waits, each told its own time', () => {
    let now = NOON;
    const budget = createEditBudget(() => now);
    const waiting = Array.from({ length: 14 }, (_, place) => ({
      message: messageAt(NOON - 2 * HOUR - place * 1000),
      due: NOON,
      asked: 0,
    }));
    const made: number[] = [];
    for (; made.length < 14; now += 1000) {
      for (const one of waiting.filter(({ due }) => due <= now)) {
        const wait = budget.take(edit('a', one.message));
        one.asked += 1;
        one.due = wait === 0 ? Number.POSITIVE_INFINITY : now + wait;
        if (wait === 0) {
          made.push(now - NOON);
        }
      }
    }
    expect(made).toEqual(Array.from({ length: 14 }, (_, place) => place * 10_000));
    expect(waiting.map(({ asked }) => asked)).toEqual([1, ...Array(13).fill(2)]);
  });

  it('lose their turn when they do not come, so that nobody waits for them', () => {
    let now = NOON;
    const budget = createEditBudget(() => now);
    const [gone, here] = [messageAt(NOON - 2 * HOUR), messageAt(NOON - 3 * HOUR)];
    budget.take(edit('a', OLD));
    expect(budget.take(edit('a', gone))).toBe(10_000);
    expect(budget.take(edit('a', here))).toBe(20_000);
    now += 20_001;
    expect(budget.take(edit('a', here))).toBe(0);
  });

  it('are free of that while the message is young', () => {
    const budget = createEditBudget(() => NOON);
    const waits = Array.from({ length: 5 }, () => budget.take(edit('a', YOUNG)));
    expect(waits).toEqual([0, 0, 0, 0, 0]);
  });

  it('stay below three an hour in an announcement channel', () => {
    let now = NOON;
    const budget = createEditBudget(() => now);
    let made = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      made += budget.take(edit('news', YOUNG, true)) === 0 ? 1 : 0;
      now += 60_000;
    }
    expect(made).toBe(3);
  });

  it('leave room for notices when a thousand channels change at once', () => {
    let now = NOON;
    const budget = createEditBudget(() => now);
    const waiting = Array.from({ length: 1000 }, (_, place) => ({
      edit: edit(`channel${place}`, messageAt(NOON - 2 * HOUR - place * 1000)),
      due: NOON,
      asked: 0,
    }));
    const made: number[] = [];
    for (let left = 1000; left > 0; now += 1000) {
      const due = waiting.filter((one) => one.due <= now);
      for (const one of due) {
        const wait = budget.take(one.edit);
        one.asked += 1;
        one.due = wait === 0 ? Number.POSITIVE_INFINITY : now + wait;
        left -= wait === 0 ? 1 : 0;
      }
      made.push(due.filter((one) => one.due === Number.POSITIVE_INFINITY).length);
    }
    expect(Math.max(...made)).toBe(15);
    expect(made).toHaveLength(67);
    // Each is told its own time: nobody comes back to hear that others were faster.
    expect(Math.max(...waiting.map(({ asked }) => asked))).toBe(2);
  });
});
