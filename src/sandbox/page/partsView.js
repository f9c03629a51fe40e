import { element } from './element.js';

const BUTTON_COLOURS = {
  1: 'primary',
  2: 'secondary',
  3: 'success',
  4: 'destructive',
  5: 'secondary',
};

/**
 * What a person can do with the parts of a message.
 *
 * @typedef {object} PartActions
 * @property {(customId: string) => void} click
 * @property {(customId: string, values: string[]) => void} choose
 * @property {(type: number, channelTypes: number[]) => { label: string, value: string }[]} candidates of a user, role or channel menu
 */

/**
 * The rows of buttons and menus below a message.
 *
 * @param {object[]} rows components of the message, as the API gives them
 * @param {PartActions} actions
 * @returns {HTMLElement[]}
 */
export function partsView(rows, actions) {
  return rows
    .filter((row) => row.type === 1)
    .map((row) =>
      element(
        'discord-action-row',
        { slot: 'components', class: 'action-row' },
        ...(row.components ?? []).map((part) =>
          part.type === 2 ? button(part, actions) : menu(part, actions),
        ),
      ),
    );
}

function button(part, actions) {
  const isLink = part.style === 5 && /^https?:\/\//.test(part.url ?? '');
  const made = element(
    'discord-button',
    {
      type: BUTTON_COLOURS[part.style] ?? 'secondary',
      disabled: part.disabled === true,
      'data-test': 'button',
      'data-custom-id': part.custom_id,
      url: isLink ? part.url : null,
    },
    [part.emoji?.name, part.label].filter(Boolean).join(' '),
  );
  if (!isLink && part.disabled !== true && part.custom_id) {
    made.addEventListener('click', () => actions.click(part.custom_id));
  }
  return made;
}

function menu(part, actions) {
  const options =
    part.type === 3
      ? (part.options ?? [])
      : actions.candidates(part.type, part.channel_types ?? []);
  return (part.max_values ?? 1) > 1
    ? manyMenu(part, options, actions)
    : oneMenu(part, options, actions);
}

function oneMenu(part, options, actions) {
  const chosen = options.some((option) => option.default === true);
  const made = element(
    'select',
    {
      class: 'select-menu',
      'data-test': 'select',
      'data-custom-id': part.custom_id,
      'aria-label': part.placeholder ?? 'Make a selection',
      disabled: part.disabled === true,
    },
    element(
      'option',
      { value: '', disabled: true, selected: !chosen },
      part.placeholder ?? 'Make a selection',
    ),
    ...options.map((option) =>
      element(
        'option',
        { value: option.value, selected: option.default === true, title: option.description },
        optionText(option),
      ),
    ),
  );
  made.addEventListener('change', () => actions.choose(part.custom_id, [made.value]));
  return made;
}

const optionText = ({ label, description }) =>
  description ? `${label} \u2014 ${description}` : label;

function manyMenu(part, options, actions) {
  const list = element(
    'select',
    {
      multiple: true,
      class: 'select-menu many',
      'data-test': 'select',
      'data-custom-id': part.custom_id,
      disabled: part.disabled === true,
      'aria-label': part.placeholder ?? 'Make a selection',
    },
    ...options.map((option) =>
      element(
        'option',
        { value: option.value, selected: option.default === true },
        optionText(option),
      ),
    ),
  );
  const send = () =>
    actions.choose(
      part.custom_id,
      [...list.selectedOptions].map((option) => option.value),
    );
  return element(
    'div',
    { class: 'select-many' },
    list,
    element('button', { class: 'small-button', type: 'button', onclick: send }, 'Choose'),
  );
}
