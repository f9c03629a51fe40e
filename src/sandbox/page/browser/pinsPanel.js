import { element } from './element.js';
import { messageView } from './messageView.js';
import { say } from './speech.js';

/**
 * Fills the list of pinned messages, newest pin first.
 *
 * @param {HTMLElement} box
 * @param {object[]} messages
 * @param {import('./messageView.js').MessageContext} context
 */
export function drawPins(box, messages, context) {
  const quiet = { ...context, mayManage: false };
  box.replaceChildren(
    element('h2', {}, say('pins')),
    ...messages.map((message) =>
      element(
        'div',
        { class: 'pinned', 'data-test': 'pinned-message', 'data-message-id': message.id },
        pinnedView(message, quiet),
      ),
    ),
    ...(messages.length > 0 ? [] : [element('p', { class: 'empty' }, say('noPins'))]),
  );
}

/** Without the hooks of the message in the channel, so that a test finds one message and not two. */
function pinnedView(message, context) {
  const view = messageView({ ...message, pinned: false }, null, context);
  for (const node of [view, ...view.querySelectorAll('[data-test]')]) {
    node.removeAttribute('data-test');
  }
  return view;
}
