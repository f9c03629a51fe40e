import { element } from './element.js';
import { markdown } from './markdown.js';
import { chosenIn, manyMenu } from './menuView.js';
import { say } from './speech.js';

const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const FILE_UPLOAD = 19;
const PARAGRAPH = 2;

/**
 * One part of a form.
 *
 * @typedef {object} ModalField
 * @property {HTMLElement} node
 * @property {string} [id] custom_id; missing for what cannot be filled in
 * @property {HTMLElement} [control]
 * @property {() => string | string[] | Promise<string[]>} [read] what was entered
 */

/**
 * Classic rows hold one text input with a label of its own; labels (type 18) hold the part they name; a text display is read only.
 *
 * @param {object} row
 * @param {object} deeds as for `showModal`
 * @returns {ModalField}
 */
export function modalField(row, deeds) {
  if (row.type === TEXT_DISPLAY) {
    return { node: element('div', { class: 'content' }, markdown(row.content, deeds.names)) };
  }
  const part = row.type === LABEL ? row.component : row.components?.[0];
  const settings = {
    'data-test': 'modal-input',
    'data-custom-id': part.custom_id,
    required: part.required !== false && part.min_values !== 0,
  };
  const { control, read } = controlOf(part, settings, deeds);
  const label = row.label ?? part.label ?? part.custom_id;
  // A group of boxes has labels of its own and cannot stand inside one.
  const frame = control.tagName === 'DETAILS' ? 'div' : 'label';
  const node = element(
    frame,
    { class: 'field' },
    element('span', { class: 'field-name' }, label, settings.required && requiredMark()),
    row.description && element('small', {}, row.description),
    control,
  );
  return { node, id: part.custom_id, control, read };
}

const requiredMark = () =>
  element('span', { class: 'required', title: say('required'), 'aria-hidden': 'true' }, ' *');

function controlOf(part, settings, deeds) {
  if (part.type === TEXT_INPUT) {
    return textInput(part, settings);
  }
  if (part.type === FILE_UPLOAD) {
    return fileInput(part, settings, deeds.upload);
  }
  const offered = deeds.candidates(part);
  if ((part.max_values ?? 1) > 1) {
    const control = manyMenu(part, offered);
    return { control, read: () => chosenIn(control) };
  }
  const control = element(
    'select',
    { ...settings, class: 'menu' },
    element('option', { value: '' }, part.placeholder ?? say('makeSelection')),
    ...offered.map((option) =>
      element('option', { value: option.value, selected: option.default }, option.label),
    ),
  );
  return { control, read: () => (control.value === '' ? [] : [control.value]) };
}

function textInput(part, settings) {
  const limits = {
    minlength: part.min_length,
    maxlength: part.max_length ?? 4000,
    placeholder: part.placeholder,
  };
  const control =
    part.style === PARAGRAPH
      ? element('textarea', { ...settings, ...limits, rows: 5 })
      : element('input', { ...settings, ...limits, type: 'text' });
  control.value = part.value ?? '';
  return { control, read: () => control.value };
}

function fileInput(part, settings, upload) {
  const multiple = (part.max_values ?? 1) > 1;
  const control = element('input', { ...settings, type: 'file', multiple });
  const read = async () => {
    const kept = await Promise.all([...control.files].map(upload));
    return kept.map(({ id }) => id);
  };
  return { control, read };
}
