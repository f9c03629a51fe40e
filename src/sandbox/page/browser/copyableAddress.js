import { element } from './element.js';
import { icon } from './icons.js';
import { say } from './speech.js';

/**
 * An address with a button that copies it.
 *
 * @param {{ name: string, test: string }} of whose address it is
 * @returns {{ node: HTMLElement, draw: (address: string) => void }}
 */
export function copyableAddress({ name, test }) {
  const code = element('code', { 'data-test': test });
  const label = say('copyAddress', { name });
  const button = element(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'data-test': 'copy-address',
      title: label,
      'aria-label': label,
      onclick: async () => {
        await navigator.clipboard.writeText(code.textContent).catch(() => undefined);
        button.title = say('copied');
        button.classList.add('done');
      },
    },
    icon('copy'),
  );
  return {
    node: element('div', { class: 'address' }, code, button),
    draw: (address) => {
      code.textContent = address;
    },
  };
}
