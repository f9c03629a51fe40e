/** Colours that are seen on a card of this colour, whatever is around it. */
export const TONES = {
  card: '#1e1f22',
  edge: '#3f4147',
  grid: '#34363c',
  words: '#dbdee1',
  quiet: '#a4a8b0',
  people: '#5aa9ff',
  ping: '#f0b232',
  limit: '#80848e',
  outage: '#ed4245',
  gap: '#4e5058',
  up: '#3ba55d',
  almost: '#b8b63a',
  some: '#f0903a',
} as const;
export type Tone = keyof typeof TONES;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Words as text of an XML element, without what XML does not allow. */
const xml = (words: string): string =>
  words
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** A number with one decimal at most. */
export const short = (value: number): string => String(Math.round(value * 10) / 10);

/** An element without content. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
): string {
  const given = Object.entries(attributes).map(
    ([key, value]) => `${key}="${typeof value === 'number' ? short(value) : value}"`,
  );
  return `<${name} ${given.join(' ')}/>`;
}

/** A line of words. */
export function words(
  text: string,
  place: {
    x: number;
    y: number;
    anchor?: 'start' | 'middle' | 'end';
    bold?: boolean;
    tone?: Tone;
    /** Keeps lines away from the letters. */
    halo?: boolean;
  },
): string {
  const { x, y, anchor = 'start', bold = false, tone = 'quiet', halo = false } = place;
  const look = [
    `text-anchor="${anchor}" fill="${TONES[tone]}"`,
    bold ? ' font-weight="600"' : '',
    halo
      ? ` stroke="${TONES.card}" stroke-width="5" stroke-linejoin="round" paint-order="stroke"`
      : '',
  ];
  return `<text x="${short(x)}" y="${short(y)}" ${look.join('')}>${xml(text)}</text>`;
}
