import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { historyChart, type Topic } from '#discord/historyChart.ts';
import { MINUTE_MS } from '#history/bucket.ts';
import type { Period } from '#history/frame.ts';
import type { LineChart } from '#picture/chart.ts';
import { chartSvg } from '#picture/chartSvg.ts';
import { widthOf } from '#picture/letters.ts';
import { createPainter } from '#picture/painter.ts';
import { LANGUAGES } from '#store/guildDocument.ts';
import { createTexts, type Language } from '#text/texts.ts';
import { HOUR_MS, minutesOf, MONDAY } from '#test/history/days.ts';
import { differing, pixelsOf } from './pixels.ts';

const texts = createTexts();
const painter = createPainter();
afterAll(() => painter.close());

const NOW = MONDAY + 18 * HOUR_MS;

/** An evening that fills up, with an outage in the morning and a gap at noon. */
const day = minutesOf({ from: NOW - 24 * HOUR_MS, to: NOW }, (at) => {
  const hour = (at - MONDAY) / HOUR_MS;
  if (hour >= 12 && hour < 14) {
    return undefined;
  }
  return hour >= 7 && hour < 8.5 ? null : Math.round(14 - 12 * Math.cos((hour / 12) * Math.PI));
});

const chartIn = (
  language: Language,
  topic: Topic = 'players',
  buckets = day,
  size: 'whole' | 'small' = 'whole',
) =>
  historyChart({
    topic,
    period: 'day',
    buckets,
    now: NOW,
    timeZone: 'Europe/Berlin',
    language,
    t: texts.in(language),
    size,
  });

const headingIn = (language: Language, topic: Topic, period: Period) => {
  const t = texts.in(language);
  return t(`history.heading.${topic}`, { period: t(`history.last.${period}`) });
};

/** Compares with the picture that somebody looked at; without one, this one is kept to be looked at. */
async function expectAsKept(name: string, png: Uint8Array): Promise<void> {
  const file = fileURLToPath(new URL(`./golden/${name}.png`, import.meta.url));
  if (!existsSync(file)) {
    writeFileSync(file, png);
    expect.fail(`${file} was not there: look at it, then run this again`);
  }
  expect(differing(readFileSync(file), png)).toBeLessThan(0.01);
}

describe('a picture', () => {
  it('looks as it did, in Russian: outage, gap, slots, peak, times of Berlin', async () => {
    await expectAsKept('players', await painter.draw(chartIn('ru')));
  });

  it('looks as it did, in Portuguese: an hour each, up, down, not known', async () => {
    await expectAsKept('uptime', await painter.draw(chartIn('pt-BR', 'uptime')));
  });

  it('looks as it did, small, in English: for a status message', async () => {
    await expectAsKept('small', await painter.draw(chartIn('en', 'players', day, 'small')));
  });

  it('is told from another one by more than the tolerance', async () => {
    const [before, after] = await Promise.all([
      painter.draw(chartIn('ru')),
      painter.draw(
        chartIn(
          'ru',
          'players',
          day.filter(({ at }) => at < NOW - 3 * HOUR_MS),
        ),
      ),
    ]);
    expect(differing(before, after)).toBeGreaterThan(0.02);
  });

  it('has two pixels for each unit, and a font of its own for every language', async () => {
    const small = { ...chartIn('en', 'players', []), width: 100, height: 60, emptyWords: null };
    const headed = (heading: string) => painter.draw({ ...small, heading });
    const nothing = await headed('');
    expect(pixelsOf(nothing)).toMatchObject({ width: 200, height: 120 });
    // A letter that the font lacks leaves nothing.
    for (const letter of ['Ж', 'ё', 'ã', 'ç', 'õ', 'Ú']) {
      expect(differing(nothing, await headed(letter))).toBeGreaterThan(0);
    }
  });
});

describe('a chart', () => {
  const line = (more: Partial<LineChart> = {}) => ({ ...(chartIn('en') as LineChart), ...more });

  it('shows when it was down and when nobody looked, and breaks its line there', () => {
    const { outages, gaps, lines, limit, peak, legend } = line();
    const span = (from: number, to: number) => ({
      from: MONDAY + from * HOUR_MS,
      to: MONDAY + to * HOUR_MS,
    });
    expect(outages).toEqual([{ ...span(7, 8.5), share: 1 }]);
    expect(gaps).toEqual([span(12, 14)]);
    expect(lines.map((points) => points.length)).toEqual([13 * 12, 3.5 * 12, 4 * 12]);
    expect(limit).toBe(32);
    expect(peak).toMatchObject({ value: 26, label: '26 · 11:54' });
    expect(legend.map(({ words }) => words)).toEqual(['32 slots', 'down', 'not known']);
  });

  it('never draws a line to zero where nothing is known', () => {
    const values = line().lines.flat();
    expect(Math.min(...values.map(({ value }) => value))).toBeGreaterThan(1);
  });

  it('leaves slots out where they would press the people to the ground', () => {
    const few = day.map((bucket) => ({ ...bucket, slots: 500 }));
    expect(chartIn('en', 'players', few)).toMatchObject({ limit: null });
  });

  it('of nothing says so, and of a single look is a dot', () => {
    const empty = chartIn('en', 'players', []);
    expect(empty).toMatchObject({ emptyWords: 'Nothing is known of this time yet', lines: [] });
    expect(chartSvg(empty)).toContain('Nothing is known');
    const once = chartIn('en', 'players', day.slice(-1));
    expect(once).toMatchObject({ gaps: [{ to: NOW - 5 * MINUTE_MS }] });
    expect(chartSvg(once)).toContain('<circle');
  });

  it.each(LANGUAGES)(
    'has its legend beside its heading or below it, never over it (%s)',
    (language) => {
      for (const topic of ['players', 'ping', 'uptime'] as const) {
        for (const period of ['day', 'week', 'month', 'year'] as const) {
          const svg = chartSvg({
            ...chartIn(language, topic),
            heading: headingIn(language, topic, period),
          });
          const said = [...svg.matchAll(/<text x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)/g)];
          const [heading, ...others] = said.map(([, x, y, words = '']) => ({
            x: Number(x),
            y,
            words,
          }));
          const beside = others.filter(({ y }) => y === heading?.y).map(({ x }) => x);
          const end = (heading?.x ?? 0) + widthOf(heading?.words ?? '');
          expect(Math.min(...beside, 600), heading?.words).toBeGreaterThan(end + 12);
        }
      }
    },
  );

  it('takes any words as words', () => {
    const svg = chartSvg(line({ heading: '<script>&"\u0000' }));
    expect(svg).toContain('&lt;script&gt;&amp;&quot;</text>');
  });
});

describe('the painter', () => {
  it('draws the same chart once', async () => {
    const [first, again] = [painter.draw(chartIn('en')), painter.draw(chartIn('en'))];
    expect(again).toBe(first);
    expect(await painter.draw(chartIn('en'))).toBe(await first);
  });

  it('goes on after a picture that can not be drawn', async () => {
    const broken = { ...chartIn('en'), width: -1 };
    const size = painter.draw(broken).then(({ length }) => length);
    await expect(size).rejects.toThrow('not drawn');
    await expect(painter.draw({ ...chartIn('en'), heading: 'next' })).resolves.toBeDefined();
  });

  it('draws nothing more when it was closed, and lets nobody wait', async () => {
    const other = createPainter();
    const waiting = other.draw(chartIn('en'));
    const closing = other.close();
    await expect(waiting).rejects.toThrow('stopping');
    await closing;
    await expect(other.draw(chartIn('ru'))).rejects.toThrow('stopping');
  });
});
