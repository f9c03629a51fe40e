import { type ByteReader, type DecodeText, decodeUtf8 } from '#bytes/byteReader.ts';
import { PacketError, packetErrorOf } from '#bytes/packetError.ts';
import { rawBytes, rawText } from '#bytes/rawText.ts';
import { openPayload, startFrame } from './frame.ts';
import { REPLY } from './reply.ts';

/** One rule as rawText: Arma 3 and DayZ send names and values that are no text (spec a2s case 113). */
export type RulePair = { name: string; value: string };

/** The answer to A2S_RULES (spec a2s section 7). */
export type A2sRules = {
  /** The 16-bit count: a hint (cases 104, 105). */
  declared: number;
  /** In the order sent, empty and equal names included. */
  pairs: RulePair[];
  /** False when the last pair was cut, when there are fewer than declared, or more than are read. */
  complete: boolean;
};

/** Far above any server that is known; 1 MiB has room for two hundred thousand. */
const MOST_PAIRS = 4_096;

/**
 * Reads the pairs to the end of the bytes, up to 4,096. A cut pair is dropped; throws PacketError only when the count is
 * missing.
 */
export function decodeRules(payload: Uint8Array): A2sRules {
  const reader = openPayload(payload, REPLY.rules);
  const declared = reader.u16('count');
  const pairs: RulePair[] = [];
  const cut = packetErrorOf(() => readPairs(reader, pairs));
  return {
    declared,
    pairs,
    complete: cut === null && reader.left === 0 && pairs.length >= declared,
  };
}

function readPairs(reader: ByteReader, pairs: RulePair[]): void {
  while (reader.left > 0 && pairs.length < MOST_PAIRS) {
    pairs.push({ name: reader.craw('rule name'), value: reader.craw('rule value') });
  }
}

/** The rules datagram. Throws PacketError when a name or value holds a NUL byte, or the count does not fit. */
export function encodeRules(rules: Omit<A2sRules, 'complete'>): Uint8Array {
  const writer = startFrame(REPLY.rules).u16(rules.declared, 'count');
  for (const { name, value } of rules.pairs) {
    for (const [field, raw] of Object.entries({ 'rule name': name, 'rule value': value })) {
      if (raw.includes('\0')) {
        throw new PacketError(
          { field, offset: writer.length, wanted: 0, left: 0 },
          'a NUL inside a text that ends in NUL',
        );
      }
      writer.bytes(rawBytes(raw)).u8(0);
    }
  }
  return writer.done();
}

/** Rules as texts to send: the declared count is the number of values. */
export function rulesOf(values: Readonly<Record<string, string>>): Omit<A2sRules, 'complete'> {
  const utf8 = new TextEncoder();
  const pairs = Object.entries(values).map(([name, value]) => ({
    name: rawText(utf8.encode(name)),
    value: rawText(utf8.encode(value)),
  }));
  return { declared: pairs.length, pairs };
}

/**
 * Rules as texts: the last of two equal names wins, empty names are skipped (spec a2s section 0, cases 106, 107). The
 * object has no prototype, so that a rule named "__proto__" is a rule like any other.
 */
export function ruleValues(
  rules: { pairs: readonly RulePair[] },
  decodeText: DecodeText = decodeUtf8,
): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  const textOf = (raw: string) => (ABOVE_ASCII.test(raw) ? decodeText(rawBytes(raw)) : raw);
  for (const { name, value } of rules.pairs) {
    if (name !== '') {
      values[textOf(name)] = textOf(value);
    }
  }
  return values;
}

const ABOVE_ASCII = /[\u0080-\u00ff]/;
