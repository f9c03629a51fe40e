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
    expect(budget.take(edit('a', messageAt(NOON - 2 * HOUR)))).toBe(6000);
    expect(budget.take(edit('b', OLD))).toBe(0);
    now += 6001;
    expect(budget.take(edit('a', OLD))).toBe(0);
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
    const waiting = Array.from({ length: 1000 }, (_, place) => `channel${place}`);
    const made: number[] = [];
    while (waiting.length > 0) {
      const before = waiting.length;
      for (const channel of [...waiting]) {
        if (budget.take(edit(channel, OLD)) === 0) {
          waiting.splice(waiting.indexOf(channel), 1);
        }
      }
      made.push(before - waiting.length);
      now += 1001;
    }
    expect(Math.max(...made)).toBe(15);
    expect(made).toHaveLength(67);
  });
});
