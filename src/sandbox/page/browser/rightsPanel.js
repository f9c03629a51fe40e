import { element } from './element.js';
import { say } from './speech.js';

/**
 * What the bot may do in the open channel, to be taken away and given back.
 *
 * @param {HTMLElement} box
 * @param {{ name: string, denied: string[] }} channel
 * @param {readonly string[]} rights what the bot needs there
 * @param {(denied: string[]) => void} deny
 */
export function drawRights(box, channel, rights, deny) {
  const boxes = rights.map((right) =>
    element('input', {
      type: 'checkbox',
      checked: !channel.denied.includes(right),
      'data-test': 'right',
      'data-permission': right,
      onchange: () => deny(rights.filter((_, place) => !boxes[place].checked)),
    }),
  );
  box.replaceChildren(
    element('h2', {}, say('botRightsIn', { channel: channel.name })),
    element('p', {}, say('botRightsAbout')),
    ...rights.map((right, place) => element('label', { class: 'tick' }, boxes[place], say(right))),
  );
}
