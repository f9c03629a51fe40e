import { keyOf, leavesOf, matchingLeaves, missingOptions, readLine } from './commandLine.js';
import { fixedSuggestions, meaningOf, narrow, takesFile } from './optionValues.js';
import { say } from './speech.js';

const AUTOCOMPLETE_PAUSE_MS = 150;
const MOST_ROWS = 25;
const MOST_REMEMBERED = 500;

/**
 * @typedef {object} Known
 * @property {object[]} commands in the person's language
 * @property {import('./optionValues.js').Guild} guild
 * @property {{ id: string, name: string }} bot
 */

/**
 * What is offered above the command box while somebody types.
 *
 * @param {object} parts
 * @param {HTMLInputElement} parts.input
 * @param {ReturnType<typeof import('./commandMenu.js').createCommandMenu>} parts.menu
 * @param {() => Known} parts.known
 * @param {(text: string, caret?: number) => void} parts.write
 * @param {(command: string, options: object, focused: string) => Promise<{ name: string, value: string | number }[] | null>} parts.complete
 * @param {(taken: (file: { filename: string, id: string }) => void) => void} parts.pickFile lets the person choose a file and uploads it
 */
export function createSuggestions({ input, menu, known, write, complete, pickFile }) {
  /** What the bot offered, by command and option: the labels stand for their values. */
  const offered = new Map();
  /** Counts what was typed, so that an answer that comes late is dropped. */
  let turn = 0;
  let pause = 0;

  const line = () =>
    readLine(input.value, input.selectionStart ?? input.value.length, leavesOf(known().commands));
  const key = (leaf, option) => `${leaf.key} ${keyOf(option)}`;
  const offeredFor = (leaf, option) => offered.get(key(leaf, option)) ?? [];
  const meaning = (leaf) => (option, text) =>
    meaningOf(option, text, [
      ...fixedSuggestions(option, known().guild),
      ...offeredFor(leaf, option),
    ]);

  const optionRows = (read, replaced = '') =>
    missingOptions(read).map((option) => ({
      name: option.name,
      about: option.description,
      tag: say(option.required ? 'required' : 'optional'),
      required: option.required === true,
      value: option.name,
      pick: () => {
        const kept = input.value.slice(0, input.value.length - replaced.length).trimEnd();
        write(`${kept} ${option.name}:`);
      },
    }));

  const showCommands = ({ query }) => {
    const { commands, bot } = known();
    const found = matchingLeaves(leavesOf(commands), query).slice(0, MOST_ROWS);
    const empty = commands.length === 0 ? say('noCommands') : say('noCommandNamed');
    menu.show({
      heading: query === '' ? say('commandsHere') : say('commandsMatching', { query }),
      rows: found.map((leaf) => commandRow(leaf, bot, write)),
      note: found.length === 0 ? empty : null,
    });
  };

  const showOptions = (read) => {
    const rows = optionRows(read, read.given.length === 0 ? read.bare : '');
    menu.show({ heading: `/${read.leaf.name}: ${read.leaf.description}`, rows, note: null });
  };

  /** Puts a value in place of what is typed for the option. */
  const writeValue = ({ from, end }, label) => {
    const head = `${input.value.slice(0, from)}${label} `;
    write(`${head}${input.value.slice(end)}`, head.length);
  };

  const showFiles = (read) => {
    const { leaf, active } = read;
    const pick = () =>
      pickFile(({ filename, id }) => {
        const label = filename.replaceAll(':', '_');
        offered.set(key(leaf, active.option), [
          { label, value: id },
          ...offeredFor(leaf, active.option),
        ]);
        writeValue(active, label);
      });
    const rows =
      active.text === ''
        ? [{ name: say('chooseFile'), value: 'choose-file', pick }]
        : optionRows(read);
    menu.show({
      heading: `${active.option.name}: ${active.option.description}`,
      rows,
      note: null,
    });
  };

  const showValues = (read, suggestions, waiting) => {
    const { option, text } = read.active;
    const settled = suggestions.some(({ label }) => label === text) && /\s$/.test(input.value);
    const rows = settled
      ? []
      : suggestions.map(({ label, value }) => ({
          name: label,
          value: String(value),
          pick: () => writeValue(read.active, label),
        }));
    const others = text !== '' && rows.length === 0 ? optionRows(read) : [];
    const hint = waiting ? say('loading') : hintFor(option);
    menu.show({
      heading: settled ? `/${read.leaf.name}` : `${option.name}: ${option.description}`,
      rows: [...rows, ...others],
      note: text === '' && rows.length === 0 ? hint : null,
    });
  };

  const askBot = (read) => {
    const asked = turn;
    const { leaf } = read;
    const { option } = read.active;
    pause = window.setTimeout(async () => {
      const values = read.given.map((one) => [keyOf(one.option), valueSoFar(leaf, one)]);
      const choices = await complete(leaf.key, Object.fromEntries(values), keyOf(option));
      if (asked !== turn || choices === null) {
        return;
      }
      const fresh = choices.map(({ name, value }) => ({ label: name, value }));
      const all = [...fresh, ...offeredFor(leaf, option)].slice(0, MOST_REMEMBERED);
      offered.set(key(leaf, option), all);
      showValues(line(), fresh, false);
    }, AUTOCOMPLETE_PAUSE_MS);
  };

  const valueSoFar = (leaf, { option, text }) => {
    const meant = meaning(leaf)(option, text);
    return 'value' in meant ? meant.value : text;
  };

  const cancel = () => {
    turn += 1;
    window.clearTimeout(pause);
  };

  return {
    line,
    meaning,
    /** Drops what the bot has yet to offer. */
    cancel,
    /** Shows what fits what is typed now. */
    refresh() {
      const read = line();
      cancel();
      if (read.stage === 'text') {
        menu.hide();
      } else if (read.stage === 'command') {
        showCommands(read);
      } else if (read.active === null) {
        showOptions(read);
      } else if (takesFile(read.active.option)) {
        showFiles(read);
      } else if (read.active.option.autocomplete) {
        showValues(read, narrow(offeredFor(read.leaf, read.active.option), read.active.text), true);
        askBot(read);
      } else {
        const fixed = fixedSuggestions(read.active.option, known().guild);
        showValues(read, narrow(fixed, read.active.text), false);
      }
    },
  };
}

function commandRow(leaf, bot, write) {
  const required = leaf.options.filter((option) => option.required).map(({ name }) => name);
  return {
    name: `/${leaf.name}`,
    about: leaf.description,
    options: required.join(' '),
    tag: bot.name,
    value: leaf.key,
    ofBot: true,
    pick: () => write(`/${leaf.name} ${required.length > 0 ? `${required[0]}:` : ''}`),
  };
}

const INTEGER = 4;
const NUMBER = 10;

function hintFor({ type }) {
  return say(type === INTEGER || type === NUMBER ? 'typeNumber' : 'typeText');
}
