import type { ZonedClock } from '#clock/timeZone.ts';
import type { Bucket } from '#history/bucket.ts';
import { meanOf, meanPing, peakOf, usuallyFullest } from '#history/crowd.ts';
import type { Uptime } from '#history/uptime.ts';
import type { Language, Translate } from '#text/texts.ts';
import { durationWords } from './durationWords.ts';
import type { Topic } from './historyChart.ts';
import { percentWords } from './percentWords.ts';
import { timeStamp } from './serverWords.ts';
import { timeWords } from './timeTicks.ts';

const MINUTE_MS = 60_000;
/** A Sunday. */
const SUNDAY = Date.UTC(2024, 0, 7);
const DAY_MS = 86_400_000;
/** A history that begins so much later than asked for is worth saying so (ms). */
const LATE_MS = 3_600_000;

/** What is said about a server's history beside its picture. */
export type HistoryFacts = {
  topic: Topic;
  /** Of the period. */
  buckets: readonly Bucket[];
  /** Of the last weeks, for what is usual. */
  weeks: readonly Bucket[];
  uptime: Uptime;
  /** When what is known of it begins (ms); null = nothing is. */
  since: number | null;
  from: number;
  clock: ZonedClock;
  language: Language;
  t: Translate;
};

function peopleLines({ buckets, weeks, clock, language, t }: HistoryFacts): string[] {
  const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const [peak, mean] = [peakOf(buckets), meanOf(buckets)];
  const usual = usuallyFullest(weeks, clock);
  const fullest = usual && {
    when: hourWords(usual, language),
    people: new Intl.NumberFormat(language).format(Math.round(usual.people)),
  };
  return [
    peak === null ? '' : t('history.peak', { count: peak.most, time: timeStamp(peak.at, 'f') }),
    mean === null ? '' : t('history.mean', { mean: decimal.format(mean) }),
    fullest === null ? '' : t('history.fullest', fullest),
  ];
}

/** "Fri 21:00", or "21:00" for every day. */
function hourWords(
  { weekday, hour }: { weekday: number | null; hour: number },
  language: Language,
): string {
  const clock = `${String(hour).padStart(2, '0')}:00`;
  return weekday === null
    ? clock
    : `${timeWords(language, 'UTC').weekday(SUNDAY + weekday * DAY_MS)} ${clock}`;
}

/** How much of the time it was up; empty when nothing is known. */
function upLines({ topic, uptime, language, t }: HistoryFacts): string[] {
  const { share, down } = uptime;
  return share === null
    ? []
    : [
        t('history.up', { percent: percentWords(share, language) }),
        topic === 'uptime' && down > 0
          ? t('history.down', { duration: durationWords(down * MINUTE_MS, t) })
          : '',
      ];
}

/** What no figure counts: planned work, and time in which nobody looked. */
export function leftOutLines({ planned, unknown }: Uptime, t: Translate): string[] {
  return [
    planned > 0
      ? t('history.leftOut.planned', { duration: durationWords(planned * MINUTE_MS, t) })
      : '',
    unknown > 0
      ? t('history.leftOut.unknown', { duration: durationWords(unknown * MINUTE_MS, t) })
      : '',
  ].filter((line) => line !== '');
}

/** Since when it is watched, where that is long after the beginning of what is asked for. */
export function sinceLines(since: number | null, from: number, t: Translate): string[] {
  return since !== null && since - from > LATE_MS
    ? [t('history.since', { time: timeStamp(since, 'f') })]
    : [];
}

/** What is known, one fact a line (pure); empty = nothing is. */
export function historyLines(facts: HistoryFacts): string[] {
  const { topic, buckets, uptime, since, from, t } = facts;
  const ping = meanPing(buckets);
  return [
    ...(topic === 'players' ? peopleLines(facts) : []),
    topic === 'ping' && ping !== null ? t('history.ping', { ms: ping }) : '',
    ...upLines(facts),
    ...sinceLines(since, from, t),
    ...leftOutLines(uptime, t),
  ].filter((line) => line !== '');
}
