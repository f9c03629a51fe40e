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
