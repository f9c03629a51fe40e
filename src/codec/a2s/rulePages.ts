import { PacketError } from '#bytes/packetError.ts';
import { rawBytes, rawText } from '#bytes/rawText.ts';
import type { RulePair } from './rules.ts';

/** The pairs of an answer, the binary pages of Arma 3 and DayZ apart from the texts (spec a2s cases 113, 114). */
export type SortedRules = { pages: readonly RulePair[]; plain: readonly RulePair[] };

/** Below this no plain rule's name begins: a name of two such bytes can only be a page. */
const FIRST_PRINTABLE = 0x20;

type Page = { number: number; total: number };

/**
 * Tells pages from plain pairs. A page is named by two bytes, its number from 1 and the number of pages. Two letters
 * would fit as well, so above 31 pages the first page must be there: no plain name begins with 01.
 */
export function sortRules(pairs: readonly RulePair[]): SortedRules {
  const totals = new Set<number>();
  for (const pair of pairs) {
    const page = pageOf(pair);
    if (page !== null && (page.number === 1 || page.total < FIRST_PRINTABLE)) {
      totals.add(page.total);
    }
  }
  const isPage = (pair: RulePair) => totals.has(pageOf(pair)?.total ?? 0);
  return totals.size === 0
    ? { pages: [], plain: pairs }
    : { pages: pairs.filter(isPage), plain: pairs.filter((pair) => !isPage(pair)) };
}

/** What the name says when it is read as that of a page; null when it cannot be one. */
function pageOf({ name }: RulePair): Page | null {
  const number = name.charCodeAt(0);
  const total = name.charCodeAt(1);
  return name.length === 2 && number >= 1 && number <= total ? { number, total } : null;
}

/**
 * The bytes of the pages in order of their numbers, unescaped; up to the first page that is `missing` (its number,
 * else null). Of two pages with one number the last counts.
 */
export function joinPages(pages: readonly RulePair[]): {
  bytes: Uint8Array;
  missing: number | null;
} {
  const byNumber = new Map(pages.map(({ name, value }) => [name.charCodeAt(0), value]));
  const total = pages[0]?.name.charCodeAt(1) ?? 0;
  const escaped: number[] = [];
  for (let number = 1; number <= total; number++) {
    const value = byNumber.get(number);
    if (value === undefined) {
      return { bytes: unescapeBytes(escaped), missing: number };
    }
    escaped.push(...rawBytes(value));
  }
  return { bytes: unescapeBytes(escaped), missing: null };
}

const ESCAPE = 0x01;
/** What follows 01, and what both stand for. */
const UNESCAPED = new Map([
  [0x01, 0x01],
  [0x02, 0x00],
  [0x03, 0xff],
]);

/** Once, from left to right: a pair may straddle two pages, and three global replacements would eat each other. */
function unescapeBytes(escaped: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < escaped.length; at++) {
    const byte = escaped[at] ?? 0;
    const meant = byte === ESCAPE ? UNESCAPED.get(escaped[at + 1] ?? 0) : undefined;
    bytes.push(meant ?? byte);
    at += meant === undefined ? 0 : 1;
  }
  return Uint8Array.from(bytes);
}

const ESCAPED = new Map([...UNESCAPED].map(([code, byte]) => [byte, Uint8Array.of(ESCAPE, code)]));
const PAGE_SIZE = 127;

/** The reverse of joinPages: escapes the bytes and cuts them into pages. Throws PacketError above 255 pages. */
export function encodePages(bytes: Uint8Array): RulePair[] {
  const escaped = Uint8Array.from([...bytes].flatMap((byte) => [...(ESCAPED.get(byte) ?? [byte])]));
  const total = Math.max(1, Math.ceil(escaped.length / PAGE_SIZE));
  if (total > 255) {
    throw new PacketError({ field: 'rule page', offset: 0, wanted: 0, left: 0 }, `${total} pages`);
  }
  return Array.from({ length: total }, (_, index) => ({
    name: String.fromCharCode(index + 1, total),
    value: rawText(escaped.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE)),
  }));
}
