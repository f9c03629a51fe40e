/** Characters besides * that a pattern needs, so that it does not fit everybody. */
const LEAST_LETTERS = 2;

/** Whether a name or a pattern is one that fits somebody, and not nearly everybody. */
export const isNamePattern = (pattern: string): boolean =>
  pattern.replaceAll('*', '').trim().length >= (pattern.includes('*') ? LEAST_LETTERS : 1);

/** The same letters, however they are written. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Whether a player's name fits a pattern: the exact name, or * for any characters; letters in any case. Takes its pieces from
 * left to right, so that no pattern takes long.
 */
export function fitsPattern(name: string, pattern: string): boolean {
  const text = folded(name);
  const [first = '', ...others] = folded(pattern).split('*');
  const last = others.pop();
  if (last === undefined) {
    return text === first;
  }
  if (!text.startsWith(first)) {
    return false;
  }
  let from = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, from);
    if (found === -1) {
      return false;
    }
    from = found + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
