import { expect, test } from 'vitest';
import { readArkRules } from '#codec/ark/rules.ts';

test('what a cluster server of ARK tells', () => {
  const rules = readArkRules({
    ALLOWDOWNLOADCHARS_i: '1',
    ALLOWDOWNLOADITEMS_i: '0',
    ClusterId_s: 'moewe-cluster',
    CUSTOMSERVERNAME_s: 'möwe cluster 3x',
    DayTime_s: '140',
    LEGACY_i: '0',
    MOD0_s: '731604991:8E24D60643B4AD865ADCCDB6BD0EC89A',
    MOD1_s: '599476919:80B7AFED4294E3805C8C079C70A1AF74',
    NUMOPENPUBCONN: '67',
    OFFICIALSERVER_i: '1',
    ServerPassword_b: 'false',
    SERVERUSESBATTLEYE_b: 'true',
    SESSIONISPVE_i: '0',
  });
  expect(rules).toEqual({
    day: 140,
    time: null,
    stage: null,
    pvp: true,
    cluster: 'moewe-cluster',
    official: true,
    legacy: false,
    battleye: true,
    password: false,
    allowDownloadChars: true,
    allowDownloadItems: false,
    mods: ['731604991', '599476919'],
    customServerName: 'möwe cluster 3x',
    sessionName: null,
    build: null,
    openSlots: '67',
  });
});

test('a rule that is missing is null, not false', () => {
  const rules = readArkRules({});
  const { mods, ...others } = rules;
  expect(mods).toEqual([]);
  expect(new Set(Object.values(others))).toEqual(new Set([null]));
});

test('case 108: names are found in any case', () => {
  expect(readArkRules({ DAYTIME_s: '01:27', sessionispve_I: '1' })).toMatchObject({
    time: '01:27',
    day: null,
    pvp: false,
  });
});

test('case 109: flags come as 0 and 1 or false and true, anything else says nothing', () => {
  const battleye = (value: string) => readArkRules({ SERVERUSESBATTLEYE_b: value }).battleye;
  expect(['1', 'true', 'True', '0', 'false', 'yes', ''].map(battleye)).toEqual([
    true,
    true,
    true,
    false,
    false,
    null,
    null,
  ]);
});

test('mods are listed in the order of their numbers, up to the first that is missing', () => {
  const sent = Object.fromEntries(
    [10, 2, 0, 1, 3, 4, 5, 6, 7, 9, 8, 12].map((number) => [`MOD${number}_s`, `${number}00:AB`]),
  );
  const expected = Array.from({ length: 11 }, (_, number) => `${number}00`);
  expect(readArkRules(sent).mods).toEqual(expected);
});

test('an empty cluster id is no cluster', () => {
  expect(readArkRules({ ClusterId_s: '' }).cluster).toBeNull();
});

test('PixARK: the whole name and the two parts of the version', () => {
  const sent = { SessionName_s: 'Pix - (v1.177)', BuildId_s: '1', MINORBUILDID_s: '177' };
  expect(readArkRules(sent)).toMatchObject({ sessionName: 'Pix - (v1.177)', build: '1.177' });
});
