import { chooser, showDialog, tick } from './dialogView.js';
import { element } from './element.js';
import { applyTheme, LANGUAGES, settings } from './settings.js';
import { say } from './speech.js';

const LANGUAGE_NAMES = { en: 'English', ru: 'Русский', 'pt-BR': 'Português do Brasil' };

/**
 * How the page looks, and what the person and the server are.
 *
 * @param {ReturnType<typeof import('./placeView.js').placeView>} place
 * @param {(route: string, body: object) => Promise<void>} act
 */
export function showSettings(place, act) {
  const { guild } = place;
  const dialog = showDialog({ title: say('settings'), test: 'settings' }, [
    element('h3', {}, say('look')),
    themeChooser(),
    languageChooser(),
    element('h3', {}, say('youAnd', { bot: place.bot.name })),
    ...personTicks(place, act),
    ...(guild === null ? [] : guildPart(place, guild, (route, body) => act(route, body))),
  ]);
  dialog.querySelector('select').focus();
  return dialog;
}

function themeChooser() {
  const options = { system: say('themeSystem'), dark: say('themeDark'), light: say('themeLight') };
  return chooser(
    { name: say('theme'), test: 'theme', value: settings.theme(), options },
    (value) => {
      settings.keep('theme', value);
      applyTheme();
    },
  );
}

function languageChooser() {
  const value = settings.language();
  return chooser(
    { name: say('language'), test: 'language', value, options: LANGUAGE_NAMES },
    (chosen) => {
      settings.keep('language', chosen);
      location.reload();
    },
  );
}

function personTicks({ state, bot }, act) {
  const person = { takesDirects: state.takesDirects, installed: state.installed };
  const change = (key) => (checked) => {
    person[key] = checked;
    return act('/person', person);
  };
  return [
    tick(
      { words: say('takesDirects'), checked: person.takesDirects, test: 'takes-directs' },
      change('takesDirects'),
    ),
    tick(
      {
        words: say('installed', { bot: bot.name }),
        about: say('installedAbout'),
        checked: person.installed,
        test: 'installed',
      },
      change('installed'),
    ),
  ];
}

function guildPart(place, guild, act) {
  const { id, locale, hasBot, mayManage } = guild;
  const options = Object.fromEntries(
    Object.entries(LANGUAGES).map(([code, name]) => [name, LANGUAGE_NAMES[code]]),
  );
  return [
    element('h3', {}, say('thisServer', { guild: guild.name })),
    mayManage &&
      chooser(
        { name: say('guildLanguage'), test: 'guild-language', value: locale, options },
        (chosen) => act('/guild-locale', { guild: id, locale: chosen }),
      ),
    ...roleTicks(place, guild, act),
    mayManage &&
      hasBot &&
      element(
        'button',
        {
          type: 'button',
          class: 'button destructive',
          'data-test': 'expel',
          onclick: ({ target }) => {
            target.disabled = true;
            act('/expel', { guild: id });
          },
        },
        say('expel', { bot: place.bot.name }),
      ),
  ];
}

function roleTicks(place, guild, act) {
  const mine = new Set(place.me.roles);
  const free = guild.roles.filter(({ id, managed }) => id !== guild.id && !managed);
  return [
    element('p', { class: 'field-name' }, say('yourRoles')),
    ...free.map(({ id, name }) =>
      tick(
        { words: name, checked: mine.has(id), test: 'role', data: { 'data-role': name } },
        (checked) => {
          if (checked) {
            mine.add(id);
          } else {
            mine.delete(id);
          }
          return act('/roles', { guild: guild.id, roles: [...mine] });
        },
      ),
    ),
  ];
}
