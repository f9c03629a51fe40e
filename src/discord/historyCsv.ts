import type { Bucket } from '#history/bucket.ts';

const COLUMNS = [
  'time_utc',
  'minutes',
  'minutes_up',
  'minutes_down',
  'players_mean',
  'players_most',
  'slots',
  'ping_ms',
];

const known = (isKnown: boolean, value: number): string =>
  isKnown ? String(Math.round(value * 100) / 100) : '';

const END = '\r\n';

/** The first line of a file for a spreadsheet. */
export const CSV_HEAD = `${COLUMNS.join()}${END}`;

/** What is known of a server, a line each: empty where nothing was told. Holds no text of strangers. */
export function csvLines(buckets: readonly Bucket[]): string {
  const lines = buckets.map(({ at, minutes, up, down, counted, people, most, slots, ping }) =>
    [
      new Date(at).toISOString().slice(0, 16).replace('T', ' '),
      minutes,
      up,
      down,
      known(counted > 0, people / counted),
      known(counted > 0, most),
      known(slots > 0, slots),
      known(ping > 0, ping),
    ].join(),
  );
  return lines.map((line) => `${line}${END}`).join('');
}
