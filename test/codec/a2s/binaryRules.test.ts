import { expect, test } from 'vitest';
import { decodeBinaryRules } from '#codec/a2s/binaryRules.ts';
import { encodePages, joinPages, sortRules } from '#codec/a2s/rulePages.ts';
import { decodeRules, type RulePair } from '#codec/a2s/rules.ts';
import { goldenPacket } from '../../packets/goldenPacket.ts';
import { cutsOf, payloadOf } from '../outcome.ts';

function pagesOf(name: string): readonly RulePair[] {
  return sortRules(decodeRules(payloadOf(goldenPacket(name))).pairs).pages;
}

const ARMA = {
  protocolVersion: 3,
  overflow: 0,
  dlcs: [
    { bit: 0, hash: '11111111' },
    { bit: 1, hash: '22222222' },
    { bit: 13, hash: '33333333' },
  ],
  difficulty: { level: 1, ai: 1, advancedFlight: false, thirdPerson: true, crosshair: true },
  mods: [
    { hash: '0a0b0c0d', dlc: true, steamId: '305419896', name: 'Global Mob.' },
    { hash: '55667788', dlc: false, steamId: '10', name: 'ACE' },
  ],
  signatures: ['a3', 'ace'],
  problems: [],
};

test('case 113: mods, DLCs of known and unknown bits, difficulty and signatures of Arma 3', () => {
  expect(decodeBinaryRules(pagesOf('rulesArma'))).toEqual(ARMA);
});

test('case 114: DayZ has no difficulty bytes, which only the end of the bytes tells', () => {
  expect(decodeBinaryRules(pagesOf('rulesDayz'))).toEqual({
    protocolVersion: 2,
    overflow: 0,
    dlcs: [{ bit: 0, hash: '11223344' }],
    difficulty: null,
    mods: [{ hash: 'aabbccdd', dlc: false, steamId: '1570434815', name: 'CF' }],
    signatures: ['dayz1'],
    problems: [],
  });
});

test('binary rules cut at any length keep what came before, and tell the cut', () => {
  const { bytes } = joinPages(pagesOf('rulesArma'));
  for (const cut of cutsOf(bytes)) {
    const read = decodeBinaryRules(encodePages(cut));
    if (cut.length < 4) {
      expect(read).toBeNull();
    } else {
      expect(read?.problems).toHaveLength(1);
      expect(ARMA.mods).toEqual(expect.arrayContaining(read?.mods ?? []));
      expect(ARMA.signatures).toEqual(expect.arrayContaining(read?.signatures ?? []));
    }
  }
});

test('bytes behind the last signature are told', () => {
  const { bytes } = joinPages(pagesOf('rulesArma'));
  const read = decodeBinaryRules(encodePages(Uint8Array.of(...bytes, 9, 9)));
  expect(read).toEqual({ ...ARMA, problems: ['rules: 2 bytes behind the last signature'] });
});

test('a missing page is told, and the pages before it are read', () => {
  const signatureBytes = 8;
  const { bytes } = joinPages(pagesOf('rulesArma'));
  const signatures = Array.from({ length: 40 }, () => [2, ...Buffer.from('a3')]).flat();
  const pages = encodePages(Uint8Array.of(...bytes.slice(0, -signatureBytes), 40, ...signatures));
  expect(decodeBinaryRules(pages)?.signatures).toHaveLength(40);
  const read = decodeBinaryRules(pages.slice(0, 1));
  expect(read?.mods).toEqual(ARMA.mods);
  expect(read?.problems).toContain('rules: page 2 is missing');
});

test('no pages are no binary rules', () => {
  expect(decodeBinaryRules([])).toBeNull();
});
