import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUES, createTexts, type Language, languageOf, type TextKey } from '#text/texts.ts';

const texts = createTexts();
const languages = Object.keys(CATALOGUES) as Language[];
const PLURAL = /_(one|few|many|other)$/;

const catalogue = (language: Language): Record<string, string> => CATALOGUES[language];
const baseKeys = (language: Language): string[] =>
  [...new Set(Object.keys(catalogue(language)).map((key) => key.replace(PLURAL, '')))].sort();
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();

/** Every form of a text, by key; a text without plural has one. */
function forms(language: Language, base: string): string[] {
  return Object.entries(catalogue(language))
    .filter(([key]) => key.replace(PLURAL, '') === base)
    .map(([, text]) => text);
}

describe.each(languages)('the catalogue %s', (language) => {
  it('has the keys of English and no others', () => {
    expect(baseKeys(language)).toEqual(baseKeys('en'));
  });

  it('fills in the same values in every form', () => {
    for (const base of baseKeys('en')) {
      const wanted = placeholders(forms('en', base)[0] ?? '');
      for (const text of forms(language, base)) {
        expect({ base, values: placeholders(text) }).toEqual({ base, values: wanted });
      }
    }
  });

  it('has exactly the plural forms the language needs', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    const plural = baseKeys(language).filter((base) => `${base}_other` in catalogue(language));
    expect(plural).toContain('duration.minutes');
    for (const base of plural) {
      const present = Object.keys(catalogue(language))
        .filter((key) => key.replace(PLURAL, '') === base)
        .map((key) => PLURAL.exec(key)?.[1])
        .sort();
      expect({ base, present }).toEqual({ base, present: categories });
    }
  });

  it('keeps command descriptions within 100 characters', () => {
    const descriptions = Object.entries(catalogue(language)).filter(([key]) =>
      /^(command|option)\./.test(key),
    );
    expect(descriptions.length).toBeGreaterThan(10);
    for (const [key, text] of descriptions) {
      expect({ key, fits: text.length <= 100 }).toEqual({ key, fits: true });
    }
  });

  it('puts values in as they are, whatever they look like', () => {
    const hostile = '$t(state.online) {{count}} $& $1 <b>&amp; "';
    const text = texts.in(language)('ark.inCluster', { cluster: hostile });
    expect(text.endsWith(hostile)).toBe(true);
  });
});

it('counts in Russian as Russians do', () => {
  const t = texts.in('ru');
  const minutes = [1, 2, 5, 11, 21, 22, 25, 111].map((count) => t('duration.minutes', { count }));
  expect(minutes).toEqual([
    '1 минута',
    '2 минуты',
    '5 минут',
    '11 минут',
    '21 минута',
    '22 минуты',
    '25 минут',
    '111 минут',
  ]);
});

it('never shows a key to a person', () => {
  for (const language of languages) {
    for (const base of baseKeys('en')) {
      const text = texts.in(language)(base as TextKey, { count: 3 });
      expect(text).not.toBe(base);
    }
  }
});

/** The code that may use texts, without the catalogues. */
function readCode(): string {
  const root = join(import.meta.dirname, '../..');
  const files = globSync(['src/**/*.ts', 'commands/**/*.ts'], { cwd: root });
  const users = files.filter((file) => !file.startsWith(join('src', 'text')));
  return users.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

/** What keys made of parts look like, such as `trouble.${kind}`; a type's `option.${string}` uses none. */
function keyPatterns(code: string): RegExp[] {
  const templates = [...code.matchAll(/`(\w+\.[^`\n]*)`/g)].map((match) => match[1] ?? '');
  return templates
    .filter((template) => /\$\{(?!string\})/.test(template))
    .map((template) => template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.')))
    .filter((parts) => parts.every((part) => /^[\w\\.-]*$/.test(part)))
    .map((parts) => new RegExp(`^${parts.join('[\\w-]+')}$`));
}

it('has no text that nothing says', () => {
  const code = readCode();
  const patterns = keyPatterns(code);
  const isSaid = (base: string) =>
    code.includes(`'${base}'`) || patterns.some((pattern) => pattern.test(base));
  expect(baseKeys('en').filter((base) => !isSaid(base))).toEqual([]);
});

it('speaks English to everybody whose language it does not know', () => {
  expect(['ru', 'pt-BR', 'en-GB', 'en-US', 'de', 'zh-CN'].map(languageOf)).toEqual([
    'ru',
    'pt-BR',
    'en',
    'en',
    'en',
    'en',
  ]);
});
