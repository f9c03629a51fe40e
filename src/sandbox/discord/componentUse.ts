import type { Asker } from './asker.ts';
import { PeopleError } from './finding.ts';
import type { Component, Post } from './message.ts';
import { allComponents } from './messageParts.ts';

/**
 * The component that this person uses: a button when `values` is null, else a menu. Throws PeopleError when a client
 * would not let it: not there, disabled, in another person's ephemeral message, values that are not offered.
 */
export function usablePart(
  asker: Asker,
  post: Post,
  customId: string,
  values: readonly string[] | null,
): Component {
  if (post.visibleTo !== null && post.visibleTo !== asker.member.user.id) {
    throw new PeopleError(`${asker.member.user.username} cannot see this ephemeral message`);
  }
  const part = allComponents(post.message.components).find((one) => one.custom_id === customId);
  if (part === undefined) {
    throw new PeopleError(`message ${post.message.id} has no component ${customId}`);
  }
  if (part.disabled) {
    throw new PeopleError(`component ${customId} is disabled`);
  }
  if ((part.type === 2) !== (values === null)) {
    throw new PeopleError(`component ${customId} is ${part.type === 2 ? 'a button' : 'a menu'}`);
  }
  const offered = part.options?.map((option) => option.value);
  const wrong = values?.find((value) => offered !== undefined && !offered.includes(value));
  if (wrong !== undefined) {
    throw new PeopleError(`menu ${customId} does not offer ${wrong}`);
  }
  const count = values?.length ?? 1;
  if (values !== null && (count < (part.min_values ?? 1) || count > (part.max_values ?? 1))) {
    throw new PeopleError(`menu ${customId} does not take ${count} values`);
  }
  return part;
}

/**
 * The modal's parts as they are submitted: labels (18) and rows around inputs, each input with its value. Throws
 * PeopleError when a required one is empty.
 */
export function filledIn(
  components: readonly Component[],
  values: Readonly<Record<string, string>>,
): object[] {
  const input = ({ type, id, custom_id = '', value = '', required }: Component) => {
    const text = values[custom_id] ?? value;
    if (text === '' && required !== false) {
      throw new PeopleError(`input ${custom_id} is required`);
    }
    return type === 4
      ? { type, id, custom_id, value: text }
      : { type, id, custom_id, values: text === '' ? [] : text.split(',') };
  };
  return components
    .filter(({ type }) => type === 1 || type === 18)
    .map(({ type, id, components: parts, component }) =>
      component === undefined
        ? { type, id, components: (parts ?? []).map(input) }
        : { type, id, component: input(component) },
    );
}
