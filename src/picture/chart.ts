/** A place on an axis: of time in ms, else in the axis' own unit. All words of a chart are ours, never strangers'. */
export type Tick = { at: number; label: string };

type Span = { from: number; to: number };

/** What lies behind a chart: the time it covers, when the server was down (how much of that span, 0 to 1), and what nobody saw. */
export type Backdrop = {
  /** Logical size; the picture has twice as many pixels each way. */
  width: number;
  height: number;
  heading: string;
  span: Span;
  timeTicks: readonly Tick[];
  outages: readonly (Span & { share: number })[];
  gaps: readonly Span[];
  /** What the colours mean, those that are there. */
  legend: readonly {
    mark: 'outage' | 'gap' | 'limit' | 'most' | 'up' | 'almost' | 'some' | 'less';
    words: string;
  }[];
  /** What to read where nothing is to be seen. */
  emptyWords: string | null;
};

/** A value over time. */
export type LineChart = Backdrop & {
  kind: 'line';
  tone: 'people' | 'ping';
  /** The upper end of the axis. */
  top: number;
  valueTicks: readonly Tick[];
  /** The value, and the most there was; a new list begins after each gap. */
  lines: readonly (readonly { at: number; value: number; most: number }[])[];
  /** The line that cannot be exceeded, where it is within the axis. */
  limit: number | null;
  peak: { at: number; value: number; label: string } | null;
};

/** How much of each span a server was up, 0 to 1; null = not known. */
export type BarChart = Backdrop & {
  kind: 'bars';
  bars: readonly (Span & { share: number | null })[];
};

export type Chart = LineChart | BarChart;
