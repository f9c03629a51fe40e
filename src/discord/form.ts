import {
  type APILabelComponent,
  type APITextInputComponent,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import { cut } from './foreignText.ts';
import { LIMITS } from './limits.ts';

const SEPARATOR = ':';

/** The id of a form: which command answers it, and what it is about, e.g. a watch. It lives in the form, so it survives a restart. */
export function formId(command: string, subject: string): string {
  return `${command}${SEPARATOR}${subject}`;
}

/** The command and the subject of a form's id; null when it is none of ours. */
export function readFormId(id: string): { command: string; subject: string } | null {
  const [command, ...rest] = id.split(SEPARATOR);
  return command === undefined || rest.length === 0
    ? null
    : { command, subject: rest.join(SEPARATOR) };
}

/** One line to fill in, with its name and a hint. */
export function textField(
  id: string,
  words: { label: string; hint: string },
  maxLength: number,
): APILabelComponent {
  const input: APITextInputComponent = {
    type: ComponentType.TextInput,
    custom_id: id,
    style: TextInputStyle.Short,
    required: true,
    min_length: 1,
    max_length: maxLength,
  };
  return {
    type: ComponentType.Label,
    label: cut(words.label, LIMITS.formLabel),
    description: cut(words.hint, LIMITS.formHint),
    component: input,
  };
}
