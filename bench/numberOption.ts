/** What a number of the command line may be. */
type Range = { least: number; most?: number; whole?: boolean };

/** The number that was typed for an option. Throws a RangeError whose message says what is wanted. */
export function numberOption(name: string, text: string, range: Range): number {
  const { least, most = Number.POSITIVE_INFINITY, whole = false } = range;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!(number >= least && number <= most) || (whole && !Number.isInteger(number))) {
    const upTo = Number.isFinite(most) ? ` to ${most}` : '';
    throw new RangeError(
      `--${name} ${text} is not a ${whole ? 'whole ' : ''}number from ${least}${upTo}`,
    );
  }
  return number;
}
