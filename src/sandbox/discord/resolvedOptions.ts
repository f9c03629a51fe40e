import { type CommandOption, OPTION_TYPE } from './command.ts';
import type { OptionValue } from './commandInput.ts';
import { PeopleError } from './finding.ts';
import type { Resolver } from './resolving.ts';

/** Turns names in options that name a user, role, channel or file into ids (spec sandbox 4.10). Throws PeopleError. */
export function resolveOptions(
  resolver: Resolver,
  options: readonly CommandOption[],
  given: Readonly<Record<string, OptionValue>>,
): Record<string, OptionValue> {
  const values: Record<string, OptionValue> = { ...given };
  for (const option of options) {
    const value = given[option.name];
    if (typeof value === 'string') {
      values[option.name] = idFor(resolver, option, value);
    }
  }
  return values;
}

function idFor(resolver: Resolver, option: CommandOption, value: string): string {
  try {
    switch (option.type) {
      case OPTION_TYPE.user:
        return resolver.user(value);
      case OPTION_TYPE.role:
        return resolver.role(value);
      case OPTION_TYPE.mentionable:
        return resolver.mentionable(value);
      case OPTION_TYPE.channel:
        return resolver.channel(value, option.channel_types ?? []);
      case OPTION_TYPE.attachment:
        return resolver.attachment(value);
      default:
        return value;
    }
  } catch (cause) {
    throw cause instanceof PeopleError
      ? new PeopleError(`option ${option.name}: ${cause.message}`, { cause })
      : cause;
  }
}
