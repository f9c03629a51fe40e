import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LEAST_INVITE } from '#sandbox/discord/permissionBits.ts';
import { MASTER_FAULTS } from '#sandbox/lists/foreignMaster.ts';

type Catalogue = Record<string, string | Record<string, string>>;

const FOLDER = fileURLToPath(new URL('../../../src/sandbox/page/browser/', import.meta.url));
const load = async (file: string, name: string): Promise<Catalogue> =>
  (await import(`${FOLDER}texts/${file}`))[name];
const en = await load('en.js', 'en');
const others = {
  ru: await load('ru.js', 'ru'),
  'pt-BR': await load('ptBr.js', 'ptBr'),
};

const formsOf = (entry: Catalogue[string] | undefined): string[] =>
  typeof entry === 'string' ? [entry] : Object.values(entry ?? {});
const placesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test.for(Object.entries(others))(
  'the page says in %s all that it says in English',
  ([language, texts]) => {
    expect(Object.keys(texts)).toEqual(Object.keys(en));
    for (const [key, entry] of Object.entries(texts)) {
      const [pattern = ''] = formsOf(en[key]);
      for (const form of formsOf(entry)) {
        expect([key, placesIn(form)]).toEqual([key, placesIn(pattern)]);
      }
      if (typeof entry !== 'string') {
        const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
        expect([key, Object.keys(entry).sort()]).toEqual([key, [...pluralCategories].sort()]);
      }
    }
  },
);

/** What the page is told by its server, and names. */
const TOLD: readonly string[] = [...LEAST_INVITE, ...MASTER_FAULTS.map((name) => `fault-${name}`)];

test('everything that can be chosen on the page has a name', () => {
  expect(TOLD.filter((key) => !(key in en))).toEqual([]);
});

test('no text of the page is without use', () => {
  const sources = readdirSync(FOLDER)
    .filter((name) => /\.(js|html)$/.test(name))
    .map((name) => readFileSync(`${FOLDER}${name}`, 'utf8'))
    .join('\n');
  const unused = Object.keys(en).filter(
    (key) =>
      !new RegExp(`['"]${key}['"]`).test(sources) && !TOLD.includes(key) && !/^label-/.test(key),
  );
  expect(unused).toEqual([]);
});
