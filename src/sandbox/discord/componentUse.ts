import type { Asker } from './asker.ts';
import { PeopleError } from './finding.ts';
import { type Component, COMPONENT_TYPE, type Post } from './message.ts';
import { allComponents } from './messageParts.ts';
import type { Resolver } from './resolving.ts';

/** What was entered into a form, by custom_id: a text, or the values that were chosen. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * The component that this person uses: a button when `values` is null, else a menu. Throws PeopleError when a client
 * would not let it: not there, disabled, in another person's ephemeral message.
 */
export function usablePart(
  asker: Asker,
  post: Post,
  customId: string,
  values: readonly string[] | null,
): Component {
  if (post.visibleTo !== null && post.visibleTo !== asker.user.id) {
    throw new PeopleError(`${asker.user.username} cannot see this ephemeral message`);
  }
  const part = allComponents(post.message.components).find((one) => one.custom_id === customId);
  if (part === undefined) {
    throw new PeopleError(`message ${post.message.id} has no component ${customId}`);
  }
  if (part.disabled) {
    throw new PeopleError(`component ${customId} is disabled`);
  }
  const isButton = part.type === COMPONENT_TYPE.button;
  if (isButton !== (values === null)) {
    throw new PeopleError(`component ${customId} is ${isButton ? 'a button' : 'a menu'}`);
  }
  return part;
}

/** The values of a menu as ids. Throws PeopleError for values that are not offered, and for too few or too many. */
export function chosenIn(part: Component, values: readonly string[], resolver: Resolver): string[] {
  const { custom_id: customId, min_values: least = 1, max_values: most = 1 } = part;
  if (new Set(values).size !== values.length) {
    throw new PeopleError(`menu ${customId} does not take a value twice`);
  }
  if (values.length < least || values.length > most) {
    throw new PeopleError(`menu ${customId} does not take ${values.length} values`);
  }
  return values.map((value) => idOf(part, value, resolver));
}

function idOf(part: Component, value: string, resolver: Resolver): string {
  switch (part.type) {
    case COMPONENT_TYPE.userSelect:
      return resolver.user(value);
    case COMPONENT_TYPE.roleSelect:
      return resolver.role(value);
    case COMPONENT_TYPE.mentionableSelect:
      return resolver.mentionable(value);
    case COMPONENT_TYPE.channelSelect:
      return resolver.channel(value, part.channel_types ?? []);
    case COMPONENT_TYPE.fileUpload:
      return resolver.attachment(value);
    default:
      if (!part.options?.some((option) => option.value === value)) {
        throw new PeopleError(`menu ${part.custom_id} does not offer ${value}`);
      }
      return value;
  }
}

/**
 * The modal's parts as they are submitted: labels (18) and rows around inputs, each input with its value. Throws
 * PeopleError when a required one is empty, a text too short or long, or something was chosen that is not offered.
 */
export function filledIn(
  components: readonly Component[],
  values: FormValues,
  resolver: Resolver,
): object[] {
  const input = (part: Component) => {
    const { type, id, custom_id = '' } = part;
    const given = values[custom_id] ?? part.value ?? [];
    return type === COMPONENT_TYPE.textInput
      ? { type, id, custom_id, value: textIn(part, String(given)) }
      : { type, id, custom_id, values: choiceIn(part, [given].flat(), resolver) };
  };
  return components.map(({ type, id, components: parts, component }) => {
    if (component !== undefined) {
      return { type, id, component: input(component) };
    }
    // A text display is sent back without its text.
    return parts === undefined ? { type, id } : { type, id, components: parts.map(input) };
  });
}

function textIn({ custom_id, required, min_length, max_length }: Component, text: string): string {
  if (text === '' && required !== false) {
    throw new PeopleError(`input ${custom_id} is required`);
  }
  const least = text === '' ? 0 : (min_length ?? 0);
  const most = max_length ?? 4000;
  if (text.length < least || text.length > most) {
    throw new PeopleError(`input ${custom_id} must have ${least} to ${most} characters`);
  }
  return text;
}

function choiceIn(part: Component, given: readonly string[], resolver: Resolver): string[] {
  if (given.length === 0 && part.required !== false && (part.min_values ?? 1) > 0) {
    throw new PeopleError(`input ${part.custom_id} is required`);
  }
  return given.length === 0 ? [] : chosenIn(part, given, resolver);
}
