import type { ApplicationCommandOptionChoiceData } from 'discord.js';
import type { TextKey, Translate } from '#text/texts.ts';
import { clean } from './foreignText.ts';
import { LIMITS } from './limits.ts';

/** Code pages that game servers write their texts in, the likeliest first, by the names of who writes in them. */
const CODE_PAGES = {
  'utf-8': 'codePage.unicode',
  'windows-1251': 'codePage.cyrillic',
  'windows-1252': 'codePage.western',
  'windows-1250': 'codePage.central',
  'windows-1254': 'codePage.turkish',
  gb18030: 'codePage.chinese',
  big5: 'codePage.taiwanese',
  'windows-874': 'codePage.thai',
  'euc-kr': 'codePage.korean',
  shift_jis: 'codePage.japanese',
  'windows-1253': 'codePage.greek',
  'windows-1256': 'codePage.arabic',
  'windows-1255': 'codePage.hebrew',
  'windows-1257': 'codePage.baltic',
  'windows-1258': 'codePage.vietnamese',
  'koi8-r': 'codePage.cyrillicUnix',
  ibm866: 'codePage.cyrillicDos',
} as const satisfies Record<string, TextKey>;

/** Code pages whose language or label has what was typed: "Russian, Ukrainian (windows-1251)". */
export function codePageChoices(
  typed: string,
  t: Translate,
): ApplicationCommandOptionChoiceData<string>[] {
  const wanted = clean(typed).toLowerCase();
  return Object.entries(CODE_PAGES)
    .map(([value, key]) => ({ value, name: `${t(key)} (${value})` }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, LIMITS.choices);
}
