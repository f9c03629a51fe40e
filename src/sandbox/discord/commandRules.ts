import { ApplicationCommandUpdateRequestSchema } from 'discord-api-spec/zod';
import { type Command, type CommandOption, OPTION_TYPE } from './command.ts';
import { commandSize } from './commandSize.ts';
import { type FormError, type FormPath, formError, refuseForm } from './formErrors.ts';
import { LOCALES } from './locales.ts';
import { checkSchema, isRecord } from './schemaRules.ts';

/** What a PUT says about one command. */
export type CommandForm = Partial<Command> & Pick<Command, 'name'>;

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const MOST_SIZE = 8000;
const MOST_CHOICE_VALUE = 100;

/** Checks the list of a PUT in both layers. Throws 50035 with Discord's codes. */
export function readCommandForms(body: unknown): CommandForm[] {
  if (!Array.isArray(body)) {
    refuseForm([
      formError.other([], 'BASE_TYPE_INVALID', 'Only iterables may be used in a ListType'),
    ]);
    return [];
  }
  for (const [index, command] of body.entries()) {
    const form = withNumericPermissions(command);
    checkSchema(ApplicationCommandUpdateRequestSchema, form, [], [index]);
  }
  const forms = body as CommandForm[];
  refuseForm([
    ...duplicateNames(forms),
    ...forms.flatMap((form, index) => commandErrors(form, [index])),
  ]);
  return forms;
}

/** The schema wants an integer where every client sends a string (spec sandbox section 8). */
function withNumericPermissions(command: unknown): unknown {
  if (!isRecord(command) || typeof command.default_member_permissions !== 'string') {
    return command;
  }
  return { ...command, default_member_permissions: Number(command.default_member_permissions) };
}

function duplicateNames(forms: readonly CommandForm[]): FormError[] {
  const keys = forms.map((form) => `${form.type ?? 1} ${form.name}`);
  return keys.some((key, index) => keys.indexOf(key) !== index)
    ? [
        formError.other(
          [],
          'APPLICATION_COMMANDS_DUPLICATE_NAME',
          'Application command names must be unique',
        ),
      ]
    : [];
}

function commandErrors(form: CommandForm, path: FormPath): FormError[] {
  const isChat = (form.type ?? 1) === 1;
  const nameless = isChat ? nameErrors(form.name, [...path, 'name']) : [];
  const undescribed = isChat && !form.description;
  return [
    ...nameless,
    ...(undescribed ? [formError.required([...path, 'description'])] : []),
    ...localeErrors(form, path),
    ...optionListErrors(form.options ?? [], [...path, 'options']),
    ...(commandSize(form) > MOST_SIZE
      ? [
          formError.other(
            path,
            'APPLICATION_COMMAND_TOO_LARGE',
            `Command exceeds maximum size (${MOST_SIZE})`,
          ),
        ]
      : []),
  ];
}

function nameErrors(name: string, path: FormPath): FormError[] {
  return NAME.test(name) && name === name.toLowerCase()
    ? []
    : [formError.other(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')];
}

type Localized = Pick<CommandForm, 'name_localizations' | 'description_localizations'>;

function localeErrors(form: Localized, path: FormPath): FormError[] {
  const unknown = (['name_localizations', 'description_localizations'] as const).flatMap((key) =>
    Object.keys(form[key] ?? {}).flatMap((locale) =>
      LOCALES.includes(locale) ? [] : [formError.choices([...path, key, locale], LOCALES)],
    ),
  );
  const names = Object.entries(form.name_localizations ?? {}).flatMap(([locale, name]) =>
    nameErrors(name, [...path, 'name_localizations', locale]),
  );
  return [...unknown, ...names];
}

function optionListErrors(options: readonly CommandOption[], path: FormPath): FormError[] {
  const firstOptional = options.findIndex((option) => !option.required);
  return options.flatMap((option, index) => {
    const at = [...path, index];
    return [
      ...nameErrors(option.name, [...at, 'name']),
      ...localeErrors(option, at),
      ...(options.some((other, place) => place < index && clash(option, other))
        ? [
            formError.other(
              at,
              'APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED',
              'Option names must be unique',
            ),
          ]
        : []),
      ...(option.required && firstOptional >= 0 && firstOptional < index
        ? [
            formError.other(
              at,
              'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
              'Required options must be placed before non-required options',
            ),
          ]
        : []),
      ...choiceErrors(option, at),
      ...optionListErrors(option.options ?? [], [...at, 'options']),
    ];
  });
}

/** Whether two options of one command are called the same, in any language (spec discord section 2, rule 7). */
function clash(one: CommandOption, other: CommandOption): boolean {
  const locales = { ...one.name_localizations, ...other.name_localizations };
  const oneNames = { ...one.name_localizations };
  const otherNames = { ...other.name_localizations };
  return (
    one.name === other.name ||
    Object.values(oneNames).includes(other.name) ||
    Object.values(otherNames).includes(one.name) ||
    Object.keys(locales).some((locale) => oneNames[locale] === otherNames[locale])
  );
}

function choiceErrors(option: CommandOption, path: FormPath): FormError[] {
  const choices = option.choices ?? [];
  const tooLong = choices.flatMap(({ value }, index) =>
    typeof value === 'string' && [...value].length > MOST_CHOICE_VALUE
      ? [formError.maxLength([...path, 'choices', index, 'value'], MOST_CHOICE_VALUE)]
      : [],
  );
  const wrongType = choices.some(
    ({ value }) => (typeof value === 'string') !== (option.type === OPTION_TYPE.string),
  );
  return [
    ...tooLong,
    ...(wrongType
      ? [
          formError.other(
            [...path, 'choices'],
            'APPLICATION_COMMAND_OPTIONS_CHOICE_TYPE_INVALID',
            'Choice values must have the type of their option',
          ),
        ]
      : []),
    ...(option.autocomplete && choices.length > 0
      ? [
          formError.other(
            [...path, 'autocomplete'],
            'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES_INVALID',
            'Options with choices cannot have autocomplete',
          ),
        ]
      : []),
  ];
}
