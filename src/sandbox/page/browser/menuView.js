import { element } from './element.js';
import { emojiNode } from './emoji.js';
import { say } from './speech.js';

const hint = (part) => part.placeholder ?? say('makeSelection');

/**
 * A menu of which one thing is chosen.
 *
 * @param {object} part the component
 * @param {import('./menuCandidates.js').Candidate[]} offered
 * @param {(values: string[]) => void} send
 */
export function oneMenu(part, offered, send) {
  const chosen = offered.some((option) => option.default);
  const optional = part.min_values === 0;
  const made = element(
    'select',
    {
      class: 'menu',
      'data-test': 'select',
      'data-custom-id': part.custom_id,
      'aria-label': hint(part),
      disabled: part.disabled === true,
    },
    // The face of the closed menu, in browsers that can style it.
    element('button', {}, element('selectedcontent')),
    element('option', { value: '', disabled: !optional, selected: !chosen }, hint(part)),
    ...offered.map((option) =>
      element(
        'option',
        { value: option.value, selected: option.default },
        option.emoji && emojiNode(option.emoji),
        ...optionText(option),
      ),
    ),
  );
  made.addEventListener('change', () => send(made.value === '' ? [] : [made.value]));
  return made;
}

const optionText = ({ label, about }) => [
  label,
  about &&
    element('span', { class: 'about' }, element('span', { class: 'dash' }, ' \u2014 '), about),
];

/**
 * A menu of which several things are chosen: a list of boxes that opens below its head.
 *
 * @param {object} part the component
 * @param {import('./menuCandidates.js').Candidate[]} offered
 * @param {(values: string[]) => void} [send] without it the boxes belong to a form, and are read by `chosenIn`
 */
export function manyMenu(part, offered, send) {
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  const boxes = offered.map((option) =>
    element('input', {
      type: 'checkbox',
      value: option.value,
      checked: option.default,
      'data-test': 'select-option',
      'data-value': option.value,
    }),
  );
  const head = element('span');
  const done = element(
    'button',
    { type: 'button', class: 'button primary', 'data-test': 'select-done' },
    say('done'),
  );
  const chosen = () => boxes.filter((box) => box.checked);
  const refresh = () => {
    const labels = chosen().map((box) => offered[boxes.indexOf(box)].label);
    head.textContent = labels.length > 0 ? labels.join(', ') : hint(part);
    for (const box of boxes) {
      box.disabled = !box.checked && labels.length >= most;
    }
    done.disabled = labels.length < least;
  };
  const made = element(
    'details',
    {
      class: 'menu many',
      'data-test': 'select-many',
      'data-custom-id': part.custom_id,
      inert: part.disabled === true,
    },
    element('summary', { 'data-test': 'select-open' }, head),
    element(
      'div',
      { class: 'boxes', role: 'group', 'aria-label': hint(part) },
      ...offered.map((option, place) =>
        element('label', {}, boxes[place], element('span', {}, ...optionText(option))),
      ),
    ),
    send ? done : null,
  );
  done.addEventListener('click', () => {
    made.open = false;
    send?.(chosen().map(({ value }) => value));
  });
  made.addEventListener('change', refresh);
  made.addEventListener('keydown', (event) => walk(event, made, boxes));
  refresh();
  return made;
}

/** Arrow keys walk through the boxes, Escape closes the list. */
function walk(event, menu, boxes) {
  if (event.key === 'Escape' && menu.open) {
    menu.open = false;
    menu.querySelector('summary').focus();
    event.stopPropagation();
    return;
  }
  const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const open = boxes.filter((box) => !box.disabled);
  if (steps === undefined || open.length === 0) {
    return;
  }
  event.preventDefault();
  menu.open = true;
  const at = open.indexOf(document.activeElement);
  open[at < 0 ? 0 : (at + steps + open.length) % open.length].focus();
}

/**
 * What is chosen in a menu of several things.
 *
 * @param {HTMLElement} menu made by `manyMenu`
 * @returns {string[]}
 */
export function chosenIn(menu) {
  return [...menu.querySelectorAll('input:checked')].map(({ value }) => value);
}
