import { describe, expect, it } from 'vitest';
import { codePageChoices } from '#discord/codePages.ts';
import { LIMITS } from '#discord/limits.ts';
import { readLookUp } from '#discord/lookUp.ts';
import { parseTarget } from '#snapshot/target.ts';
import { createTexts } from '#text/texts.ts';
import { watchOf } from './pictures.ts';

const texts = createTexts();
const t = texts.in('en');

describe('code pages offered to people', () => {
  it('are found by the language people write in, or by their label', () => {
    expect(codePageChoices('russ', t)[0]).toEqual({
      name: 'Russian, Ukrainian, Bulgarian (windows-1251)',
      value: 'windows-1251',
    });
    expect(codePageChoices('1250', t)).toMatchObject([{ value: 'windows-1250' }]);
    expect(codePageChoices('polonês', texts.in('pt-BR'))).toMatchObject([
      { value: 'windows-1250' },
    ]);
    expect(codePageChoices('klingon', t)).toEqual([]);
  });

  it.each(['en', 'ru', 'pt-BR'] as const)(
    'in %s are few and short enough, and all can be read',
    (language) => {
      const all = codePageChoices('', texts.in(language));
      expect(all.length).toBeLessThanOrEqual(LIMITS.choices);
      for (const { name, value } of all) {
        expect(name.length).toBeLessThanOrEqual(LIMITS.choiceName);
        expect(parseTarget('203.0.113.5:27015', null, value)).toMatchObject({ ok: true });
      }
    },
  );
});

describe('the code page of a look-up', () => {
  const watch = watchOf({
    id: 'oldworld',
    target: { host: '203.0.113.5', port: 27015, game: null, encoding: 'windows-1251' },
  });
  const watched = [{ watch, name: null, game: null }];
  const target = (server: string, encoding: string | null = null) => {
    const read = readLookUp(server, null, watched, encoding);
    return read.ok ? read.lookUp.target : read.problem;
  };

  it('is the one named, else the one its watch was given', () => {
    expect(target('203.0.113.9:27015')).not.toHaveProperty('encoding');
    expect(target('203.0.113.9:27015', 'gb18030')).toMatchObject({ encoding: 'gb18030' });
    expect(target('oldworld')).toMatchObject({ encoding: 'windows-1251' });
    expect(target('oldworld', 'utf-8')).toMatchObject({ encoding: 'utf-8' });
  });

  it('that does not exist is refused by name', () => {
    expect(target('203.0.113.9:27015', 'klingon')).toEqual({
      kind: 'bad-encoding',
      given: 'klingon',
    });
  });
});
