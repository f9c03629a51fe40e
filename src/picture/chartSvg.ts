import { cardOf, type Plot, plotOf } from './backdrop.ts';
import type { BarChart, Chart, LineChart } from './chart.ts';
import { widthOf } from './letters.ts';
import { element, short, TONES, words } from './svg.ts';

/** Below these shares a span was no longer up all the time, or nearly so. */
const ALL_THE_TIME = 0.9995;
const NEARLY = 0.98;
const MOSTLY = 0.8;

type Point = LineChart['lines'][number][number];

/** Where a value lies. */
const heightOf =
  ({ top }: LineChart, plot: Plot) =>
  (value: number): number =>
    plot.bottom - (Math.min(value, top) / top) * (plot.bottom - plot.top);

function path(
  points: readonly Point[],
  plot: Plot,
  y: (value: number) => number,
  of: (point: Point) => number,
): string {
  return points.map((point) => `${short(plot.x(point.at))},${short(y(of(point)))}`).join(' ');
}

function area(points: string, line: readonly Point[], plot: Plot, opacity: number, fill: string) {
  const [first, last] = [line[0], line.at(-1)];
  const ends = [plot.x(last?.at ?? 0), plot.x(first?.at ?? 0)].map(
    (x) => `${short(x)},${short(plot.bottom)}`,
  );
  return element('polygon', {
    points: `${points} ${ends.join(' ')}`,
    fill,
    'fill-opacity': opacity,
  });
}

/** One stretch without a gap; a single look is a dot. */
function stretch(line: readonly Point[], chart: LineChart, plot: Plot): string {
  const y = heightOf(chart, plot);
  const stroke = TONES[chart.tone];
  const [first] = line;
  if (line.length === 1 && first !== undefined) {
    return element('circle', { cx: plot.x(first.at), cy: y(first.value), r: 2.5, fill: stroke });
  }
  const mean = path(line, plot, y, ({ value }) => value);
  const most = path(line, plot, y, (point) => point.most);
  const drawn = {
    points: mean,
    fill: 'none',
    stroke,
    'stroke-width': 2,
    'stroke-linejoin': 'round',
  };
  return [
    most === mean ? '' : area(most, line, plot, 0.16, stroke),
    area(mean, line, plot, 0.22, stroke),
    element('polyline', { ...drawn, 'stroke-linecap': 'round' }),
  ].join('');
}

function valuesOf(chart: LineChart, plot: Plot): string {
  const y = heightOf(chart, plot);
  return chart.valueTicks
    .map(({ at, label }) => {
      const level = y(at);
      const look = { x1: plot.left, x2: plot.right, y1: level, y2: level, stroke: TONES.grid };
      return (
        element('line', look) + words(label, { x: plot.left - 8, y: level + 4, anchor: 'end' })
      );
    })
    .join('');
}

/** The peak with its words, which stay inside the card. */
function peakOf(chart: LineChart, plot: Plot): string {
  const { peak, tone } = chart;
  if (peak === null) {
    return '';
  }
  const [x, y] = [plot.x(peak.at), heightOf(chart, plot)(peak.value)];
  const half = widthOf(peak.label) / 2;
  const at = Math.max(plot.left + half, Math.min(x, plot.right - half));
  const look = { fill: TONES.card, stroke: TONES[tone], 'stroke-width': 2 };
  const dot = element('circle', { cx: x, cy: y, r: 3.5, ...look });
  const said = { anchor: 'middle', bold: true, tone: 'words', halo: true } as const;
  return words(peak.label, { x: at, y: y - 9, ...said }) + dot;
}

function lineChart(chart: LineChart): string {
  const plot = plotOf(chart);
  const level = chart.limit === null ? 0 : heightOf(chart, plot)(chart.limit);
  const dashes = { stroke: TONES.limit, 'stroke-width': 1.5, 'stroke-dasharray': '6 4' };
  const limit =
    chart.limit === null
      ? ''
      : element('line', { x1: plot.left, x2: plot.right, y1: level, y2: level, ...dashes });
  const lines = chart.lines.map((line) => stretch(line, chart, plot)).join('');
  return cardOf(chart, valuesOf(chart, plot) + limit + lines, peakOf(chart, plot));
}

/** Up all the time, nearly, mostly, or hardly. */
const toneOf = (share: number): string =>
  share >= ALL_THE_TIME
    ? TONES.up
    : share >= NEARLY
      ? TONES.almost
      : share >= MOSTLY
        ? TONES.some
        : TONES.outage;

function barChart(chart: BarChart): string {
  const plot = plotOf(chart);
  const bars = chart.bars.map(({ from, to, share }) => {
    const [begin, end] = [plot.x(from), plot.x(to)];
    const room = Math.min(2, (end - begin) / 4);
    const fill = share === null ? 'url(#gap)' : toneOf(share);
    const [width, height] = [end - begin - room, plot.bottom - plot.top];
    return element('rect', { x: begin + room / 2, y: plot.top, width, height, rx: room, fill });
  });
  return cardOf(chart, bars.join(''));
}

/** A chart as SVG; the same chart gives the same text. Pure. */
export const chartSvg = (chart: Chart): string =>
  chart.kind === 'line' ? lineChart(chart) : barChart(chart);
