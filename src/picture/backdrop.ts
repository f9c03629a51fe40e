import type { Backdrop, Chart } from './chart.ts';
import { FONT_SIZE, widthOf } from './letters.ts';
import { element, TONES, type Tone, words } from './svg.ts';

const PIXELS_PER_UNIT = 2;
/** Room around the plot: for values at the left, at least, for words above, for times below. */
const LEFT = 32;
/** Beside a value. */
const VALUE_ROOM = 20;
const HEADING = { x: 14, y: 20 };
/** Bold letters are so much wider. */
const BOLD = 1.06;
/** A legend that does not fit beside the heading is a line lower. */
const LINE = 17;
const RIGHT = 16;
const TOP = 34;
const BOTTOM = 26;
const MARK = 12;
/** A span is seen from this width on. */
const THINNEST = 1.5;

/** How much an outage covers of what lies below it. */
const FAINTEST = 0.1;
const STRONGEST = 0.7;

/** Where a chart is drawn, and where a time lies in it. */
export type Plot = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (at: number) => number;
};

export function plotOf(chart: Chart): Plot {
  const { width, height, span } = chart;
  const values = chart.kind === 'line' ? chart.valueTicks.map(({ label }) => widthOf(label)) : [];
  const least = chart.kind === 'line' ? LEFT : HEADING.x;
  const [left, right] = [Math.max(least, ...values.map((one) => one + VALUE_ROOM)), width - RIGHT];
  const x = (at: number): number =>
    left + ((at - span.from) / (span.to - span.from)) * (right - left);
  return { left, right, top: TOP + legendDrop(chart), bottom: height - BOTTOM, x };
}

/** A rectangle over the height of the plot for a span of time, never too thin to be seen. */
function column(
  plot: Plot,
  { from, to }: { from: number; to: number },
  look: Readonly<Record<string, string | number>>,
): string {
  const x = Math.max(plot.left, Math.min(plot.x(from), plot.right - THINNEST));
  const width = Math.max(THINNEST, Math.min(plot.x(to), plot.right) - x);
  return element('rect', { x, y: plot.top, width, height: plot.bottom - plot.top, ...look });
}

type Mark = Backdrop['legend'][number]['mark'];

const MARKS: Readonly<Record<Mark, Readonly<Record<string, string | number>>>> = {
  outage: { fill: TONES.outage, 'fill-opacity': 0.75 },
  gap: { fill: 'url(#gap)' },
  most: { fill: TONES.people, 'fill-opacity': 0.3 },
  limit: { fill: TONES.limit },
  up: { fill: TONES.up },
  almost: { fill: TONES.almost },
  some: { fill: TONES.some },
  less: { fill: TONES.outage },
};

/** A short outage in a long span is seen, but only just. */
const strengthOf = ({ share }: { share: number }): number =>
  Math.max(FAINTEST, STRONGEST * share ** 0.4);

const MARK_ROOM = MARK + 4;
const BETWEEN = 14;

/** How much lower than the heading the legend is. */
function legendDrop({ width, heading, legend }: Backdrop): number {
  const its = legend.reduce((sum, { words: said }) => sum + widthOf(said) + MARK_ROOM + BETWEEN, 0);
  const room = width - RIGHT - HEADING.x - widthOf(heading) * BOLD;
  return its > room ? LINE : 0;
}

/** From the right end of its line to the left. */
function legendOf(chart: Backdrop): string {
  const { width, legend } = chart;
  const drop = legendDrop(chart);
  let x = width - RIGHT;
  return [...legend]
    .reverse()
    .map(({ mark, words: said }) => {
      const end = x;
      const begin = end - widthOf(said) - MARK_ROOM;
      x = begin - BETWEEN;
      const height = mark === 'limit' ? 2 : 9;
      const y = (mark === 'limit' ? 15 : 11) + drop;
      const sign = element('rect', { x: begin, y, width: MARK, height, rx: 1, ...MARKS[mark] });
      return sign + words(said, { x: begin + MARK_ROOM, y: HEADING.y + drop });
    })
    .join('');
}

function timesOf({ timeTicks }: Backdrop, { x, top, bottom }: Plot): string {
  return timeTicks
    .map(({ at, label }) => {
      const line = element('line', {
        x1: x(at),
        x2: x(at),
        y1: top,
        y2: bottom,
        stroke: TONES.grid,
      });
      return line + words(label, { x: x(at), y: bottom + 17, anchor: 'middle' });
    })
    .join('');
}

/** The card with everything on it that every chart has; `inside` is drawn over it. */
export function cardOf(chart: Chart, inside: string, over = ''): string {
  const { width, height, heading, outages, gaps, emptyWords } = chart;
  const plot = plotOf(chart);
  const { left, right, bottom } = plot;
  const tone = (name: Tone) => TONES[name];
  const middle = { x: (left + right) / 2, y: (plot.top + bottom) / 2 };
  const empty =
    emptyWords === null ? '' : words(emptyWords, { ...middle, anchor: 'middle', halo: true });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * PIXELS_PER_UNIT}" height="${height * PIXELS_PER_UNIT}" ` +
      `viewBox="0 0 ${width} ${height}" font-family="Golos Text" font-size="${FONT_SIZE}">`,
    '<defs><pattern id="gap" width="6" height="6" patternUnits="userSpaceOnUse">',
    `<path d="M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2" stroke="${tone('gap')}" stroke-width="1.2"/></pattern></defs>`,
    element('rect', {
      x: 0.5,
      y: 0.5,
      width: width - 1,
      height: height - 1,
      rx: 8,
      fill: tone('card'),
      stroke: tone('edge'),
    }),
    words(heading, { ...HEADING, bold: true, tone: 'words' }),
    legendOf(chart),
    ...gaps.map((gap) => column(plot, gap, { fill: 'url(#gap)' })),
    timesOf(chart, plot),
    inside,
    ...outages.map((outage) =>
      column(plot, outage, { fill: tone('outage'), 'fill-opacity': strengthOf(outage) }),
    ),
    element('line', { x1: left, x2: right, y1: bottom, y2: bottom, stroke: tone('edge') }),
    over,
    empty,
    '</svg>',
  ].join('');
}
