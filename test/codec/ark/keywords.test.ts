import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatKeywords, parseKeywords } from '#codec/ark/keywords.ts';

test('ARK: key and value between commas, with a comma in front', () => {
  const found = parseKeywords(',OWNINGID:90096618768367620,NUMOPENPUBCONN:49,ModId_l:0');
  expect(Object.fromEntries(found)).toEqual({
    owningid: '90096618768367620',
    numopenpubconn: '49',
    modid_l: '0',
  });
});

test('case 52: Conan puts the name of the server there, commas and colons included', () => {
  const found = parseKeywords(
    'BUILDID:256536549,OWNINGNAME:[GER] Sand & Blood [PvP] Admins, Rules: yes, No Avatars,P2PPORT:7777',
  );
  expect(Object.fromEntries(found)).toEqual({
    buildid: '256536549',
    owningname: '[GER] Sand & Blood [PvP] Admins, Rules: yes, No Avatars',
    p2pport: '7777',
  });
});

test('case 52: only the first colon parts key and value', () => {
  expect(parseKeywords('MOD0_s:599476919:80B7').get('mod0_s')).toBe('599476919:80B7');
});

test('case 50: the last item may be cut by the server', () => {
  expect(Object.fromEntries(parseKeywords(',P2PPORT:7777,LEGAC'))).toEqual({
    p2pport: '7777,LEGAC',
  });
  expect(Object.fromEntries(parseKeywords(',P2PPORT:7777,LEGACY_i:'))).toEqual({
    p2pport: '7777',
    legacy_i: '',
  });
});

test('tags of another game have no keys', () => {
  expect(parseKeywords('secure,alltalk').size).toBe(0);
  expect(parseKeywords('').size).toBe(0);
});

test('a key named like a part of an object is a key like any other', () => {
  expect(parseKeywords('__proto__:1').get('__proto__')).toBe('1');
});

test('reading gives what was written', () => {
  const keys = fc.stringMatching(/^[a-z0-9_]{1,12}$/);
  const values = fc.stringMatching(/^[A-Za-z0-9 :.()[\]-]{0,20}$/);
  fc.assert(
    fc.property(fc.dictionary(keys, values), (items) => {
      expect(Object.fromEntries(parseKeywords(formatKeywords(items)))).toEqual({ ...items });
    }),
  );
});
