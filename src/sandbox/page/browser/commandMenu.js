import { avatarOf } from './avatars.js';
import { element } from './element.js';

/**
 * @typedef {object} Row one row of the menu
 * @property {string} name
 * @property {string} [about]
 * @property {string} [tag] at the right: "required", the bot's name ...
 * @property {boolean} [required]
 * @property {string} [options] short list behind the name
 * @property {string} value for tests: what stands in data-value
 * @property {boolean} [ofBot] shows the bot's face
 * @property {() => void} pick
 */

/**
 * The list above the command box: drawn from choices, walked with the arrow keys.
 *
 * @param {HTMLElement} box
 * @param {HTMLElement} input the combobox that owns it
 * @param {() => { id: string, name: string }} bot
 */
export function createCommandMenu(box, input, bot) {
  /** @type {Row[]} */
  let rows = [];
  let selected = 0;
  /** Whether the person moved in the list, so that Enter means the row and not the line. */
  let walked = false;

  const nodes = () => [...box.querySelectorAll('[role="option"]')];
  const mark = () => {
    nodes().forEach((node, place) => {
      node.setAttribute('aria-selected', String(place === selected));
    });
    const node = nodes()[selected];
    node?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', node?.id ?? '');
  };

  return {
    /** @param {{ heading: string, rows: Row[], note: string | null }} content */
    show(content) {
      rows = content.rows;
      selected = 0;
      walked = false;
      box.hidden = rows.length === 0 && content.note === null;
      input.setAttribute('aria-expanded', String(!box.hidden));
      box.replaceChildren(
        element('div', { class: 'menu-heading' }, content.heading),
        ...rows.map((row, place) => rowView(row, place, bot())),
        ...(content.note === null ? [] : [element('div', { class: 'menu-note' }, content.note)]),
      );
      mark();
    },
    hide() {
      rows = [];
      box.hidden = true;
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    },
    /** @param {number} steps */
    move(steps) {
      if (rows.length > 0) {
        selected = (selected + steps + rows.length) % rows.length;
        walked = true;
        mark();
      }
    },
    current: () => (box.hidden ? null : (rows[selected] ?? null)),
    wasWalked: () => walked,
  };
}

function rowView(row, place, bot) {
  return element(
    'div',
    {
      class: 'command-choice',
      role: 'option',
      id: `command-choice-${place}`,
      'data-test': 'command-choice',
      'data-value': row.value,
      // The box must keep the focus: a click picks before it can be lost.
      onmousedown: (event) => {
        event.preventDefault();
        row.pick();
      },
    },
    row.ofBot && element('img', { src: avatarOf({ ...bot, bot: true }), alt: '' }),
    element(
      'div',
      { class: 'choice-text' },
      element(
        'div',
        { class: 'choice-name' },
        row.name,
        row.options && element('span', { class: 'options' }, row.options),
      ),
      row.about && element('div', { class: 'choice-about' }, row.about),
    ),
    row.tag && element('span', { class: `choice-tag${row.required ? ' required' : ''}` }, row.tag),
  );
}
