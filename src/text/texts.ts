import i18next from 'i18next';
import { en } from './en.ts';
import { ptBr } from './ptBr.ts';
import { ru } from './ru.ts';

/** One catalogue a language, all with the same keys. */
export const CATALOGUES = { en, ru, 'pt-BR': ptBr } as const;

export type Language = keyof typeof CATALOGUES;

type Plural = 'one' | 'few' | 'many' | 'other';
type WithoutPlural<Key> = Key extends `${infer Base}_${Plural}` ? Base : Key;

/** Name of one text; plural forms are chosen by the value `count`. */
export type TextKey = WithoutPlural<keyof typeof en>;

/** Whether there is a text of this name; plural forms are not asked for by their ends. */
export const isTextKey = (name: string): name is TextKey => Object.hasOwn(en, name);

/** Gives the text of a key with its values filled in. Values are put in as they are: escape them for their place first. */
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

export type Texts = { in(language: Language): Translate };

/** Loads the catalogues. A text missing in a language would come in English (a test sees to it that none is). */
export function createTexts(): Texts {
  const catalogue = i18next.createInstance();
  void catalogue.init({
    resources: Object.fromEntries(
      Object.entries(CATALOGUES).map(([language, translation]) => [language, { translation }]),
    ),
    fallbackLng: 'en',
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return {
    in(language) {
      const translate = catalogue.getFixedT(language);
      return (key, values = {}) => translate(key, values);
    },
  };
}

/** Our language for one of Discord's locales; English for all that we do not speak. */
export function languageOf(locale: string): Language {
  const short = locale.split('-')[0];
  return short === 'ru' ? 'ru' : short === 'pt' ? 'pt-BR' : 'en';
}
