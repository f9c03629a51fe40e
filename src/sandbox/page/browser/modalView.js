import { element } from './element.js';
import { icon } from './icons.js';
import { modalField } from './modalFields.js';
import { say } from './speech.js';

/**
 * Shows a form that the bot opened.
 *
 * @param {{ custom_id: string, title: string, components: object[] }} modal
 * @param {object} deeds
 * @param {(values: Record<string, string | string[]>) => Promise<string | null>} deeds.submit null, or why it was refused
 * @param {(part: object) => import('./menuCandidates.js').Candidate[]} deeds.candidates
 * @param {(file: File) => Promise<{ id: string }>} deeds.upload
 * @param {import('./markdown.js').Names} deeds.names
 */
export function showModal(modal, { submit, ...deeds }) {
  const fields = modal.components.map((row) => modalField(row, deeds));
  const problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  const dialog = element('dialog', {
    class: 'dialog',
    'data-test': 'modal',
    'aria-label': modal.title,
  });
  const close = () => dialog.close();
  const form = element(
    'form',
    { method: 'dialog' },
    element(
      'header',
      {},
      element('h2', {}, modal.title),
      element(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': say('close'), onclick: close },
        icon('close'),
      ),
    ),
    element('div', { class: 'dialog-body' }, ...fields.map(({ node }) => node), problem),
    element(
      'footer',
      {},
      element(
        'button',
        { type: 'button', class: 'button quiet', 'data-test': 'modal-cancel', onclick: close },
        say('cancel'),
      ),
      element(
        'button',
        { type: 'submit', class: 'button primary', 'data-test': 'modal-submit' },
        say('submit'),
      ),
    ),
  );
  const complain = (words) => {
    problem.textContent = words ?? '';
    problem.hidden = words === null;
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const named = fields.filter(({ id }) => id !== undefined);
      const values = await Promise.all(named.map(async ({ id, read }) => [id, await read()]));
      const refused = await submit(Object.fromEntries(values));
      complain(refused);
      if (refused === null) {
        close();
      }
    } catch (error) {
      complain(error.message);
    }
  });
  dialog.addEventListener('close', () => dialog.remove());
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  fields.find(({ control }) => control)?.control.focus();
}
