import { chooser, showDialog, tick } from './dialogView.js';
import { element } from './element.js';
import { LANGUAGES } from './settings.js';
import { locale, say } from './speech.js';

/** What the bot can have on top of what it asks for. */
const MORE = ['MENTION_EVERYONE', 'MANAGE_CHANNELS'];
const LANGUAGE_NAMES = { 'en-US': 'English', ru: 'Русский', 'pt-BR': 'Português do Brasil' };

/**
 * Invites the bot: into the server that is open, or into a new one where nothing is set up.
 *
 * @param {{ bot: { name: string, asks: string[] }, guild: { id: string, name: string } | null }} place `guild` null = a new one
 * @param {(body: { guild: string | null, locale: string, permissions: string[] }) => Promise<string | null>} invite null, or why it was refused
 */
export function showInvite({ bot, guild }, invite) {
  const rights = [...bot.asks, ...MORE].map((right) =>
    tick({
      words: say(right),
      checked: bot.asks.includes(right),
      test: 'invite-right',
      data: { 'data-permission': right },
    }),
  );
  const language = chooser({
    name: say('guildLanguage'),
    test: 'invite-language',
    value: locale(),
    options: Object.fromEntries(
      Object.values(LANGUAGES).map((code) => [code, LANGUAGE_NAMES[code]]),
    ),
  });
  const problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  const send = async () => {
    const boxes = rights.map((label) => label.querySelector('input'));
    const refused = await invite({
      guild: guild?.id ?? null,
      locale: language.querySelector('select').value,
      permissions: boxes.filter(({ checked }) => checked).map((box) => box.dataset.permission),
    });
    problem.textContent = refused ?? '';
    problem.hidden = refused === null;
    if (refused === null) {
      dialog.close();
    }
  };
  const dialog = showDialog(
    {
      title: guild === null ? say('inviteTitle') : say('inviteTo', { guild: guild.name }),
      test: 'invite',
    },
    [
      element(
        'p',
        {},
        guild === null ? say('inviteAbout', { bot: bot.name }) : say('inviteHereAbout'),
      ),
      guild === null ? language : '',
      element('p', { class: 'field-name' }, say('inviteRights', { bot: bot.name })),
      ...rights,
      problem,
    ],
    [
      element(
        'button',
        { type: 'button', class: 'button primary', 'data-test': 'invite-submit', onclick: send },
        say('authorise'),
      ),
    ],
  );
}
