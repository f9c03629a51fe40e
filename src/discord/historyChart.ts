import { zonedClock } from '#clock/timeZone.ts';
import { type Bucket, MINUTE_MS } from '#history/bucket.ts';
import { peakOf } from '#history/crowd.ts';
import { fewSpansOf, frameOf, type Period, pointsIn, startOf, stopOf } from '#history/frame.ts';
import { gapsIn, type Known, linesIn, outagesIn, spanOfPoint } from '#history/stretches.ts';
import type { BarChart, Chart, LineChart, Tick } from '#picture/chart.ts';
import type { Language, Translate } from '#text/texts.ts';
import { type TimeWords, timeTicks, timeWords } from './timeTicks.ts';

/** What a picture of a server's history shows. */
export type Topic = 'players' | 'ping' | 'uptime';

export type HistoryView = {
  topic: Topic;
  period: Period;
  /** What is known, in order. */
  buckets: readonly Bucket[];
  now: number;
  timeZone: string;
  language: Language;
  t: Translate;
  /** "small" is for below a status. */
  size: 'whole' | 'small';
};

const SIZES = {
  whole: { width: 600, height: 290, hours: 3 },
  /** Bars say all there is to be said without being tall. */
  bars: { width: 600, height: 150, hours: 3 },
  /** Discord shows it smaller than the others. */
  small: { width: 490, height: 150, hours: 6 },
} as const;

/** The most of a time is drawn beside its mean where they are so far apart, as a part of the axis. */
const SEEN_APART = 0.03;
/** So much of the axis is above the highest value. */
const HEADROOM = 1.2;
/** Slots are shown while they are at most so many times the peak: else people would be a line at the bottom. */
const SLOTS_IN_SIGHT = 3;
const FEWEST_ON_AXIS = 4;
const STEPS = [1, 2, 5];
const MOST_TICKS = 5;

type Drawn = HistoryView & Known & { words: TimeWords };

/** Whole numbers from 0 on, at even distances, at most five above it. */
function valueTicks(top: number, language: Language): Tick[] {
  let step = 1;
  for (let n = 0; top / step > MOST_TICKS; n += 1) {
    step = (STEPS[n % STEPS.length] ?? 1) * 10 ** Math.floor(n / STEPS.length);
  }
  const format = new Intl.NumberFormat(language);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, n) => ({
    at: n * step,
    label: format.format(n * step),
  }));
}

/** What a point shows; null = it breaks the line. */
const shownOf = (topic: Topic) =>
  topic === 'ping'
    ? ({ ping }: Bucket) => (ping === 0 ? null : { value: ping, most: ping })
    : ({ counted, people, most }: Bucket) =>
        counted === 0 ? null : { value: people / counted, most };

/** When the peak was, as short as the period allows. */
function peakWords({ period, words, language }: Drawn, most: number, at: number): string {
  const when = {
    day: () => words.hour(at),
    week: () => `${words.weekday(at)} ${words.hour(at)}`,
    month: () => words.day(at),
    year: () => words.day(at),
  }[period]();
  return `${new Intl.NumberFormat(language).format(most)} · ${when}`;
}

function peakIn(drawn: Drawn): LineChart['peak'] {
  const peak = peakOf(drawn.points.filter((point) => point !== null));
  if (drawn.topic === 'ping' || peak === null) {
    return null;
  }
  const inside = peakOf(drawn.buckets.filter(({ most }) => most === peak.most)) ?? peak;
  const middle = drawn.points.find((point) => point?.at === peak.at);
  const at = peak.at + ((middle?.minutes ?? 0) * MINUTE_MS) / 2;
  const label = peakWords(drawn, peak.most, inside.at);
  return { at: Math.min(at, drawn.now), value: peak.most, label };
}

function backdropOf(drawn: Drawn, legend: Chart['legend']) {
  const { period, topic, timeZone, frame, words, size, points, t } = drawn;
  const { width, height, hours } = SIZES[topic === 'uptime' ? 'bars' : size];
  const span = { from: startOf(frame), to: stopOf(frame) };
  const isEmpty = points.every((point) => point === null);
  return {
    width,
    height,
    heading: t(`history.heading.${topic}`, { period: t(`history.last.${period}`) }),
    span,
    timeTicks: timeTicks(span, { period, clock: zonedClock(timeZone), words, hours }),
    outages: topic === 'uptime' ? [] : outagesIn(drawn),
    gaps: topic === 'uptime' || isEmpty ? [] : gapsIn(drawn),
    emptyWords: isEmpty ? t('history.empty') : null,
    legend,
  };
}

function lineChart(drawn: Drawn): LineChart {
  const { topic, points, t, language } = drawn;
  const lines = linesIn(drawn, shownOf(topic));
  const values = lines.flat();
  const highest = values.reduce((most, point) => Math.max(most, point.most), 0);
  const slots = topic === 'players' ? (points.findLast((point) => point !== null)?.slots ?? 0) : 0;
  const inSight = slots > 0 && slots <= highest * SLOTS_IN_SIGHT;
  const top = Math.max(FEWEST_ON_AXIS, highest * HEADROOM, inSight ? slots * 1.05 : 0);
  const backdrop = backdropOf(drawn, []);
  const isMean = values.some(({ value, most }) => most - value >= Math.max(1, top * SEEN_APART));
  const legend: LineChart['legend'][number][] = [
    ...(isMean ? [{ mark: 'most' as const, words: t('history.legend.most') }] : []),
    ...(slots > 0 && slots <= top
      ? [{ mark: 'limit' as const, words: t('history.legend.slots', { count: slots }) }]
      : []),
    ...(backdrop.outages.length > 0
      ? [{ mark: 'outage' as const, words: t('history.legend.down') }]
      : []),
    ...(backdrop.gaps.length > 0
      ? [{ mark: 'gap' as const, words: t('history.legend.unknown') }]
      : []),
  ];
  return {
    ...backdrop,
    legend,
    kind: 'line',
    tone: topic === 'ping' ? 'ping' : 'people',
    top,
    valueTicks: valueTicks(top, language),
    lines: isMean ? lines : lines.map((line) => line.map((one) => ({ ...one, most: one.value }))),
    limit: slots > 0 && slots <= top ? slots : null,
    peak: peakIn(drawn),
  };
}

function barChart(drawn: Drawn): BarChart {
  const { now, points, language, t } = drawn;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  const bars = points
    .map((point, n) => {
      const known = point === null ? 0 : point.up + point.down;
      return { ...spanOfPoint(drawn.frame, n), share: point === null ? null : point.up / known };
    })
    .filter(({ from }) => from < now);
  const isEmpty = points.every((point) => point === null);
  const legend = isEmpty
    ? []
    : [
        { mark: 'up' as const, words: percent.format(1) },
        { mark: 'almost' as const, words: `> ${percent.format(0.98)}` },
        { mark: 'some' as const, words: `> ${percent.format(0.8)}` },
        { mark: 'less' as const, words: t('history.legend.less') },
        { mark: 'gap' as const, words: t('history.legend.unknown') },
      ];
  return { ...backdropOf(drawn, legend), kind: 'bars', bars: isEmpty ? [] : bars };
}

/** The chart of a server's history. Pure. */
export function historyChart(view: HistoryView): Chart {
  const { topic, period, now, timeZone, language } = view;
  const clock = zonedClock(timeZone);
  const begin = startOf(frameOf(period, { now, clock }));
  const buckets = view.buckets.filter(({ at }) => at >= begin);
  const coarsest = buckets.reduce((most, { minutes }) => Math.max(most, minutes), 1);
  const frame =
    topic === 'uptime'
      ? fewSpansOf(period, { now, clock })
      : frameOf(period, { now, clock, coarsest });
  const words = timeWords(language, timeZone);
  const drawn = { ...view, buckets, frame, points: pointsIn(frame, buckets), words };
  return topic === 'uptime' ? barChart(drawn) : lineChart(drawn);
}
