import { element } from './element.js';
import { say } from './speech.js';

/** What the bot needs in a channel, in the order in which it is missed. */
const RIGHTS = [
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'EMBED_LINKS',
  'ATTACH_FILES',
  'READ_MESSAGE_HISTORY',
  'PIN_MESSAGES',
];

/**
 * What the bot may do in the open channel, to be taken away and given back.
 *
 * @param {HTMLElement} box
 * @param {{ name: string, denied: string[] }} channel
 * @param {(denied: string[]) => void} deny
 */
export function drawRights(box, channel, deny) {
  const boxes = RIGHTS.map((right) =>
    element('input', {
      type: 'checkbox',
      checked: !channel.denied.includes(right),
      'data-test': 'right',
      'data-permission': right,
      onchange: () => deny(RIGHTS.filter((_, place) => !boxes[place].checked)),
    }),
  );
  box.replaceChildren(
    element('h2', {}, say('botRightsIn', { channel: channel.name })),
    element('p', {}, say('botRightsAbout')),
    ...RIGHTS.map((right, place) => element('label', { class: 'tick' }, boxes[place], say(right))),
  );
}
