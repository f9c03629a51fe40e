import { stat } from 'node:fs/promises';
import { type Bucket, MINUTE_MS } from '#history/bucket.ts';
import { stepForAge } from '#history/oldDays.ts';
import { dayOf, packDay } from '#history/packDay.ts';
import { thinDay } from '#history/thinDay.ts';
import { minuteOf } from '#history/unsavedMinutes.ts';
import { dice } from '#sandbox/servers/seededRandom.ts';
import type { HistoryDay } from '#store/historyDocument.ts';
import type { Store } from '#store/openStore.ts';

const DAY_MINUTES = 1440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** Days that differ; the servers of a year have them in turns. */
const DIFFERENT_DAYS = 40;
const SILENT = { answered: false, people: null, pingMs: null };
export const KEEP = { minutes: 2, fives: 30, hours: 400 };

/** Counts down, and begins anew by chance, once in about `rarely` minutes, for up to `longest`. */
const spell = (left: number, random: () => number, rarely: number, longest: number): number =>
  left > 0 ? left - 1 : random() * rarely < 1 ? Math.ceil(random() * longest) : 0;

/**
 * The minutes of a server that fills up in the evening, people coming and going one by one; its ping trembles, and on some days
 * it is down for a while, or nobody looks.
 */
export function livelyMinutes(
  span: { from: number; to: number },
  random: () => number,
  slots = 64,
): Bucket[] {
  const buckets: Bucket[] = [];
  let people = Math.floor(random() * 10);
  let [down, unseen] = [0, 0];
  for (let at = span.from; at < span.to; at += MINUTE_MS) {
    const evening = 0.5 + 0.5 * Math.sin(((at % DAY_MS) / DAY_MS) * 2 * Math.PI - 2.4);
    const drift = slots * 0.9 * evening ** 2 - people + (random() - 0.5) * 12;
    people += random() < 0.45 ? Math.sign(drift) : 0;
    people = Math.min(slots, Math.max(0, people));
    down = spell(down, random, 2500, 40);
    unseen = spell(unseen, random, 10_000, 120);
    if (unseen === 0) {
      const pingMs = 38 + Math.floor(random() ** 3 * 14);
      const told = down > 0 ? SILENT : { answered: true, people, pingMs };
      buckets.push(minuteOf({ at, slots, ...told }, 1));
    }
  }
  return buckets;
}

/** Fills a store with `days` days up to `now` of so many servers, each as coarse as its age asks for. */
export async function fillYear(
  store: Store,
  { servers, days, now, seed }: { servers: number; days: number; now: number; seed: number },
): Promise<void> {
  const random = dice(seed).roll;
  const from = Date.parse(`${dayOf(now)}T00:00:00Z`);
  const models = Array.from({ length: DIFFERENT_DAYS }, () => {
    const minutes = livelyMinutes({ from, to: from + DAY_MS }, random);
    return packDay(dayOf(from), minutes, { step: 1, every: 1 });
  });
  for (let age = 0; age < days; age += 1) {
    const step = stepForAge(age, KEEP);
    const documents = models.map((model) => thinDay(dayOf(from), model, step ?? 60));
    const its = new Map<string, HistoryDay>();
    for (let n = 0; n < servers; n += 1) {
      const document = documents[(n + age) % documents.length];
      if (document !== undefined) {
        its.set(serverName(n), document);
      }
    }
    await store.history.put(dayOf(from - age * DAY_MS), its);
  }
}

/** A key as long as they are. */
export const serverName = (n: number): string =>
  `a2s/198.51.${100 + (n >> 8)}.${n & 255}:${27_015 + (n % 40)}`;

/** What the database takes on the disk, in bytes. */
export async function sizeOf(file: string): Promise<number> {
  const parts = await Promise.all(
    ['', '-wal'].map((ending) =>
      stat(`${file}${ending}`).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return parts.reduce((sum, size) => sum + size, 0);
}
