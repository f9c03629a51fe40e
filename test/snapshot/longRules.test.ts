import { describe, expect, it } from 'vitest';
import { joinLongRules } from '#snapshot/longRules.ts';

const shown = (values: Record<string, string>) =>
  Object.fromEntries(joinLongRules(values).map(({ name, value }) => [name, value]));

describe('texts that a server sends in parts (spec a2s case 111)', () => {
  it.each([
    [
      'Rust',
      { description_01: 'b', description_00: 'a', description_10: 'c' },
      { description: 'abc' },
    ],
    ['V Rising', { desc0: 'x', settings1: '2', settings0: '1' }, { desc: 'x', settings: '12' }],
    ['Squad', { LicenseSig2_s: 'B', LicenseSig1_s: 'A' }, { LicenseSig: 'AB' }],
    [
      'Project Zomboid',
      { 'description:2/2': 'two', 'description:1/2': 'one ' },
      { description: 'one two' },
    ],
    ['Arma 2', { 'modNames:1-2': 'b;', 'modNames:0-2': 'a;' }, { modNames: 'a;b;' }],
  ])('%s', (_, values, expected) => {
    expect(shown(values)).toEqual(expected);
  });

  it('leaves names alone in which a number is a name', () => {
    const values = { MOD0_s: '1', MOD1_s: '2', p0: 'a', p1: 'b', mp_c4timer: '35', param1: '0' };
    expect(shown(values)).toEqual(values);
  });

  it('does not touch parts beside a whole rule of that name', () => {
    const values = { description: 'whole', description_00: 'part' };
    expect(shown(values)).toEqual(values);
  });

  it('keeps the order of the server', () => {
    const names = joinLongRules({ a: '1', desc0: 'x', b: '2', desc1: 'y' }).map(({ name }) => name);
    expect(names).toEqual(['a', 'desc', 'b']);
  });
});
