/**
 * Reading what stands in the command box: "/watch add server:127.0.0.1:27015 channel:#status". Pure, no DOM.
 *
 * @typedef {object} Leaf something that can be run: a command, or a subcommand with the names above it
 * @property {string} name "watch add"
 * @property {string} description
 * @property {object[]} options required ones first
 * @property {string | null} permissions default_member_permissions of the command
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
    .flatMap((command) => branch(command, command.name, command.default_member_permissions ?? null))
    .sort((left, right) => left.name.localeCompare(right.name));
}

function branch(node, name, permissions) {
  const options = node.options ?? [];
  const below = options.filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (below.length > 0) {
    return below.flatMap((child) => branch(child, `${name} ${child.name}`, permissions));
  }
  const ordered = [
    ...options.filter(isRequired),
    ...options.filter((option) => !isRequired(option)),
  ];
  return [{ name, description: node.description, options: ordered, permissions }];
}

const isRequired = (option) => option.required === true;

/**
 * @param {string} text
 * @param {number} caret
 * @param {Leaf[]} leaves
 * @returns {Line}
 */
export function readLine(text, caret, leaves) {
  const nothing = { query: '', leaf: null, given: [], active: null, bare: '', bareEnd: 0 };
  if (!text.startsWith('/')) {
    return { ...nothing, stage: 'text' };
  }
  const leaf =
    leaves
      .filter(({ name }) => startsWithName(text, name))
      .sort((a, b) => b.name.length - a.name.length)[0] ?? null;
  if (leaf === null || text.length === leaf.name.length + 1) {
    return { ...nothing, stage: 'command', query: text.slice(1).trimStart(), leaf };
  }
  const start = leaf.name.length + 1;
  const given = readOptions(text, start, leaf.options);
  const bareEnd = given[0]?.start ?? text.length;
  return {
    stage: 'options',
    query: '',
    leaf,
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
    const option = options.find(({ name }) => name === found[1]);
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
  const rank = ({ name }) =>
    name.startsWith(wanted)
      ? 0
      : name.split(/[ -]/).some((part) => part.startsWith(wanted))
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
    return { problem: `"${line.bare}" belongs to no option of /${line.leaf.name}.` };
  }
  const options = {};
  for (const { option, text } of line.given) {
    const value = text === '' ? null : meaning(option, text);
    if (value !== null && 'problem' in value) {
      return { problem: `${option.name}: ${value.problem}` };
    }
    if (value !== null) {
      options[option.name] = value.value;
    }
  }
  const missing = line.leaf.options.find(
    (option) => isRequired(option) && !(option.name in options),
  );
  return missing === undefined
    ? { options }
    : { problem: `${missing.name}: This option is required. Specify a value.` };
}
