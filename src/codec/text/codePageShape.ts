import type { TextEncoding } from './textEncoding.ts';

/**
 * The code page that text which is not UTF-8 looks like (spec samp section 4, rule 5). A guess: Thai, then Chinese, Cyrillic,
 * Western. Only the last two write capitals before small letters in every word, and they alone are asked about where all
 * words do: "СЕРВЕР" and "AÇÕES" are pairs of bytes that Chinese could have, too.
 */
export function codePageByShape(text: Uint8Array): TextEncoding {
  const high = text.filter((byte) => byte >= 0x80);
  const runs = highRuns(text);
  if (!runs.every(isCasedWord)) {
    if (looksThai(high)) {
      return 'windows-874';
    }
    if (looksChinese(high, runs)) {
      return 'gb18030';
    }
  }
  return looksCyrillic(text) ? 'windows-1251' : 'windows-1252';
}

/** Russian, Ukrainian and Belarusian letters outside the alphabet's own range in windows-1251: Ё Є Ї І Ґ Ў and ё є ї і ґ ў. */
const MORE_CAPITALS: readonly number[] = [0xa8, 0xaa, 0xaf, 0xb2, 0xa5, 0xa1];
const MORE_SMALL: readonly number[] = [0xb8, 0xba, 0xbf, 0xb3, 0xb4, 0xa2];

/** In windows-1251 and 1252 alike, C0 to DF are capitals and E0 to FF small letters. */
function isCasedWord(run: Uint8Array): boolean {
  const isCapital = (byte: number) =>
    (byte >= 0xc0 && byte <= 0xdf) || MORE_CAPITALS.includes(byte);
  const isSmall = (byte: number) => byte >= 0xe0 || MORE_SMALL.includes(byte);
  const firstSmall = run.findIndex((byte) => !isCapital(byte));
  return firstSmall < 0 || run.subarray(firstSmall).every(isSmall);
}

const count = (bytes: Uint8Array, test: (byte: number) => boolean) => bytes.filter(test).length;

function looksThai(high: Uint8Array): boolean {
  const unused = count(
    high,
    (byte) => byte < 0xa1 || (byte >= 0xdb && byte <= 0xde) || byte > 0xfb,
  );
  const consonants = count(high, (byte) => byte >= 0xa1 && byte <= 0xbf);
  return unused === 0 && consonants >= 3 && consonants * 5 >= high.length;
}

function looksChinese(high: Uint8Array, runs: readonly Uint8Array[]): boolean {
  if (high.length < 4 || runs.some((run) => run.length % 2 === 1)) {
    return false;
  }
  const leads = Uint8Array.from(runs.flatMap((run) => [...run.filter((_, at) => at % 2 === 0)]));
  return (
    count(high, (byte) => byte >= 0xe0) * 2 < high.length &&
    count(leads, (byte) => byte >= 0xb0 && byte <= 0xf7) * 10 >= leads.length * 9 &&
    count(leads, (byte) => byte >= 0xb0 && byte <= 0xd7) * 2 >= leads.length
  );
}

/** Three letters in a row: Western text seldom has two. A8 and B8 are the letter yo. */
function looksCyrillic(text: Uint8Array): boolean {
  let inARow = 0;
  return text.some((byte) => {
    inARow = byte >= 0xc0 || byte === 0xa8 || byte === 0xb8 ? inARow + 1 : 0;
    return inARow === 3;
  });
}

function highRuns(text: Uint8Array): Uint8Array[] {
  const runs: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if ((text[at] ?? 0) < 0x80) {
      if (at > start) {
        runs.push(text.subarray(start, at));
      }
      start = at + 1;
    }
  }
  return runs;
}
