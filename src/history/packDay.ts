import type { HistoryDay } from '#store/historyDocument.ts';
import { type Bucket, MINUTE_MS } from './bucket.ts';

const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;

/**
 * What a day is written as, in this order: of each kind the values of all entries, so that most follow one that is the same.
 * Up and down are 0 where nothing is known, the others repeat the one before. People beyond their mean are the most of them.
 */
const COLUMNS = ['up', 'down', 'untold', 'people', 'beyondMean', 'slots', 'ping'] as const;
type Columns = Record<(typeof COLUMNS)[number], Int32Array>;

const emptyColumns = (count: number): Columns => ({
  up: new Int32Array(count),
  down: new Int32Array(count),
  untold: new Int32Array(count),
  people: new Int32Array(count),
  beyondMean: new Int32Array(count),
  slots: new Int32Array(count),
  ping: new Int32Array(count),
});

const meanOf = (counted: number, people: number): number =>
  counted === 0 ? 0 : Math.floor(people / counted);

/** The UTC day of a time, as "2026-11-30". */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The beginning of such a day (ms). */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Days one after the other, both ends included. */
export function daysBetween(from: number, to: number): string[] {
  const first = Math.floor(from / DAY_MS);
  const count = Math.max(0, Math.floor(to / DAY_MS) - first + 1);
  return Array.from({ length: count }, (_, n) => dayOf((first + n) * DAY_MS));
}

/** Most bytes of one number. */
const WIDEST = 6;

/** Writes unsigned LEB128 and gives the place after it. */
function writeNumber(bytes: Uint8Array, place: number, value: number): number {
  let next = place;
  let rest = value;
  while (rest > 127) {
    bytes[next] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
    next += 1;
  }
  bytes[next] = rest;
  return next + 1;
}

/** A run of values that are the same as the one before: a 0 and its length. */
function writeRun(bytes: Uint8Array, place: number, length: number): number {
  if (length === 0) {
    return place;
  }
  bytes[place] = 0;
  return writeNumber(bytes, place + 1, length);
}

/** Differences to the value before, positive and negative in turns, and runs of none; gives the place after them. */
function writeColumn(bytes: Uint8Array, from: number, values: Int32Array): number {
  let place = from;
  let before = 0;
  let same = 0;
  for (let n = 0; n < values.length; n += 1) {
    const more = (values[n] ?? 0) - before;
    if (more === 0) {
      same += 1;
      continue;
    }
    place = writeRun(bytes, place, same);
    place = writeNumber(bytes, place, more > 0 ? more * 2 : -more * 2 - 1);
    before += more;
    same = 0;
  }
  return writeRun(bytes, place, same);
}

/** Reads numbers one after the other, from a place on. */
type Cursor = { bytes: Uint8Array; place: number };

function readNumber(cursor: Cursor): number {
  const { bytes } = cursor;
  let value = 0;
  let worth = 1;
  let byte = 128;
  while (byte >= 128 && cursor.place < bytes.length) {
    byte = bytes[cursor.place] ?? 0;
    value += (byte % 128) * worth;
    worth *= 128;
    cursor.place += 1;
  }
  return value;
}

/** Fills `values`; false when the bytes end before. */
function readColumn(cursor: Cursor, values: Int32Array): boolean {
  let last = 0;
  let done = 0;
  while (done < values.length) {
    if (cursor.place >= cursor.bytes.length) {
      return false;
    }
    const coded = readNumber(cursor);
    if (coded === 0) {
      const end = done + readNumber(cursor);
      values.fill(last, done, end);
      done = end;
    } else {
      last += coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
      values[done] = last;
      done += 1;
    }
  }
  return true;
}

function columnsOf(entries: readonly (Bucket | undefined)[]): Columns {
  const columns = emptyColumns(entries.length);
  let [untold, people, beyondMean, slots, ping] = [0, 0, 0, 0, 0];
  for (let n = 0; n < entries.length; n += 1) {
    const bucket = entries[n];
    if (bucket !== undefined) {
      columns.up[n] = bucket.up;
      columns.down[n] = bucket.down;
      untold = bucket.up - bucket.counted;
      ({ people, slots, ping } = bucket);
      beyondMean = bucket.most - meanOf(bucket.counted, people);
    }
    columns.untold[n] = untold;
    columns.people[n] = people;
    columns.beyondMean[n] = beyondMean;
    columns.slots[n] = slots;
    columns.ping[n] = ping;
  }
  return columns;
}

/** Packs what is known of a day; `buckets` are `step` minutes each and lie in it. */
export function packDay(
  day: string,
  buckets: readonly Bucket[],
  { step, every }: Pick<HistoryDay, 'step' | 'every'>,
): HistoryDay {
  const start = startOfDay(day);
  const count = DAY_MINUTES / step;
  const entries = Array.from<Bucket | undefined>({ length: count });
  for (const bucket of buckets) {
    entries[(bucket.at - start) / (step * MINUTE_MS)] = bucket;
  }
  const columns = columnsOf(entries);
  const bytes = Buffer.allocUnsafe(COLUMNS.length * count * WIDEST);
  const length = COLUMNS.reduce((place, column) => writeColumn(bytes, place, columns[column]), 0);
  return { version: 1, step, every, packed: bytes.toString('base64', 0, length) };
}

/** What is known of a day, in order. Bytes that are cut give nothing: a gap is better than a wrong number. */
export function unpackDay(day: string, { step, every, packed }: HistoryDay): Bucket[] {
  const cursor = { bytes: Buffer.from(packed, 'base64'), place: 0 };
  const columns = emptyColumns(DAY_MINUTES / step);
  const whole = COLUMNS.every((column) => readColumn(cursor, columns[column]));
  return whole ? bucketsOf(columns, startOfDay(day), { step, every }) : [];
}

function bucketsOf(
  columns: Columns,
  start: number,
  { step, every }: Pick<HistoryDay, 'step' | 'every'>,
): Bucket[] {
  const value = (column: keyof Columns, n: number): number => columns[column][n] ?? 0;
  const buckets: Bucket[] = [];
  for (let n = 0; n < DAY_MINUTES / step; n += 1) {
    const [up, down] = [value('up', n), value('down', n)];
    if (up + down > 0) {
      const counted = up - value('untold', n);
      const people = value('people', n);
      const most = value('beyondMean', n) + meanOf(counted, people);
      const [slots, ping] = [value('slots', n), value('ping', n)];
      const at = start + n * step * MINUTE_MS;
      buckets.push({ at, minutes: step, every, up, down, counted, people, most, slots, ping });
    }
  }
  return buckets;
}
