import { type Command, type CommandOption, OPTION_TYPE } from './command.ts';
import { PeopleError } from './finding.ts';

export type OptionValue = string | number | boolean;

/** A command as a person typed it, resolved against its definition. */
export type CommandInput = {
  command: Command;
  /** Names from the command to the subcommand. */
  path: string[];
  /** Definitions of the options at the end of the path. */
  options: CommandOption[];
};

/** Finds "/watch add" among registered commands. Throws PeopleError when it is not registered. */
export function findCommand(commands: readonly Command[], typed: string): CommandInput {
  const [name = '', ...rest] = typed.replace(/^\//, '').split(/\s+/);
  const command = commands.find((one) => one.type === 1 && one.name === name);
  if (command === undefined) {
    const known = commands.map((one) => `/${one.name}`).join(' ') || 'none at all';
    throw new PeopleError(`/${name} is not registered; registered: ${known}`);
  }
  let options = command.options;
  for (const step of rest) {
    const inner = options.find((option) => isSub(option) && option.name === step);
    if (inner === undefined) {
      throw new PeopleError(`/${name} has no subcommand ${rest.join(' ')}`);
    }
    options = inner.options ?? [];
  }
  if (options.some(isSub)) {
    throw new PeopleError(
      `${typed} needs a subcommand: ${options.map((one) => one.name).join(', ')}`,
    );
  }
  return { command, path: [name, ...rest], options };
}

/** What stops a client from sending these options: unknown, missing, wrong type, not a choice, out of range; or null. */
export function refusedOption(
  options: readonly CommandOption[],
  values: Readonly<Record<string, OptionValue>>,
): string | null {
  const unknown = Object.keys(values).find((name) => !options.some((one) => one.name === name));
  if (unknown !== undefined) {
    return `there is no option ${unknown}`;
  }
  for (const option of options) {
    const value = values[option.name];
    const problem =
      value === undefined ? (option.required ? 'is required' : null) : misfit(option, value);
    if (problem !== null) {
      return `option ${option.name} ${problem}`;
    }
  }
  return null;
}

/** The `options` of the event: values in definition order, wrapped in their subcommand and group. */
export function nestOptions(
  input: CommandInput,
  values: Readonly<Record<string, OptionValue>>,
  focused: string | null,
): object[] {
  const leaves: object[] = input.options.flatMap((option) => {
    const value = values[option.name];
    return value === undefined
      ? []
      : [
          {
            name: option.name,
            type: option.type,
            value,
            ...(option.name === focused ? { focused: true } : {}),
          },
        ];
  });
  const subs = input.path.slice(1);
  return subs.reduceRight<object[]>((inner, name, index) => {
    const type = index === subs.length - 1 ? OPTION_TYPE.subcommand : OPTION_TYPE.subcommandGroup;
    return [{ name, type, options: inner }];
  }, leaves);
}

function isSub({ type }: CommandOption): boolean {
  return type === OPTION_TYPE.subcommand || type === OPTION_TYPE.subcommandGroup;
}

function misfit(option: CommandOption, value: OptionValue): string | null {
  // A client only offers choices; with autocomplete any text goes (discord I13).
  if (option.choices?.length && !option.choices.some((choice) => choice.value === value)) {
    return `must be one of its choices, not ${value}`;
  }
  switch (option.type) {
    case OPTION_TYPE.integer:
      return Number.isInteger(value) ? outOfRange(option, Number(value)) : 'must be a whole number';
    case OPTION_TYPE.number:
      return typeof value === 'number' ? outOfRange(option, value) : 'must be a number';
    case OPTION_TYPE.boolean:
      return typeof value === 'boolean' ? null : 'must be true or false';
    default:
      return typeof value === 'string' ? wrongLength(option, value) : 'must be text';
  }
}

function outOfRange(option: CommandOption, value: number): string | null {
  const low = option.min_value ?? Number.NEGATIVE_INFINITY;
  const high = option.max_value ?? Number.POSITIVE_INFINITY;
  return value < low || value > high ? `must be from ${low} to ${high}` : null;
}

function wrongLength(option: CommandOption, value: string): string | null {
  const least = option.min_length ?? (option.required ? 1 : 0);
  const most = option.max_length ?? 6000;
  return value.length < least || value.length > most
    ? `must have ${least} to ${most} characters`
    : null;
}
