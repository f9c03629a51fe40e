import { say } from './speech.js';

/**
 * Reading what stands in the command box: "/watch add server:127.0.0.1:27015 channel:#status". Pure, no DOM.
 *
 * @typedef {object} Leaf something that can be run: a command, or a subcommand with the names above it
 * @property {string} name "watch add", in the person's language
 * @property {string} key the same by the names that are sent
 * @property {string} description
 * @property {object[]} options required ones first
 *
 * @typedef {object} Given one option that was written
 * @property {object} option its definition
 * @property {number} start where its name starts
 * @property {number} from where its value starts
 * @property {number} end where its value ends
 * @property {string} text the value, trimmed
 *
 * @typedef {object} Line
 * @property {'text' | 'command' | 'options'} stage
 * @property {string} query what was typed of a command's name
 * @property {Leaf | null} leaf the command that is typed in full
 * @property {string} typed its name as it is typed
 * @property {Given[]} given
 * @property {Given | null} active the option in whose value the caret stands
 * @property {number} bareEnd where the text before the first option ends
 * @property {string} bare words before the first option that belong to none
 */

const SUBCOMMAND = 1;
const GROUP = 2;

/**
 * Everything that can be run, with subcommands spelled out.
 *
 * @param {object[]} commands as registered
 * @returns {Leaf[]}
 */
export function leavesOf(commands) {
  return commands
    .filter((command) => command.type === undefined || command.type === 1)
    .flatMap((command) => branch(command, [command.name], [keyOf(command)]))
    .sort((left, right) => left.name.localeCompare(right.name));
}

/**
 * The name that is sent for a command or an option.
 *
 * @param {{ name: string, key?: string }} named
 */
export const keyOf = ({ name, key }) => key ?? name;

function branch(node, names, keys) {
  const options = node.options ?? [];
  const below = options.filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (below.length > 0) {
    return below.flatMap((child) => branch(child, [...names, child.name], [...keys, keyOf(child)]));
  }
  const ordered = [
    ...options.filter(isRequired),
    ...options.filter((option) => !isRequired(option)),
  ];
  const { description } = node;
  return [{ name: names.join(' '), key: keys.join(' '), description, options: ordered }];
}

const isRequired = (option) => option.required === true;

/**
 * @param {string} text
 * @param {number} caret
 * @param {Leaf[]} leaves
 * @returns {Line}
 */
export function readLine(text, caret, leaves) {
  const nothing = {
    query: '',
    leaf: null,
    typed: '',
    given: [],
    active: null,
    bare: '',
    bareEnd: 0,
  };
  if (!text.startsWith('/')) {
    return { ...nothing, stage: 'text' };
  }
  const { leaf, typed } =
    leaves
      .flatMap((one) => [one.name, one.key].map((name) => ({ leaf: one, typed: name })))
      .filter((one) => startsWithName(text, one.typed))
      .sort((a, b) => b.typed.length - a.typed.length)[0] ?? nothing;
  if (leaf === null || text.length === typed.length + 1) {
    return { ...nothing, stage: 'command', query: text.slice(1).trimStart(), leaf, typed };
  }
  const start = typed.length + 1;
  const given = readOptions(text, start, leaf.options);
  const bareEnd = given[0]?.start ?? text.length;
  return {
    stage: 'options',
    query: '',
    leaf,
    typed,
    given,
    active: given.find(({ from, end }) => caret >= from && caret <= end) ?? null,
    bare: text.slice(start, bareEnd).trim(),
    bareEnd,
  };
}

function startsWithName(text, name) {
  return (
    text.startsWith(`/${name}`) &&
    (text.length === name.length + 1 || text[name.length + 1] === ' ')
  );
}

/** A value goes on until the next name of an option; so it may hold blanks and colons. The first of two equal names counts. */
function readOptions(text, start, options) {
  const marks = [];
  for (const found of text.slice(start).matchAll(/(?<=\s)([-_\p{L}\p{N}]{1,32}):/gu)) {
    const option = options.find((one) => one.name === found[1] || keyOf(one) === found[1]);
    if (option !== undefined && !marks.some((mark) => mark.option === option)) {
      const at = start + found.index;
      marks.push({ option, start: at, from: at + found[0].length });
    }
  }
  return marks.map((mark, place) => {
    const end = marks[place + 1]?.start ?? text.length;
    return { ...mark, end, text: text.slice(mark.from, end).trim() };
  });
}

/**
 * Commands whose name or part of a name begins with what was typed; those that begin with it come first.
 *
 * @param {Leaf[]} leaves
 * @param {string} query
 */
export function matchingLeaves(leaves, query) {
  const wanted = query.toLowerCase().trimEnd();
  const rank = ({ name, key }) =>
    [name, key].some((one) => one.startsWith(wanted))
      ? 0
      : `${name} ${key}`.split(/[ -]/).some((part) => part.startsWith(wanted))
        ? 1
        : 2;
  return leaves.filter((leaf) => rank(leaf) < 2).sort((left, right) => rank(left) - rank(right));
}

/**
 * Options of the command that were not written yet.
 *
 * @param {Line} line
 */
export function missingOptions(line) {
  return (line.leaf?.options ?? []).filter(
    (option) => !line.given.some((given) => given.option === option),
  );
}

/**
 * What is written, as the values to send; or the sentence that says why it cannot be sent.
 *
 * @param {Line} line
 * @param {(option: object, text: string) => { value: string | number | boolean } | { problem: string }} meaning
 * @returns {{ options: Record<string, string | number | boolean> } | { problem: string }}
 */
export function valuesOf(line, meaning) {
  if (line.bare !== '') {
    return { problem: say('noSuchOption', { text: line.bare, command: line.leaf.name }) };
  }
  const options = {};
  for (const { option, text } of line.given) {
    const value = text === '' ? null : meaning(option, text);
    if (value !== null && 'problem' in value) {
      return { problem: `${option.name}: ${value.problem}` };
    }
    if (value !== null) {
      options[keyOf(option)] = value.value;
    }
  }
  const missing = line.leaf.options.find(
    (option) => isRequired(option) && !(keyOf(option) in options),
  );
  return missing === undefined
    ? { options }
    : { problem: `${missing.name}: ${say('optionRequired')}` };
}
