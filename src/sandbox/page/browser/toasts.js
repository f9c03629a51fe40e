import { avatarOf } from './avatars.js';
import { element } from './element.js';
import { icon } from './icons.js';
import { say } from './speech.js';

const SHOWN_MS = 12_000;
const AT_ONCE = 4;

/**
 * Notifications in the corner.
 *
 * @param {HTMLElement} box
 */
export function createToasts(box) {
  return {
    /**
     * @param {{ title: string, text: string, from: { id: string, name: string, bot?: boolean }, forMe: boolean, open: () => void }} toast
     */
    show({ title, text, from, forMe, open }) {
      const toast = element('div', { class: 'toast', 'data-test': 'toast', 'data-me': forMe });
      const visit = element(
        'button',
        {
          type: 'button',
          class: 'toast-text',
          onclick: () => {
            toast.remove();
            open();
          },
        },
        element('img', { src: avatarOf(from), alt: '', width: 40, height: 40 }),
        element('span', {}, element('strong', {}, title), text),
      );
      const close = element(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': say('close'),
          onclick: () => toast.remove(),
        },
        icon('close'),
      );
      toast.append(visit, close);
      box.append(toast);
      while (box.children.length > AT_ONCE) {
        box.firstElementChild.remove();
      }
      setTimeout(() => toast.remove(), SHOWN_MS);
    },
  };
}
