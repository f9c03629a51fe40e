import { element } from './element.js';
import { emojiNode } from './emoji.js';
import { icon } from './icons.js';
import { manyMenu, oneMenu } from './menuView.js';

const ROW = 1;
const BUTTON = 2;
const LINK_STYLE = 5;
const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'destructive', 5: 'secondary' };

/**
 * What a person can do with the parts of a message.
 *
 * @typedef {object} PartActions
 * @property {(customId: string) => void} click
 * @property {(customId: string, values: string[]) => void} choose
 * @property {(part: object) => import('./menuCandidates.js').Candidate[]} candidates what a menu offers
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
    .filter((row) => row.type === ROW)
    .map((row) =>
      element(
        'div',
        { class: 'action-row' },
        ...(row.components ?? []).map((part) =>
          part.type === BUTTON ? button(part, actions) : menu(part, actions),
        ),
      ),
    );
}

function button(part, actions) {
  const face = [
    part.emoji?.name ? element('span', {}, emojiNode(part.emoji.name)) : null,
    part.label ? element('span', {}, part.label) : null,
  ];
  if (part.style === LINK_STYLE) {
    const url = /^https?:\/\//.test(part.url ?? '') ? part.url : null;
    return element(
      'a',
      {
        class: 'button secondary',
        'data-test': 'button',
        href: url,
        target: '_blank',
        rel: 'noopener noreferrer',
      },
      ...face,
      icon('link'),
    );
  }
  return element(
    'button',
    {
      type: 'button',
      class: `button ${STYLES[part.style] ?? 'secondary'}`,
      disabled: part.disabled === true,
      'data-test': 'button',
      'data-custom-id': part.custom_id,
      onclick: () => actions.click(part.custom_id),
    },
    ...face,
  );
}

function menu(part, actions) {
  const send = (values) => actions.choose(part.custom_id, values);
  const offered = actions.candidates(part);
  return (part.max_values ?? 1) > 1 ? manyMenu(part, offered, send) : oneMenu(part, offered, send);
}
