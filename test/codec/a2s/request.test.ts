import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { decodeRequest, encodeRequest } from '#codec/a2s/request.ts';
import { bytesOf, hexOf } from '../../packets/goldenPacket.ts';
import { cutsOf } from '../outcome.ts';

const INFO = 'ffffffff54536f7572636520456e67696e6520517565727900';

test('case 1: the first info request is the plain 25 bytes', () => {
  const request = encodeRequest('info', null);
  expect(hexOf(request)).toBe(INFO);
  expect(request.length).toBe(25);
  expect(decodeRequest(request)).toEqual({ part: 'info', challenge: null });
});

test('case 2: a challenged info request carries the four bytes as they came, 29 in all', () => {
  const request = encodeRequest('info', bytesOf('11223344'));
  expect(hexOf(request)).toBe(`${INFO}11223344`);
  expect(decodeRequest(request)).toEqual({ part: 'info', challenge: bytesOf('11223344') });
});

test('case 6: players and rules are asked with FFFFFFFF at first, always 9 bytes', () => {
  expect(hexOf(encodeRequest('players', null))).toBe('ffffffff55ffffffff');
  expect(hexOf(encodeRequest('rules', null))).toBe('ffffffff56ffffffff');
  expect(hexOf(encodeRequest('rules', bytesOf('11223344')))).toBe('ffffffff5611223344');
});

test('case 7: a challenge of 0 in a request is read as it stands', () => {
  const request = bytesOf('ffffffff5500000000');
  expect(decodeRequest(request)).toEqual({ part: 'players', challenge: bytesOf('00000000') });
});

test('case 8: a challenge of 0 or -1 is sent back like any other', () => {
  expect(hexOf(encodeRequest('players', bytesOf('00000000')))).toBe('ffffffff5500000000');
  expect(hexOf(encodeRequest('info', bytesOf('ffffffff')))).toBe(`${INFO}ffffffff`);
});

test('cases 13, 16: a server can tell the old challenge request and the ping', () => {
  expect(decodeRequest(bytesOf('ffffffff57'))).toEqual({ part: 'getchallenge', challenge: null });
  expect(decodeRequest(bytesOf('ffffffff69'))).toEqual({ part: 'ping', challenge: null });
});

test.each([
  ['nothing', ''],
  ['a header only', 'ffffffff'],
  ['another header', 'feffffff55ffffffff'],
  ['an info request with another text', 'ffffffff54616263 00'],
  ['an info request without its NUL', INFO.slice(0, -2)],
  ['an answer', 'ffffffff440000'],
])('what is no request is null: %s', (_, hex) => {
  expect(decodeRequest(bytesOf(hex))).toBeNull();
});

test('a challenge of another length is refused before it is sent', () => {
  expect(() => encodeRequest('players', bytesOf('112233'))).toThrow(PacketError);
});

test('reading gives what was written', () => {
  const parts = fc.constantFrom('info' as const, 'players' as const, 'rules' as const);
  const challenges = fc.uint8Array({ minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(parts, challenges, (part, challenge) => {
      expect(decodeRequest(encodeRequest(part, challenge))).toEqual({ part, challenge });
    }),
  );
});

test('a request cut at any length is no request, or one without a challenge', () => {
  for (const cut of cutsOf(encodeRequest('info', bytesOf('11223344')))) {
    const expected = cut.length < 25 ? null : { part: 'info', challenge: null };
    expect(decodeRequest(cut)).toEqual(expected);
  }
});
