import { expect, test } from 'vitest';
import { decodeInfo } from '#codec/a2s/info.ts';
import { classifyReply } from '#codec/a2s/reply.ts';
import { decodeGoldsrcInfo } from '#codec/goldsrc/info.ts';
import { answeredFacts } from '#masterServer/answeredFacts.ts';
import { goldenPacket } from '../packets/goldenPacket.ts';

function payloadOf(name: string): Uint8Array {
  const reply = classifyReply(goldenPacket(name));
  return reply.kind === 'single' ? reply.payload : new Uint8Array();
}

test('Source: the app is the low 24 bits of the game id, keywords are the tags', () => {
  const info = decodeInfo(payloadOf('infoArk'));
  const facts = answeredFacts({ info, goldsrcInfo: null });
  expect(facts).toMatchObject({ appId: 346110, type: 'd', map: info.map, max: info.maxPlayers });
  expect(facts?.tags).toEqual((info.keywords ?? '').split(',').filter((tag) => tag !== ''));
});

test('GoldSrc: no app and no tags, the heartbeat has them', () => {
  const goldsrcInfo = decodeGoldsrcInfo(payloadOf('goldsrcInfo'));
  expect(answeredFacts({ info: null, goldsrcInfo })).toMatchObject({
    appId: null,
    tags: null,
    name: goldsrcInfo.name,
    players: goldsrcInfo.players,
    type: goldsrcInfo.serverType.toLowerCase(),
  });
});

test('no answer, no facts', () => {
  expect(answeredFacts({ info: null, goldsrcInfo: null })).toBeNull();
});
