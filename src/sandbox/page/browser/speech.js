import { icon } from './icons.js';
import { LANGUAGES, settings } from './settings.js';
import { en } from './texts/en.js';
import { ptBr } from './texts/ptBr.js';
import { ru } from './texts/ru.js';

const CATALOGUES = { en, ru, 'pt-BR': ptBr };

/** The language of the person, as Discord names it: what the bot is told. */
export const locale = () => LANGUAGES[settings.language()];

/**
 * A text of the page in the person's language. A text with forms is chosen by `values.count`.
 *
 * @param {keyof typeof en} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const entry = CATALOGUES[settings.language()][key];
  const text = typeof entry === 'string' ? entry : entry[form(values.count)];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

const form = (count) => new Intl.PluralRules(settings.language()).select(Number(count));

/** Fills in the texts and icons that the page's HTML asks for. */
export function speakPage() {
  document.documentElement.lang = settings.language();
  for (const node of document.querySelectorAll('[data-text]')) {
    node.textContent = say(node.dataset.text);
  }
  for (const node of document.querySelectorAll('[data-label]')) {
    node.setAttribute('aria-label', say(node.dataset.label));
    if (node.tagName === 'BUTTON') {
      node.title = say(node.dataset.label);
    }
  }
  for (const node of document.querySelectorAll('[data-icon]')) {
    node.replaceChildren(icon(node.dataset.icon));
  }
}
