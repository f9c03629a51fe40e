import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePlayers } from '#codec/a2s/players.ts';
import { classifyReply, REPLY } from '#codec/a2s/reply.ts';
import { bytesOf, goldenPacket, goldenPackets, hexOf } from '../../packets/goldenPacket.ts';

test.each([
  ['infoCs2', REPLY.info],
  ['infoArk', REPLY.info],
  ['infoOldSource', REPLY.info],
  ['players', REPLY.players],
  ['rules', REPLY.rules],
  ['goldsrcInfo', REPLY.goldsrcInfo],
])('%s stands alone and is known by its type byte', (name, type) => {
  const packet = goldenPacket(name);
  expect(classifyReply(packet)).toEqual({ kind: 'single', type, payload: packet.slice(4) });
});

test.each(['splitGoldsrc', 'splitSource', 'splitSourceNoSize', 'splitBzip2'])(
  'each datagram of %s is a fragment',
  (name) => {
    expect(goldenPackets(name).map((packet) => classifyReply(packet).kind)).not.toContain('noise');
    expect(goldenPackets(name).map((packet) => classifyReply(packet).kind)).not.toContain('single');
  },
);

test('case 22: a datagram with neither header is noise, such as 64 zero bytes', () => {
  expect(classifyReply(new Uint8Array(64))).toEqual({ kind: 'noise' });
});

test.each([
  '',
  'ff',
  'ffffffff',
  'ffffffff49',
  'ffffffff6d',
  '11111111',
  'feffffff',
  'feffffff00000000',
])('case 23: the short datagram "%s" is noise', (hex) => {
  expect(classifyReply(bytesOf(hex))).toEqual({ kind: 'noise' });
});

test('case 23: a short datagram of an unknown type is passed on by its type, to be skipped', () => {
  expect(classifyReply(bytesOf('ffffffff11'))).toMatchObject({ kind: 'single', type: 0x11 });
});

test('case 27: an empty player list of two bytes is an answer', () => {
  expect(classifyReply(bytesOf('ffffffff4400'))).toMatchObject({ kind: 'single', type: 0x44 });
});

test('case 12: a challenge of fewer than four bytes is noise', () => {
  expect(classifyReply(bytesOf('ffffffff41112233'))).toEqual({ kind: 'noise' });
  expect(classifyReply(bytesOf('ffffffff4111223344'))).toMatchObject({ type: REPLY.challenge });
});

test('case 24: a doubled header is skipped', () => {
  const reply = classifyReply(bytesOf('ffffffffffffffff440100426f6200e3ffffff00007642'));
  expect(reply).toMatchObject({ kind: 'single', type: REPLY.players });
  const payload = reply.kind === 'single' ? reply.payload : new Uint8Array();
  expect(decodePlayers(payload).entries).toEqual([
    { index: 0, name: 'Bob', score: -29, seconds: 61.5 },
  ]);
});

test('case 26: a redirect is told apart by its type', () => {
  const redirect =
    'ffffffff39436f6e6e6563745265646972656374416464726573733a312e322e332e343a323730313500';
  expect(classifyReply(bytesOf(redirect))).toMatchObject({ type: REPLY.redirect });
});

test('any datagram is single, split or noise, and a payload begins at its type byte', () => {
  const heads = fc.constantFrom('', 'ffffffff', 'feffffff', 'ffffffffffffffff', 'ffffffff49');
  fc.assert(
    fc.property(heads, fc.uint8Array({ maxLength: 60 }), (head, tail) => {
      const reply = classifyReply(bytesOf(head + hexOf(tail)));
      expect(['single', 'split', 'noise']).toContain(reply.kind);
      if (reply.kind === 'single') {
        expect(reply.payload[0]).toBe(reply.type);
      }
    }),
  );
});
