import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { decodePrint, encodePrint } from '#codec/a2s/print.ts';
import { bytesOf, hexOf } from '../../packets/goldenPacket.ts';
import { fieldText } from '../arbitraries.ts';
import { cutsOf, payloadOf } from '../outcome.ts';

const BANNED =
  'ffffffff6c596f752068617665206265656e2062616e6e65642066726f6d2074686973207365727665722e0a00';

test('case 25: the text that tells of the ban, as sent', () => {
  const text = decodePrint(payloadOf(bytesOf(BANNED)));
  expect(text).toBe('You have been banned from this server.\n');
  expect(hexOf(encodePrint(text))).toBe(BANNED);
});

test('a print that was cut is no text', () => {
  for (const cut of cutsOf(payloadOf(bytesOf(BANNED)))) {
    expect(() => decodePrint(cut)).toThrow(PacketError);
  }
});

test('reading gives what was written', () => {
  fc.assert(
    fc.property(fieldText, (text) => {
      expect(decodePrint(payloadOf(encodePrint(text)))).toBe(text);
    }),
  );
});
