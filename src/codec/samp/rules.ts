import type { ByteReader } from '#bytes/byteReader.ts';
import { rawText } from '#bytes/rawText.ts';
import { readCountedList } from './countedList.ts';
import { openBody, type SampTarget, startDatagram } from './header.ts';

/** One rule as sent: names repeat, are empty, hold blanks (spec samp case 32). */
export type SampRule = { name: Uint8Array; value: Uint8Array };

/** The answer to `r`: all pairs in the order of the wire. */
export type SampRules = {
  declared: number;
  pairs: SampRule[];
  /** False when there are fewer than declared. */
  complete: boolean;
  trailing: number;
};

/** Reads the whole datagram; a cut rule is dropped. Throws PacketError for a body that is no rules list. */
export function decodeRules(datagram: Uint8Array): SampRules {
  const list = readCountedList(openBody(datagram, 'r'), readRule);
  return {
    declared: list.declared,
    pairs: list.entries,
    complete: list.end === 'counted',
    trailing: list.trailing,
  };
}

function readRule(reader: ByteReader): SampRule {
  const name = reader.bytes('rule name', reader.u8('rule name length'));
  const value = reader.bytes('rule value', reader.u8('rule value length'));
  return { name, value };
}

/** The whole datagram. Throws PacketError when a name or value is longer than 255 bytes. */
export function encodeRules(target: SampTarget, pairs: readonly SampRule[]): Uint8Array {
  const writer = startDatagram(target, 'r').u16(pairs.length, 'count');
  for (const { name, value } of pairs) {
    writer.u8(name.length, 'rule name length').bytes(name);
    writer.u8(value.length, 'rule value length').bytes(value);
  }
  return writer.done();
}

/** Whether these are the rules of open.mp: it names its version "omp ..." and lists the clients it lets in (spec samp case 17). */
export function saysOpenmp({ pairs }: Pick<SampRules, 'pairs'>): boolean {
  const named = (wanted: string) =>
    pairs.findLast(({ name }) => rawText(name).toLowerCase() === wanted);
  const version = named('version');
  const isItsVersion = version !== undefined && rawText(version.value).startsWith('omp ');
  return isItsVersion || named('allowed_clients') !== undefined;
}
