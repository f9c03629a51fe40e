import { element } from './element.js';
import { locale, say } from './speech.js';

const FORMATS = {
  t: { hour: 'numeric', minute: '2-digit' },
  T: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
  d: { year: 'numeric', month: '2-digit', day: '2-digit' },
  D: { year: 'numeric', month: 'long', day: 'numeric' },
  f: { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  s: { year: 'numeric', month: '2-digit', day: '2-digit', hour: 'numeric', minute: '2-digit' },
  S: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  },
  F: {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  },
};

const UNITS = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
];

/** How far the clock of the local Discord is ahead of this machine's, in ms. */
let ahead = 0;

/**
 * Tells the page what time it is in the local Discord.
 *
 * @param {number} now ms since 1970
 */
export function setClock(now) {
  ahead = now - Date.now();
}

/** The time of the local Discord, in ms since 1970. */
export function clock() {
  return Date.now() + ahead;
}

/**
 * A `<t:...>` of Discord's markdown, kept current while the page is open.
 *
 * @param {number} seconds since 1970
 * @param {string} style one of t T d D f F s S R
 */
export function timestampNode(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) {
    return `<t:${seconds}:${style}>`;
  }
  return element(
    'time',
    {
      class: 'timestamp',
      datetime: date.toISOString(),
      title: format(date, FORMATS.F),
      ...(style === 'R' ? { 'data-relative': String(seconds) } : {}),
    },
    timestampText(seconds, style),
  );
}

/**
 * The same as plain text.
 *
 * @param {number} seconds since 1970
 * @param {string} style one of t T d D f F s S R
 */
export function timestampText(seconds, style) {
  return style === 'R' ? relative(seconds) : format(new Date(seconds * 1000), FORMATS[style]);
}

function relative(seconds) {
  const difference = seconds - Math.round(clock() / 1000);
  const size = Math.abs(difference);
  const { unit, seconds: length } =
    UNITS.find((row) => size >= row.seconds) ?? UNITS[UNITS.length - 1];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'always' }).format(
    Math.trunc(difference / length),
    unit,
  );
}

function format(date, options) {
  return new Intl.DateTimeFormat(locale(), options).format(date);
}

/**
 * When something was said, as Discord writes it beside a name: "Today at 04:35", "Yesterday at 21:10", "11/28/2026 9:10 PM".
 *
 * @param {string} iso
 * @param {'t' | null} [style] the time of the day alone
 */
export function spokenTime(iso, style = null) {
  const date = new Date(iso);
  const time = format(date, FORMATS.t);
  if (style === 't') {
    return time;
  }
  const days = Math.round((startOfDay(new Date(clock())) - startOfDay(date)) / 86_400_000);
  if (days === 0) {
    return say('today', { time });
  }
  return days === 1 ? say('yesterday', { time }) : `${format(date, FORMATS.d)} ${time}`;
}

function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Brings every relative time on the page up to date. Call it every second. */
export function refreshTimestamps() {
  for (const node of document.querySelectorAll('time[data-relative]')) {
    const text = relative(Number(node.getAttribute('data-relative')));
    if (node.textContent !== text) {
      node.textContent = text;
    }
  }
}
