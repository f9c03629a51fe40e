import { joinWithin } from './embedBudget.ts';

/**
 * Text of strangers (server, player and map names, rules, what a user typed) on its way into Discord (spec discord section
 * 12). One function for each kind of place; every one cleans first and cuts last, on a grapheme's border.
 */

/** Which colour codes a game writes into its names; null = none, and then `^1` is part of the name. */
export type ColourCodes = 'caret' | 'braces' | null;

/** Nothing of this can be seen: controls, zero-width and direction characters, blanks that are letters to Unicode. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/gu;
/** ^^ is a caret that was escaped (spec a2s case 120). */
const COLOURS = { caret: /\^\^|\^\d|§[0-9a-fk-or]/gi, braces: /\{[0-9a-f]{6}\}/gi } as const;
const SPECIAL = /[\\*_~`|>#\-+[\]()<:@]/g;
/** "1. " at the beginning would begin a list. */
const LIST_NUMBER = /^\d+(?=\. )/;
/** A backslash whose character was cut off; two are one that is meant. */
const TORN_ESCAPE = /(?: |(?<=(?:^|[^\\])(?:\\\\)*))\\(?=…$)/;
const ELLIPSIS = '…';
/** What can make one grapheme of several characters; finding graphemes is slow, and most texts have none of these. */
const JOINED =
  /\u200d|[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u1100-\u11ff\ud800-\udfff]/u;
const FENCE = '```';
const CODE_LINE = 400;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * One line without control, zero-width and direction characters and without colour codes, white space runs as one space.
 * Empty when nothing can be seen.
 */
export function clean(raw: string, colours: ColourCodes = null): string {
  const bare =
    colours === null ? raw : raw.replace(COLOURS[colours], (code) => (code === '^^' ? '^' : ''));
  const line = bare
    .normalize('NFC')
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .replace(UNSEEN, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return /[^\p{M}\p{Z}]/u.test(line) ? line : '';
}

/** Puts pieces together until the limit; the last place is an ellipsis when something had to go. */
function join(pieces: string[], limit: number): string {
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    const last = index === pieces.length - 1;
    if (text.length + piece.length > limit - (last ? 0 : ELLIPSIS.length)) {
      return limit < ELLIPSIS.length ? '' : text.trimEnd() + ELLIPSIS;
    }
    text += piece;
  }
  return text;
}

/** Graphemes up to just over the limit: what begins behind it is cut off anyway, however long a stranger's text is. */
function split(text: string, limit: number): string[] {
  const near = text.slice(0, limit + 1);
  return JOINED.test(near)
    ? Array.from(graphemes.segment(near), (part) => part.segment)
    : Array.from(near);
}

/** Cuts our own text (or text already made safe by being plain) to a limit of UTF-16 units. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : join(split(text, limit), limit);
}

/** For places without markdown: footer, author, buttons, menus, autocomplete. A backslash would show there. */
export function plain(raw: string, limit: number, colours: ColourCodes = null): string {
  return cut(clean(raw, colours), limit);
}

/**
 * For places with markdown: embed title, description, field name and value. Everything that could become a format, a link, a
 * mention, an emoji or a time stamp is escaped; the cut comes after, and no escape is torn apart.
 */
export function escaped(raw: string, limit: number, colours: ColourCodes = null): string {
  const near = clean(raw, colours).slice(0, limit + 1);
  const text = near.replace(SPECIAL, '\\$&').replace(LIST_NUMBER, '$&\\');
  return text.length <= limit ? text : cut(text, limit).replace(TORN_ESCAPE, '');
}

/**
 * A code block of lines, in which nothing is alive: columns stay, backticks become apostrophes. As many lines as fit into
 * `limit` units with the fences; `more(count)` tells of the rest. Empty when nothing can be seen.
 */
export function codeBlock(
  raw: readonly string[],
  limit: number,
  more: (count: number) => string,
): string {
  const lines = raw.map((line) => {
    const seen = line.replaceAll('\t', '    ').replace(UNSEEN, '').replaceAll('`', "'");
    return cut(seen.trimEnd(), CODE_LINE);
  });
  const isBlank = lines.every((line) => line === '');
  const room = limit - 2 * FENCE.length - 2;
  return isBlank ? '' : [FENCE, joinWithin(lines, '\n', room, more), FENCE].join('\n');
}

/**
 * Inline code, in which nothing is alive: backticks become apostrophes. The limit counts both backticks of ours; empty when
 * nothing can be seen.
 */
export function inlineCode(raw: string, limit: number, colours: ColourCodes = null): string {
  const text = plain(raw.replaceAll('`', "'"), limit - 2, colours);
  return text === '' ? '' : `\`${text}\``;
}
