/** Where a text is missing, Discord takes this other locale before the text of the default (spec discord section 2, rule 7). */
const FALLBACKS = { 'en-US': 'en-GB', 'en-GB': 'en-US', 'es-419': 'es-ES' };

/**
 * Commands as a person of this locale sees them: `name` and `description` are the shown ones, `key` is the name that is sent.
 *
 * @param {object[]} commands as registered
 * @param {string} locale
 */
export function localizedCommands(commands, locale) {
  return commands.map((command) => localized(command, locale));
}

function localized(node, locale) {
  const said = (texts, otherwise) => texts?.[locale] ?? texts?.[FALLBACKS[locale]] ?? otherwise;
  return {
    ...node,
    key: node.name,
    name: said(node.name_localizations, node.name),
    description: said(node.description_localizations, node.description),
    ...(node.options && { options: node.options.map((option) => localized(option, locale)) }),
    ...(node.choices && {
      choices: node.choices.map(({ name, value, name_localizations: names }) => ({
        name: said(names, name),
        value,
      })),
    }),
  };
}
