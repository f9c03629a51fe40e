import {
  type APILabelComponent,
  type APITextInputComponent,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import { cut } from './foreignText.ts';
import { LIMITS } from './limits.ts';

/** One line to fill in, or several when `long`, with its name and a hint. `given` stands in it already; `required` unless said otherwise. */
export function textField(
  id: string,
  words: { label: string; hint: string },
  maxLength: number,
  {
    given = '',
    required = true,
    long = false,
  }: { given?: string; required?: boolean; long?: boolean } = {},
): APILabelComponent {
  const input: APITextInputComponent = {
    type: ComponentType.TextInput,
    custom_id: id,
    style: long ? TextInputStyle.Paragraph : TextInputStyle.Short,
    required,
    max_length: maxLength,
    ...(required ? { min_length: 1 } : {}),
    ...(given === '' ? {} : { value: cut(given, maxLength) }),
  };
  return {
    type: ComponentType.Label,
    label: cut(words.label, LIMITS.formLabel),
    description: cut(words.hint, LIMITS.formHint),
    component: input,
  };
}
