import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rawText } from '#bytes/rawText.ts';
import { PacketError } from '#bytes/packetError.ts';
import { decodeRules, encodeRules, rulesOf, ruleValues } from '#codec/a2s/rules.ts';
import { bytesOf, goldenPacket, hexOf } from '../../packets/goldenPacket.ts';
import { fieldBytes, fieldText, short } from '../arbitraries.ts';
import { cutsOf, outcome, payloadOf } from '../outcome.ts';

const ARK_RULES = {
  DayTime_s: '701',
  SESSIONISPVE_i: '0',
  ClusterId_s: 'möwe',
  MOD0_s: '731604991:8E24D60643B4AD865ADCCDB6BD0EC89A',
};

test('rules: the packet gives the values, and the values give the packet', () => {
  const packet = goldenPacket('rules');
  const rules = decodeRules(payloadOf(packet));
  expect(rules).toMatchObject({ declared: 4, complete: true });
  expect({ ...ruleValues(rules) }).toEqual(ARK_RULES);
  expect(hexOf(encodeRules(rules))).toBe(hexOf(packet));
  expect(hexOf(encodeRules(rulesOf(ARK_RULES)))).toBe(hexOf(packet));
});

test('case 85: 300 rules in one datagram of more than 5 KB', () => {
  const sent = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`sv_setting_${index}`, `${index}.000000`]),
  );
  const packet = encodeRules(rulesOf(sent));
  expect(packet.length).toBeGreaterThan(5_000);
  const rules = decodeRules(payloadOf(packet));
  expect(rules).toMatchObject({ declared: 300, complete: true });
  expect({ ...ruleValues(rules) }).toEqual(sent);
});

test('no more than 4,096 pairs are read, however many a server sends', () => {
  const pairs = Array.from({ length: 5_000 }, (_, index) => ({ name: `${index}`, value: '' }));
  const read = (count: number, declared = count) =>
    decodeRules(payloadOf(encodeRules({ declared, pairs: pairs.slice(0, count) })));
  expect(read(4_096).complete).toBe(true);
  expect(read(4_097).pairs).toEqual(pairs.slice(0, 4_096));
  expect(read(4_097).complete).toBe(false);
  expect(read(5_000, 1).complete).toBe(false);
});

test('case 104: pairs are read to the end; fewer than declared is not complete', () => {
  const rules = decodeRules(payloadOf(bytesOf('ffffffff4505006100620063006400')));
  expect(rules).toMatchObject({ declared: 5, complete: false });
  expect({ ...ruleValues(rules) }).toEqual({ a: 'b', c: 'd' });
});

test('case 104: more pairs than declared are read too', () => {
  const rules = decodeRules(bytesOf('4501006100620063006400'));
  expect(rules.complete).toBe(true);
  expect({ ...ruleValues(rules) }).toEqual({ a: 'b', c: 'd' });
});

test('case 104: a cut pair is dropped, no rule is invented', () => {
  const rules = decodeRules(bytesOf('450200610062006300'));
  expect({ ...ruleValues(rules) }).toEqual({ a: 'b' });
  expect(rules.complete).toBe(false);
});

test('case 105: the count has 16 bits without a sign', () => {
  const rules = decodeRules(bytesOf('45008061006200'));
  expect(rules).toMatchObject({ declared: 32_768, complete: false });
  expect({ ...ruleValues(rules) }).toEqual({ a: 'b' });
});

test('case 106: a rule without a name is skipped, those behind it are not', () => {
  const rules = decodeRules(bytesOf('45020000780063006400'));
  expect(rules.complete).toBe(true);
  expect({ ...ruleValues(rules) }).toEqual({ c: 'd' });
});

test('case 107: the last of two equal names wins', () => {
  const rules = decodeRules(payloadOf(bytesOf('ffffffff4502006100620061006300')));
  expect({ ...ruleValues(rules) }).toEqual({ a: 'c' });
});

test('case 108: names that differ in case are two rules', () => {
  const rules = rulesOf({ DAYTIME_s: '01:27', DayTime_s: '701' });
  expect({ ...ruleValues(rules) }).toEqual({ DAYTIME_s: '01:27', DayTime_s: '701' });
});

test('case 112: newlines and tabs in a value are kept', () => {
  const rules = decodeRules(payloadOf(encodeRules(rulesOf({ motd: 'a\n\tb\\n' }))));
  expect(ruleValues(rules).motd).toBe('a\n\tb\\n');
});

test('case 117: a value that is not UTF-8 spoils nothing but itself', () => {
  const rules = decodeRules(bytesOf('4502006100 c3ee00 62006300'));
  expect({ ...ruleValues(rules) }).toEqual({ a: '\ufffd\ufffd', b: 'c' });
  const decodeText = (bytes: Uint8Array) => new TextDecoder('windows-1251').decode(bytes);
  expect({ ...ruleValues(rules, decodeText) }).toEqual({ a: 'Го', b: 'c' });
});

test('rules named like parts of an object are rules like any other', () => {
  const sent = [
    ['__proto__', 'x'],
    ['constructor', 'y'],
    ['toString', 'z'],
  ] as const;
  const values = ruleValues(rulesOf(Object.fromEntries(sent)));
  expect(Object.entries(values)).toEqual(sent);
  expect(JSON.stringify(values)).toBe('{"__proto__":"x","constructor":"y","toString":"z"}');
  expect(ruleValues(rulesOf({})).constructor).toBeUndefined();
});

test('rules cut at any length are refused, or an incomplete list of the first pairs', () => {
  const payload = payloadOf(goldenPacket('rules'));
  const whole = decodeRules(payload);
  for (const cut of cutsOf(payload)) {
    const read = outcome(() => decodeRules(cut));
    if (read instanceof PacketError) {
      expect(cut.length).toBeLessThan(3);
    } else {
      expect(read.complete).toBe(false);
      expect(read.pairs).toEqual(whole.pairs.slice(0, read.pairs.length));
    }
  }
});

test('reading gives what was written, bytes of any kind and any count', () => {
  const raw = fieldBytes.map(rawText);
  const pairs = fc.array(fc.record({ name: raw, value: raw }), { maxLength: 60 });
  fc.assert(
    fc.property(pairs, short, (list, declared) => {
      const read = decodeRules(payloadOf(encodeRules({ declared, pairs: list })));
      expect(read).toEqual({ declared, pairs: list, complete: list.length >= declared });
    }),
  );
});

test('texts come back as they were sent', () => {
  const names = fieldText.filter((text) => text !== '');
  fc.assert(
    fc.property(fc.dictionary(names, fieldText), (values) => {
      const read = decodeRules(payloadOf(encodeRules(rulesOf(values))));
      expect(Object.entries(ruleValues(read))).toEqual(Object.entries(values));
    }),
  );
});

test('a NUL inside a name or a value is refused by name', () => {
  expect(() => encodeRules({ declared: 1, pairs: [{ name: 'a', value: 'b\0' }] })).toThrow(
    /^rule value at byte /,
  );
});
