import { type ByteReader, type DecodeText, decodeUtf8, textOf } from '#bytes/byteReader.ts';
import { PacketError, packetErrorOf } from '#bytes/packetError.ts';
import { openPayload, startFrame } from './frame.ts';
import { REPLY } from './reply.ts';

/** One rule as bytes: Arma 3 and DayZ send names and values that are no text (spec a2s case 113). */
export type RulePair = { name: Uint8Array; value: Uint8Array };

/** The answer to A2S_RULES (spec a2s section 7). */
export type A2sRules = {
  /** The 16-bit count: a hint (cases 104, 105). */
  declared: number;
  /** In the order sent, empty and equal names included. */
  pairs: RulePair[];
  /** False when the last pair was cut, or when there are fewer than declared. */
  complete: boolean;
};

/** Reads the pairs to the end of the bytes. A cut pair is dropped; throws PacketError only when the count is missing. */
export function decodeRules(payload: Uint8Array): A2sRules {
  const reader = openPayload(payload, REPLY.rules);
  const declared = reader.u16('count');
  const pairs: RulePair[] = [];
  let cut = false;
  while (reader.left > 0 && !cut) {
    cut = packetErrorOf(() => pairs.push(readPair(reader))) !== null;
  }
  return { declared, pairs, complete: !cut && pairs.length >= declared };
}

function readPair(reader: ByteReader): RulePair {
  return { name: reader.cbytes('rule name'), value: reader.cbytes('rule value') };
}

/** The rules datagram. Throws PacketError when a name or value holds a NUL byte, or the count does not fit. */
export function encodeRules(rules: Omit<A2sRules, 'complete'>): Uint8Array {
  const writer = startFrame(REPLY.rules).u16(rules.declared, 'count');
  for (const { name, value } of rules.pairs) {
    for (const [field, bytes] of Object.entries({ 'rule name': name, 'rule value': value })) {
      if (bytes.includes(0)) {
        throw new PacketError(
          { field, offset: writer.length, wanted: 0, left: 0 },
          'a NUL inside a text that ends in NUL',
        );
      }
      writer.bytes(bytes).u8(0);
    }
  }
  return writer.done();
}

/** Rules as texts to send: the declared count is the number of values. */
export function rulesOf(values: Readonly<Record<string, string>>): Omit<A2sRules, 'complete'> {
  const utf8 = new TextEncoder();
  const pairs = Object.entries(values).map(([name, value]) => ({
    name: utf8.encode(name),
    value: utf8.encode(value),
  }));
  return { declared: pairs.length, pairs };
}

/**
 * Rules as texts: the last of two equal names wins, empty names are skipped (spec a2s section 0, cases 106, 107). The
 * object has no prototype, so that a rule named "__proto__" is a rule like any other.
 */
export function ruleValues(
  rules: Pick<A2sRules, 'pairs'>,
  decodeText: DecodeText = decodeUtf8,
): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const { name, value } of rules.pairs) {
    if (name.length > 0) {
      values[textOf(name, decodeText)] = textOf(value, decodeText);
    }
  }
  return values;
}
