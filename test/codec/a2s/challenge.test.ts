import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { decodeChallenge, encodeChallenge } from '#codec/a2s/challenge.ts';
import { bytesOf, hexOf } from '../../packets/goldenPacket.ts';
import { payloadOf } from '../outcome.ts';

test('case 2: the four bytes behind 41', () => {
  expect(hexOf(decodeChallenge(bytesOf('4111223344')))).toBe('11223344');
  expect(hexOf(encodeChallenge(bytesOf('11223344')))).toBe('ffffffff4111223344');
});

test('case 8: 0 and -1 are challenges like any other', () => {
  expect(hexOf(decodeChallenge(bytesOf('4100000000')))).toBe('00000000');
  expect(hexOf(decodeChallenge(bytesOf('41ffffffff')))).toBe('ffffffff');
});

test('case 12: of the 59 bytes that CS:GO sends, bytes 5 to 8 count', () => {
  const long = bytesOf(`ffffffff41112233440300000000${'00'.repeat(45)}`);
  expect(long.length).toBe(59);
  expect(hexOf(decodeChallenge(payloadOf(long)))).toBe('11223344');
});

test('keeping a challenge does not keep the datagram it came in', () => {
  const payload = Buffer.from(bytesOf('4111223344'));
  const challenge = decodeChallenge(payload);
  payload.fill(0);
  expect(hexOf(challenge)).toBe('11223344');
});

test.each(['', '41', '41112233', '4411223344'])('"%s" is no challenge', (hex) => {
  expect(() => decodeChallenge(bytesOf(hex))).toThrow(PacketError);
});

test('reading gives what was written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (challenge) => {
      expect(decodeChallenge(payloadOf(encodeChallenge(challenge)))).toEqual(challenge);
    }),
  );
});
