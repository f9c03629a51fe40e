import { type FormError, type FormPath, formError } from './formErrors.ts';
import { type Component, COMPONENT_TYPE } from './message.ts';

const MOST_VALUES = 25;

/** What may be chosen beforehand in each kind of menu. */
const DEFAULT_KINDS: Readonly<Record<number, readonly string[]>> = {
  [COMPONENT_TYPE.userSelect]: ['user'],
  [COMPONENT_TYPE.roleSelect]: ['role'],
  [COMPONENT_TYPE.mentionableSelect]: ['user', 'role'],
  [COMPONENT_TYPE.channelSelect]: ['channel'],
};

/** What the schema does not know about menus. The codes for too many chosen beforehand are assumed, the rest was seen. */
export function selectErrors(part: Component, path: FormPath): FormError[] {
  const { type, min_values: least = 1, max_values: most = 1 } = part;
  const isMenu = type === COMPONENT_TYPE.stringSelect || type in DEFAULT_KINDS;
  if (!isMenu) {
    return [];
  }
  return [
    ...(least > most
      ? [
          formError.other(
            [...path, 'min_values'],
            'SELECT_COMPONENT_MIN_VALUES_INVALID',
            'min_values must not be greater than max_values',
          ),
        ]
      : []),
    ...(type === COMPONENT_TYPE.stringSelect
      ? optionErrors(part, path)
      : defaultErrors(part, path)),
  ];
}

function optionErrors({ options = [], max_values: most = 1 }: Component, path: FormPath) {
  const values = options.map(({ value }) => value);
  const doubled = values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [
          formError.other(
            [...path, 'options', index, 'value'],
            'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
            'The specified option value is already used',
          ),
        ],
  );
  const chosen = options.filter((option) => option.default === true).length;
  return [
    ...doubled,
    ...(most > options.length
      ? [
          formError.other(
            [...path, 'options'],
            'BASE_TYPE_BAD_LENGTH',
            `Must be between ${most} and ${MOST_VALUES} in length.`,
          ),
        ]
      : []),
    ...(chosen > most ? [tooManyChosen([...path, 'options'], most)] : []),
  ];
}

function defaultErrors(
  { type, default_values: chosen = [], min_values: least = 1, max_values: most = 1 }: Component,
  path: FormPath,
): FormError[] {
  const at = [...path, 'default_values'];
  const kinds = DEFAULT_KINDS[type] ?? [];
  const wrong = chosen.flatMap((one, index) =>
    kinds.includes(one.type) ? [] : [formError.choices([...at, index, 'type'], kinds)],
  );
  return [
    ...wrong,
    ...(chosen.length > most ? [tooManyChosen(at, most)] : []),
    ...(chosen.length > 0 && chosen.length < least ? [formError.minLength(at, least)] : []),
  ];
}

function tooManyChosen(path: FormPath, most: number): FormError {
  return formError.other(
    path,
    'SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES',
    `No more than ${most} values can be chosen beforehand`,
  );
}
