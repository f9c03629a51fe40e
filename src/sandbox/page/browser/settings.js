const KEYS = {
  person: 'crowsnest-person',
  theme: 'crowsnest-theme',
  language: 'crowsnest-language',
};

/** Languages that the page speaks, each with the locale that Discord gives to the bot. */
export const LANGUAGES = { en: 'en-US', ru: 'ru', 'pt-BR': 'pt-BR' };

/** What this browser remembers of the person who looks. */
export const settings = {
  person: () => localStorage.getItem(KEYS.person),
  /** "system", "dark" or "light". */
  theme: () => localStorage.getItem(KEYS.theme) ?? 'system',
  /** One of LANGUAGES; at first the browser's own, when it is one of them. */
  language: () => {
    const kept = localStorage.getItem(KEYS.language);
    const own = Object.keys(LANGUAGES).find((code) =>
      navigator.language.toLowerCase().startsWith(code.slice(0, 2)),
    );
    return kept !== null && kept in LANGUAGES ? kept : (own ?? 'en');
  },
  /**
   * @param {keyof typeof KEYS} key
   * @param {string} value
   */
  keep: (key, value) => localStorage.setItem(KEYS[key], value),
};

/** Shows the theme that was chosen; "system" leaves it to the browser. */
export function applyTheme() {
  document.documentElement.dataset.theme = settings.theme();
}
