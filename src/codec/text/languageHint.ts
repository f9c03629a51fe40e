import type { TextEncoding } from './textEncoding.ts';

/** Marks of a language, as lower-case Latin-1; "^" = at the start. The first row that fits wins (spec samp section 4, rule 4). */
const HINTS: readonly (readonly [TextEncoding, readonly string[]])[] = [
  [
    'windows-1251',
    // The last three are "Рус", "рус" and "Рос" in windows-1251.
    ['rus', '^ru', 'ukr', '^ua', 'bulg', 'belarus', 'kazak', 'Ðóñ', 'ðóñ', 'Ðîñ'],
  ],
  ['gb18030', ['chin', '^cn', '^zh', 'ÖÐÎÄ']],
  ['windows-874', ['thai', '^th', 'ä·Â']],
  ['windows-1254', ['turk', 'türk', '^tr']],
  [
    'windows-1250',
    [
      'rom',
      '^ro',
      'pols',
      'poli',
      '^pl',
      'magy',
      'hung',
      '^hu',
      '^cz',
      '^sk',
      'czech',
      'slov',
    ].concat(['esk', 'balk', 'srb', 'serb', 'croat', 'hrv', 'bosn']),
  ],
  [
    'windows-1252',
    [
      'port',
      '^pt',
      'bras',
      'braz',
      '^br',
      'espa',
      'span',
      '^es',
      'lat',
      'fran',
      'fren',
      '^fr',
    ].concat(
      [
        'deu',
        'germ',
        '^de',
        'ital',
        '^it',
        'eng',
        '^en',
        'dutch',
        'nederl',
        'swed',
        'svens',
        'dan',
      ],
      ['norw', 'suom', 'finn'],
    ),
  ],
];

/** The code page that people of this language use, from the bytes of a language's name in whatever code page; null when it says nothing. */
export function codePageOfLanguage(language: Uint8Array): TextEncoding | null {
  const asSent = String.fromCharCode(...language);
  const lowered = asSent.toLowerCase();
  const fits = (mark: string) =>
    mark.startsWith('^')
      ? lowered.startsWith(mark.slice(1))
      : asSent.includes(mark) || lowered.includes(mark);
  return HINTS.find(([, marks]) => marks.some(fits))?.[0] ?? null;
}
