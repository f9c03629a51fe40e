import { say } from './speech.js';

/**
 * The values an option can have, and what a written value means.
 *
 * @typedef {object} Guild what the page knows of the guild
 * @property {{ id: string, name: string, type: number }[]} channels
 * @property {{ id: string, name: string }[]} roles
 * @property {{ id: string, name: string }[]} people
 *
 * @typedef {object} Suggestion
 * @property {string} label what is written into the box
 * @property {string | number | boolean} value what is sent
 * @property {string} [about]
 */

const TYPE = {
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
};

/**
 * Suggestions that need nobody to be asked: choices, yes or no, channels, roles, people.
 *
 * @param {object} option
 * @param {Guild} guild
 * @returns {Suggestion[]}
 */
export function fixedSuggestions(option, guild) {
  if (option.choices?.length) {
    return option.choices.map(({ name, value }) => ({ label: name, value }));
  }
  switch (option.type) {
    case TYPE.boolean:
      return [
        { label: say('true'), value: true },
        { label: say('false'), value: false },
      ];
    case TYPE.channel:
      return guild.channels
        .filter(fits(option))
        .map(({ id, name }) => ({ label: `#${name}`, value: id }));
    case TYPE.role:
      return roles(guild);
    case TYPE.user:
      return people(guild);
    case TYPE.mentionable:
      return [...roles(guild), ...people(guild)];
    default:
      return [];
  }
}

const fits = (option) => (channel) =>
  !option.channel_types?.length || option.channel_types.includes(channel.type);
const roles = (guild) =>
  guild.roles.map(({ id, name }) => ({
    label: name.startsWith('@') ? name : `@${name}`,
    value: id,
  }));
const people = (guild) => guild.people.map(({ id, name }) => ({ label: `@${name}`, value: id }));

/**
 * Those of the suggestions that contain what was typed, those that begin with it first; at most 25.
 *
 * @param {Suggestion[]} suggestions
 * @param {string} typed
 */
export function narrow(suggestions, typed) {
  const bare = (text) => text.toLowerCase().replace(/^[#@]/, '');
  const wanted = bare(typed);
  const found = suggestions.filter(({ label }) => bare(label).includes(wanted));
  return found
    .sort(
      (left, right) =>
        Number(bare(right.label).startsWith(wanted)) - Number(bare(left.label).startsWith(wanted)),
    )
    .slice(0, 25);
}

/**
 * What a written value means.
 *
 * @param {object} option
 * @param {string} text
 * @param {Suggestion[]} known suggestions that were shown for this option, the fixed ones included
 * @returns {{ value: string | number | boolean } | { problem: string }}
 */
export function meaningOf(option, text, known) {
  const bare = (label) => label.toLowerCase().replace(/^[#@]/, '');
  const chosen =
    known.find(({ label }) => label === text) ??
    (isListed(option)
      ? known.find(({ label, value }) => bare(label) === bare(text) || String(value) === text)
      : undefined);
  if (chosen !== undefined) {
    return { value: chosen.value };
  }
  if (isListed(option)) {
    return {
      problem: option.choices?.length ? say('chooseOne') : say('thereIsNo', { text }),
    };
  }
  if (option.type === TYPE.integer || option.type === TYPE.number) {
    const number = Number(text);
    const whole = option.type === TYPE.number || Number.isInteger(number);
    return Number.isFinite(number) && whole
      ? { value: number }
      : { problem: say(option.type === TYPE.number ? 'notNumber' : 'notWhole', { text }) };
  }
  return { value: text };
}

/**
 * Whether the option takes a file.
 *
 * @param {{ type: number }} option
 */
export const takesFile = ({ type }) => type === TYPE.attachment;

function isListed(option) {
  return (
    Boolean(option.choices?.length) ||
    takesFile(option) ||
    (option.type >= TYPE.boolean && option.type <= TYPE.mentionable)
  );
}
