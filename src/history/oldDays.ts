import type { HistoryDay, HistoryStep } from '#store/historyDocument.ts';
import type { Store } from '#store/openStore.ts';
import { dayOf, daysBetween, startOfDay } from './packDay.ts';
import { thinDay } from './thinDay.ts';

const DAY_MS = 86_400_000;
/** Documents read and written by one statement. */
const AT_ONCE = 20;
const MEMO = 'history-thinned';

/** Days that are kept by the minute, by five minutes, by the hour; each counts from today and includes those before. */
export type HistoryDays = { minutes: number; fives: number; hours: number };

/** How coarse a day of this age (in days) has to be; null = it is dropped. Pure. */
export function stepForAge(
  age: number,
  { minutes, fives, hours }: HistoryDays,
): HistoryStep | null {
  if (age > hours) {
    return null;
  }
  return age > fives ? 60 : age > minutes ? 5 : 1;
}

async function dropDays(store: Store, today: number, keep: HistoryDays): Promise<string | null> {
  for (;;) {
    const first = await store.history.firstDay();
    if (first === null || stepForAge(ageOf(first, today), keep) !== null) {
      return first;
    }
    await store.history.deleteDay(first);
  }
}

/** How many days before another one a day was; any time of that other one will do (ms). */
export const ageOf = (day: string, today: number): number =>
  Math.floor((today - startOfDay(day)) / DAY_MS);

async function thinServers(
  store: Store,
  day: string,
  servers: readonly string[],
  step: HistoryStep,
): Promise<void> {
  const before = await store.history.on(day, servers);
  const after = new Map<string, HistoryDay>();
  for (const [n, server] of servers.entries()) {
    const document = before[n] ?? null;
    const thin = document && thinDay(day, document, step);
    if (thin !== null && thin !== document) {
      after.set(server, thin);
    }
  }
  if (after.size > 0) {
    await store.history.put(day, after);
  }
}

/** The days that have become coarser since that was last seen to. */
function daysDue(first: string, today: number, before: string | null, keep: HistoryDays) {
  const seenTo = before === null ? null : startOfDay(before);
  return daysBetween(startOfDay(first), today).flatMap((day) => {
    const step = stepForAge(ageOf(day, today), keep) ?? 1;
    const had = seenTo === null ? 1 : (stepForAge(ageOf(day, seenTo), keep) ?? 1);
    return step > had ? [{ day, step }] : [];
  });
}

/**
 * Thins and drops what has become old, outages too, once a day; days missed meanwhile are made up for. Broken off, the next call begins
 * again: thinning twice changes nothing. Throws StoreError.
 */
export async function thinOldDays(
  store: Store,
  { now, keep, stopped }: { now: number; keep: HistoryDays; stopped: () => boolean },
): Promise<void> {
  const today = dayOf(now);
  const rules = `${keep.minutes},${keep.fives},${keep.hours}`;
  const [before, beforeRules] = (await store.meta.get(MEMO))?.split(' ') ?? [];
  if (before === today && beforeRules === rules) {
    return;
  }
  const first = await dropDays(store, startOfDay(today), keep);
  await store.incidents.deleteEndedBefore(startOfDay(today) - keep.hours * DAY_MS);
  const since = beforeRules === rules ? (before ?? null) : null;
  const due = first === null ? [] : daysDue(first, startOfDay(today), since, keep);
  for (const { day, step } of due) {
    const servers = await store.history.serversOn(day);
    for (let n = 0; n < servers.length; n += AT_ONCE) {
      if (stopped()) {
        return;
      }
      await thinServers(store, day, servers.slice(n, n + AT_ONCE), step);
    }
  }
  await store.meta.set(MEMO, `${today} ${rules}`);
}
