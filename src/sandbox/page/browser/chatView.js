import { element } from './element.js';
import { messageView } from './messageView.js';

const NEAR_END_PX = 120;
/** How long a message that was looked for stands out. */
const SHOWN_MS = 2_000;

/**
 * The messages of the open channel.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement} scroll what scrolls
 * @param {() => import('./messageView.js').MessageContext} context
 */
export function createChatView(list, scroll, context) {
  /** @type {object[]} */
  let messages = [];
  /** Ephemeral messages that the person put away. */
  const dismissed = new Set();
  /** What changed since the messages that are being loaded were asked for, in order; null = none are. */
  let meanwhile = null;

  const atEnd = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR_END_PX;
  const keepAtEnd = (wasAtEnd) => {
    if (wasAtEnd) {
      scroll.scrollTop = scroll.scrollHeight;
    }
  };
  // Pictures come later than the messages around them, and everything grows then.
  list.addEventListener('load', () => keepAtEnd(atEnd()), true);
  const nodeOf = (id) => list.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
  const viewOf = (place) => messageView(messages[place], messages[place - 1] ?? null, context());

  const redraw = (place) => {
    const message = messages[place];
    const before = message === undefined ? null : nodeOf(message.id);
    if (before === null) {
      return;
    }
    const focused = before.contains(document.activeElement)
      ? document.activeElement.getAttribute('data-custom-id')
      : null;
    const after = viewOf(place);
    before.replaceWith(after);
    if (focused !== null) {
      after.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)?.focus();
    }
  };

  const remove = (id) => {
    meanwhile?.push(() => remove(id));
    const place = messages.findIndex((message) => message.id === id);
    if (place >= 0) {
      messages.splice(place, 1);
      nodeOf(id)?.remove();
      redraw(place);
    }
  };

  const open = (loaded) => {
    messages = loaded.filter(({ id }) => !dismissed.has(id));
    list.replaceChildren(...messages.map((_, place) => viewOf(place)));
    keepAtEnd(true);
  };

  const put = (message) => {
    meanwhile?.push(() => put(message));
    if (dismissed.has(message.id)) {
      return;
    }
    const wasAtEnd = atEnd();
    const place = messages.findIndex(({ id }) => id === message.id);
    if (place >= 0) {
      messages[place] = message;
      redraw(place);
    } else {
      messages.push(message);
      list.append(viewOf(messages.length - 1));
    }
    keepAtEnd(wasAtEnd);
  };

  return {
    /**
     * Shows the messages that `ask` brings, oldest first, and what changed while they were on their way. Nothing is shown when
     * others were asked for meanwhile; gives whether these were.
     *
     * @param {() => Promise<object[]>} ask
     */
    async load(ask) {
      const changes = [];
      meanwhile = changes;
      let loaded = [];
      try {
        loaded = await ask();
        if (meanwhile !== changes) {
          return false;
        }
      } finally {
        meanwhile = meanwhile === changes ? null : meanwhile;
      }
      open(loaded);
      for (const change of changes) {
        change();
      }
      return true;
    },
    /** @param {object} message new, or in place of the one with its id */
    put,
    remove,
    /** @param {string} id */
    dismiss(id) {
      dismissed.add(id);
      remove(id);
    },
    /**
     * Brings one message before the eyes.
     *
     * @param {string} id
     */
    show(id) {
      const node = nodeOf(id);
      node?.scrollIntoView({ block: 'center' });
      node?.classList.add('shown');
      setTimeout(() => node?.classList.remove('shown'), SHOWN_MS);
    },
    /** Draws all of it anew: names or rights are others now. */
    refresh() {
      for (const place of messages.keys()) {
        redraw(place);
      }
    },
    /**
     * One line that only this page shows.
     *
     * @param {string} text
     */
    note(text) {
      const wasAtEnd = atEnd();
      list.append(element('p', { class: 'note', role: 'alert', 'data-test': 'note' }, text));
      keepAtEnd(wasAtEnd);
    },
  };
}
