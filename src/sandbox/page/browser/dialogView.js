import { element } from './element.js';
import { icon } from './icons.js';
import { say } from './speech.js';

/**
 * A dialog in the middle of the page; Escape and its cross close it, and the focus goes back to where it was.
 *
 * @param {{ title: string, test: string }} head
 * @param {Node[]} body
 * @param {Node[]} [buttons]
 * @returns {HTMLDialogElement} shown already
 */
export function showDialog({ title, test }, body, buttons = []) {
  const dialog = element(
    'dialog',
    { class: 'dialog', 'data-test': test, 'aria-label': title },
    element(
      'header',
      {},
      element('h2', {}, title),
      element(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': say('close'),
          onclick: () => dialog.close(),
        },
        icon('close'),
      ),
    ),
    element('div', { class: 'dialog-body' }, ...body),
    buttons.length > 0 ? element('footer', {}, ...buttons) : null,
  );
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A select with its name, for dialogs.
 *
 * @param {{ name: string, test: string, value: string, options: Record<string, string> }} of texts by value
 * @param {(value: string) => void} [changed]
 */
export function chooser({ name, test, value, options }, changed) {
  const select = element(
    'select',
    { class: 'menu', 'data-test': test },
    ...Object.entries(options).map(([code, text]) =>
      element('option', { value: code, selected: code === value }, text),
    ),
  );
  select.addEventListener('change', () => changed?.(select.value));
  return element(
    'label',
    { class: 'field' },
    element('span', { class: 'field-name' }, name),
    select,
  );
}

/**
 * A box to tick, with its words.
 *
 * @param {{ words: string, about?: string, checked: boolean, test: string, data?: Record<string, string>, disabled?: boolean }} of
 * @param {(checked: boolean) => void} [changed]
 */
export function tick({ words, about, checked, test, data = {}, disabled = false }, changed) {
  const box = element('input', { type: 'checkbox', checked, disabled, 'data-test': test, ...data });
  box.addEventListener('change', () => changed?.(box.checked));
  return element(
    'label',
    { class: 'tick' },
    box,
    element('span', {}, words, about && element('small', {}, about)),
  );
}
