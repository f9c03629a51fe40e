import { isFilterKey, keyIn, OPERATOR_KEYS } from './filter.ts';

/** A key and its value as they stand in a filter. Value null: an operator whose count is missing. */
export type FilterPair = { key: string; value: string | null };

const MOST_BYTES = 1024;
const MOST_PAIRS = 64;
const encoder = new TextEncoder();

/**
 * Cuts a filter at its backslashes into pairs (spec master 3.1, rules 1, 5, 8 and 9): a missing first backslash is
 * accepted, an empty key is skipped as one part, an operator directly before a key lacks its count. What is odd goes to
 * `notes`.
 */
export function cutFilter(text: string, notes: string[]): FilterPair[] {
  const parts = splitParts(text, notes);
  const pairs: FilterPair[] = [];
  for (let at = 0; at < parts.length; ) {
    if (pairs.length === MOST_PAIRS) {
      notes.push(`more than ${MOST_PAIRS} pairs`);
      break;
    }
    const key = parts[at] ?? '';
    const value = parts[at + 1];
    if (key === '') {
      notes.push('empty key');
      at += 1;
    } else if (value === undefined) {
      notes.push(`key without value: ${key}`);
      at += 1;
    } else if (keyIn(OPERATOR_KEYS, key) !== null && isFilterKey(value)) {
      notes.push(`${key}: count missing`);
      pairs.push({ key, value: null });
      at += 1;
    } else {
      pairs.push({ key, value });
      at += 2;
    }
  }
  return pairs;
}

function splitParts(text: string, notes: string[]): string[] {
  const [beforeNul = ''] = text.split('\0', 1);
  const bytes = encoder.encode(beforeNul);
  const parts = new TextDecoder().decode(bytes.subarray(0, MOST_BYTES)).split('\\');
  if (bytes.length > MOST_BYTES) {
    notes.push(`longer than ${MOST_BYTES} bytes`);
    // It may have been cut, and half a value says something else.
    parts.pop();
  }
  if (parts[0] === '') {
    parts.shift();
  }
  return parts;
}
