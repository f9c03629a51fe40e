import { element } from './element.js';

const TEXT_INPUT = 4;
const STRING_MENU = 3;
const LABEL = 18;
const PARAGRAPH = 2;

/**
 * Shows a modal that the bot opened.
 *
 * @param {{ custom_id: string, title: string, components: object[] }} modal
 * @param {(values: Record<string, string | string[]>) => Promise<string | null>} submit null, or why it was refused
 */
export function showModal(modal, submit) {
  const fields = modal.components.map(fieldOf).filter((field) => field !== null);
  const problem = element('p', { class: 'composer-error', role: 'alert', hidden: true });
  const dialog = element('dialog', {
    class: 'modal',
    'data-test': 'modal',
    'aria-label': modal.title,
  });
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const form = element(
    'form',
    { method: 'dialog' },
    element('h2', {}, modal.title),
    element(
      'div',
      { class: 'modal-fields' },
      ...fields.map(({ label, hint, control }) =>
        element('label', {}, label, hint && element('small', {}, hint), control),
      ),
      problem,
    ),
    element(
      'div',
      { class: 'modal-buttons' },
      element('button', { type: 'button', 'data-test': 'modal-cancel', onclick: close }, 'Cancel'),
      element('button', { type: 'submit', 'data-test': 'modal-submit' }, 'Submit'),
    ),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const refused = await submit(
      Object.fromEntries(fields.map(({ id, control }) => [id, entered(control)])),
    );
    problem.textContent = refused ?? '';
    problem.hidden = refused === null;
    if (refused === null) {
      close();
    }
  });
  dialog.addEventListener('close', () => dialog.remove());
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
}

const entered = (control) =>
  control.multiple ? [...control.selectedOptions].map(({ value }) => value) : control.value;

/** Classic rows hold one text input with a label of its own; labels (type 18) hold the part they name. */
function fieldOf(row) {
  const part = row.type === LABEL ? row.component : row.components?.[0];
  if (part === undefined || part === null) {
    return null;
  }
  const label = row.label ?? part.label ?? part.custom_id;
  const hint = row.description;
  const settings = {
    'data-test': 'modal-input',
    'data-custom-id': part.custom_id,
    required: part.required !== false,
  };
  if (part.type === TEXT_INPUT) {
    const limits = {
      minlength: part.min_length,
      maxlength: part.max_length ?? 4000,
      placeholder: part.placeholder,
    };
    const control =
      part.style === PARAGRAPH
        ? element('textarea', { ...settings, ...limits, rows: 4 })
        : element('input', { ...settings, ...limits, type: 'text' });
    control.value = part.value ?? '';
    return { id: part.custom_id, label, hint, control };
  }
  if (part.type === STRING_MENU) {
    const options = (part.options ?? []).map((option) =>
      element('option', { value: option.value, selected: option.default === true }, option.label),
    );
    return {
      id: part.custom_id,
      label,
      hint,
      control: element('select', { ...settings, multiple: (part.max_values ?? 1) > 1 }, ...options),
    };
  }
  return null;
}
