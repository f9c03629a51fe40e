import { zonedClock } from '#clock/timeZone.ts';
import { type Bucket, MINUTE_MS } from '#history/bucket.ts';
import { peakOf } from '#history/crowd.ts';
import {
  fewSpansOf,
  type Frame,
  frameOf,
  type Period,
  pointsIn,
  startOf,
  stopOf,
} from '#history/frame.ts';
import { GAP_INTERVALS } from '#history/history.ts';
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
  small: { width: 600, height: 170, hours: 6 },
} as const;

/** So much of the axis is above the highest value. */
const HEADROOM = 1.2;
/** Slots are shown while they are at most so many times the peak: else people would be a line at the bottom. */
const SLOTS_IN_SIGHT = 3;
const FEWEST_ON_AXIS = 4;
const STEPS = [1, 2, 5];
const MOST_TICKS = 5;

type Point = Bucket | null;
type Drawn = HistoryView & { frame: Frame; points: readonly Point[]; words: TimeWords };

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

const spanOf = ({ frame }: Drawn, n: number) => ({
  from: frame.edges[n] ?? 0,
  to: frame.edges[n + 1] ?? 0,
});

/** Runs of points one after the other that are alike. */
function runsOf(drawn: Drawn, isIt: (point: Point) => boolean) {
  const runs: { from: number; to: number; points: Point[] }[] = [];
  let isOpen = false;
  for (const [n, point] of drawn.points.entries()) {
    const { from, to } = spanOf(drawn, n);
    const last = runs.at(-1);
    if (isIt(point) && isOpen && last !== undefined) {
      last.to = to;
      last.points.push(point);
    } else if (isIt(point)) {
      runs.push({ from, to, points: [point] });
    }
    isOpen = isIt(point);
  }
  return runs;
}

/** How long nobody may have looked without that being a gap (ms). */
const patienceOf = ({ buckets }: Drawn): number =>
  GAP_INTERVALS * MINUTE_MS * Math.max(1, ...buckets.slice(-1).map(({ every }) => every));

/** Times of which nothing is known. What lies ahead of now is none. */
function gapsOf(drawn: Drawn) {
  const patience = patienceOf(drawn);
  return runsOf(drawn, (point) => point === null)
    .map(({ from, to }) => ({ from, to: Math.min(to, drawn.now) }))
    .filter(({ from, to }) => to - from > patience);
}

function outagesOf(drawn: Drawn) {
  return runsOf(drawn, (point) => point !== null && point.down > 0).map(({ from, to, points }) => {
    const down = points.reduce((sum, point) => sum + (point?.down ?? 0), 0);
    const up = points.reduce((sum, point) => sum + (point?.up ?? 0), 0);
    return { from, to, share: down / (up + down) };
  });
}

/** What a point shows; null = it breaks the line. */
const shownOf = (topic: Topic) =>
  topic === 'ping'
    ? ({ ping }: Bucket) => (ping === 0 ? null : { value: ping, most: ping })
    : ({ counted, people, most }: Bucket) =>
        counted === 0 ? null : { value: people / counted, most };

/** The lines between gaps and outages; a moment in which nobody looked does not break one. */
function linesOf(drawn: Drawn): LineChart['lines'] {
  const lines: { at: number; value: number; most: number }[][] = [];
  const shown = shownOf(drawn.topic);
  const patience = patienceOf(drawn);
  let unseenMs = Number.POSITIVE_INFINITY;
  for (const [n, point] of drawn.points.entries()) {
    const { from, to } = spanOf(drawn, n);
    const value = point && shown(point);
    if (value === null) {
      unseenMs = point === null ? unseenMs + to - from : Number.POSITIVE_INFINITY;
      continue;
    }
    if (unseenMs > patience) {
      lines.push([]);
    }
    lines.at(-1)?.push({ at: Math.min((from + to) / 2, drawn.now), ...value });
    unseenMs = 0;
  }
  return lines;
}

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
  const { width, height, hours } = SIZES[size];
  const span = { from: startOf(frame), to: stopOf(frame) };
  const isEmpty = points.every((point) => point === null);
  return {
    width,
    height,
    heading: t(`history.heading.${topic}`, { period: t(`history.last.${period}`) }),
    span,
    timeTicks: timeTicks(span, { period, clock: zonedClock(timeZone), words, hours }),
    outages: topic === 'uptime' ? [] : outagesOf(drawn),
    gaps: topic === 'uptime' || isEmpty ? [] : gapsOf(drawn),
    emptyWords: isEmpty ? t('history.empty') : null,
    legend,
  };
}

function lineChart(drawn: Drawn): LineChart {
  const { topic, points, t, language } = drawn;
  const lines = linesOf(drawn);
  const values = lines.flat();
  const highest = values.reduce((most, point) => Math.max(most, point.most), 0);
  const slots = topic === 'players' ? (points.findLast((point) => point !== null)?.slots ?? 0) : 0;
  const inSight = slots > 0 && slots <= highest * SLOTS_IN_SIGHT;
  const top = Math.max(FEWEST_ON_AXIS, highest * HEADROOM, inSight ? slots * 1.05 : 0);
  const backdrop = backdropOf(drawn, []);
  const isMean = values.some(({ value, most }) => most - value >= 1);
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
    lines,
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
      return { ...spanOf(drawn, n), share: point === null ? null : point.up / known };
    })
    .filter(({ from }) => from < now);
  const isEmpty = points.every((point) => point === null);
  const legend = isEmpty
    ? []
    : [
        { mark: 'up' as const, words: percent.format(1) },
        { mark: 'almost' as const, words: `> ${percent.format(0.98)}` },
        { mark: 'some' as const, words: `> ${percent.format(0.8)}` },
        { mark: 'outage' as const, words: t('history.legend.less') },
        { mark: 'gap' as const, words: t('history.legend.unknown') },
      ];
  return { ...backdropOf(drawn, legend), kind: 'bars', bars: isEmpty ? [] : bars };
}

/** The chart of a server's history. Pure. */
export function historyChart(view: HistoryView): Chart {
  const { topic, period, buckets, now, timeZone, language } = view;
  const clock = zonedClock(timeZone);
  const begin = startOf(frameOf(period, { now, clock }));
  const coarsest = buckets.reduce(
    (most, { at, minutes }) => (at < begin ? most : Math.max(most, minutes)),
    1,
  );
  const frame =
    topic === 'uptime'
      ? fewSpansOf(period, { now, clock })
      : frameOf(period, { now, clock, coarsest });
  const words = timeWords(language, timeZone);
  const drawn = { ...view, frame, points: pointsIn(frame, buckets), words };
  return topic === 'uptime' ? barChart(drawn) : lineChart(drawn);
}
