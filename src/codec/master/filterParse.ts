import { parseAddress } from './address.ts';
import {
  ADDRESS_KEYS,
  APP_KEYS,
  type Condition,
  type Filter,
  FLAG_KEYS,
  GLOB_KEYS,
  keyIn,
  OPERATOR_KEYS,
  type OperatorKey,
  PLAIN_KEYS,
  TAGS_KEYS,
  TEXT_KEYS,
} from './filter.ts';
import { cutFilter, type FilterPair } from './filterPairs.ts';

const DEEPEST = 8;
const LONGEST_GLOB = 64;
const LARGEST_APP = 0xffff_ffff;

/** Where conditions are read: the pairs from `at` on, up to `end`, inside so many operators. */
type Span = { pairs: readonly FilterPair[]; end: number; depth: number; notes: string[] };

/**
 * Reads a filter into a tree by the rules of spec master 3.1. Nothing makes it fail: what cannot be read is kept as
 * "ignored", and `notes` says why in one English line each; they hold text from the wire, cleaned of control characters.
 */
export function parseFilter(text: string): { filter: Filter; notes: string[] } {
  const notes: string[] = [];
  const pairs = cutFilter(text, notes);
  const all = readConditions({ pairs, end: pairs.length, depth: 0, notes }, 0);
  return { filter: { all }, notes: notes.map((note) => note.replace(/\p{Cc}/gu, '?')) };
}

function readConditions(span: Span, start: number): Condition[] {
  const conditions: Condition[] = [];
  for (let at = start; at < span.end; ) {
    const { condition, next } = readCondition(span, at);
    if (condition !== null) {
      conditions.push(condition);
    }
    at = next;
  }
  return conditions;
}

/** The condition at a pair, and the pair behind it and its operands. Null for what is beyond the depth. */
function readCondition(span: Span, at: number): { condition: Condition | null; next: number } {
  const { key = '', value = '' } = span.pairs[at] ?? {};
  const operator = keyIn(OPERATOR_KEYS, key);
  if (operator === null) {
    return { condition: readPair(key, value ?? '', span), next: at + 1 };
  }
  const end = operandsEnd(span, at, value);
  if (end === null) {
    span.notes.push(`${key}: bad count ${value}`);
    return { condition: { kind: 'ignored', key, value: value ?? '' }, next: at + 1 };
  }
  if (span.depth === DEEPEST) {
    span.notes.push(`${key}: deeper than ${DEEPEST} operators`);
    return { condition: null, next: end };
  }
  return { condition: readOperator(operator, span, at, end), next: end };
}

function readOperator(key: OperatorKey, span: Span, at: number, end: number): Condition {
  const operands = readConditions({ ...span, end, depth: span.depth + 1 }, at + 1);
  return { kind: 'operator', key, operands };
}

/**
 * The pair behind the operands of the operator at `at`: its count takes in nested operators and their pairs, is cut where
 * the parent ends, and is one operand when it is missing. Null for a count that is no number.
 */
function operandsEnd(span: Span, at: number, count: string | null): number | null {
  if (count === null) {
    return Math.min(span.end, oneOperandEnd(span.pairs, at + 1));
  }
  if (!/^\d{1,9}$/.test(count)) {
    return null;
  }
  const { key = '' } = span.pairs[at] ?? {};
  const there = span.end - at - 1;
  if (Number(count) === 0) {
    span.notes.push(`${key}: count 0`);
  } else if (Number(count) > there) {
    span.notes.push(`${key}: count ${count} is more than the ${there} pairs there`);
  }
  return at + 1 + Math.min(Number(count), there);
}

/** Behind the operand at `at`, with its own operands when it is an operator. */
function oneOperandEnd(pairs: readonly FilterPair[], start: number): number {
  for (let at = start; at < pairs.length; at += 1) {
    const { key = '', value = '' } = pairs[at] ?? {};
    const isOperator = keyIn(OPERATOR_KEYS, key) !== null;
    if (!isOperator || value !== null) {
      const count = isOperator && /^\d{1,9}$/.test(value ?? '') ? Number(value) : 0;
      return Math.min(pairs.length, at + 1 + count);
    }
  }
  return pairs.length;
}

function readPair(key: string, value: string, { depth, notes }: Span): Condition {
  const found = value === '' ? undefined : firstRead(key, value);
  if (found === undefined) {
    notes.push(
      !isPlainKey(key)
        ? `unknown key: ${key}`
        : value === ''
          ? `${key}: empty value`
          : `${key}: bad value ${value}`,
    );
    return { kind: 'ignored', key, value };
  }
  if (depth > 0 && found.key === 'collapse_addr_hash') {
    notes.push('collapse_addr_hash: inside an operator');
    return { kind: 'ignored', key, value };
  }
  return found;
}

function firstRead(key: string, value: string): Condition | undefined {
  for (const read of FAMILIES) {
    const condition = read(key, value);
    if (condition !== null) {
      return condition;
    }
  }
  return undefined;
}

function isPlainKey(text: string): boolean {
  return keyIn(PLAIN_KEYS, text) !== null;
}

/** Reads the pairs of one family of keys; null when the key is another one, or the value cannot be read. */
type ReadPair = (key: string, value: string) => Condition | null;

const readFlag: ReadPair = (text, value) => {
  const key = keyIn(FLAG_KEYS, text);
  return key !== null && (value === '0' || value === '1')
    ? { kind: 'flag', key, on: value === '1' }
    : null;
};

const readText: ReadPair = (text, value) => {
  const key = keyIn(TEXT_KEYS, text);
  return key === null ? null : { kind: 'text', key, value };
};

const readType: ReadPair = (text, value) => {
  const type = keyIn(['type'], text) === null ? null : keyIn(['d', 'l', 'p'], value);
  return type === null ? null : { kind: 'type', key: 'type', value: type };
};

const readApp: ReadPair = (text, value) => {
  const key = keyIn(APP_KEYS, text);
  return key !== null && /^\d{1,10}$/.test(value) && Number(value) <= LARGEST_APP
    ? { kind: 'app', key, appId: Number(value) }
    : null;
};

const readTags: ReadPair = (text, value) => {
  const key = keyIn(TAGS_KEYS, text);
  const tags = value.split(',').filter((tag) => tag !== '');
  return key !== null && tags.length > 0 ? { kind: 'tags', key, tags } : null;
};

const readGlob: ReadPair = (text, value) => {
  const key = keyIn(GLOB_KEYS, text);
  return key !== null && value.length <= LONGEST_GLOB ? { kind: 'glob', key, glob: value } : null;
};

const readAddress: ReadPair = (text, value) => {
  const key = keyIn(ADDRESS_KEYS, text);
  const address = parseAddress(value);
  return key !== null && address !== null ? { kind: 'address', key, ...address } : null;
};

const FAMILIES = [readFlag, readText, readType, readApp, readTags, readGlob, readAddress];
