export const FONT_SIZE = 12;

/** Widths of our font's letters, as parts of its size: what fits none of these is as wide as most are. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:·'\s]/u, 0.29],
  [/[frtI\-–]/u, 0.38],
  [/[mwMWжшщюыфм%]/u, 0.81],
  [/\p{Lu}/u, 0.68],
];
const USUAL = 0.58;

/** About how wide a line of words is, in units of the picture. */
export const widthOf = (words: string): number =>
  FONT_SIZE *
  [...words].reduce(
    (sum, letter) => sum + (WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL),
    0,
  );
