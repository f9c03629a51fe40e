import {
  type APIRoleSelectComponent,
  type APISelectMenuOption,
  type APIStringSelectComponent,
  type APIChannelSelectComponent,
  type ChannelType,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord.js';
import type { ComponentRow } from './command.ts';
import { type ComponentOwner, componentId } from './componentId.ts';
import { cut } from './foreignText.ts';
import { LIMITS } from './limits.ts';

const named = (of: ComponentOwner, hint: string) => ({
  custom_id: componentId('menu', of),
  placeholder: cut(hint, LIMITS.menuHint),
});

const row = (
  menu: APIStringSelectComponent | APIChannelSelectComponent | APIRoleSelectComponent,
): ComponentRow => ({ type: ComponentType.ActionRow, components: [menu] });

/**
 * A menu to choose one thing from; what is chosen is answered by the command's `choose`. Labels and values within their limits
 * are the caller's work. None when there is nothing to choose.
 */
export function selectMenu(
  of: ComponentOwner,
  hint: string,
  options: readonly APISelectMenuOption[],
): ComponentRow[] {
  return options.length === 0
    ? []
    : [
        row({
          type: ComponentType.StringSelect,
          ...named(of, hint),
          options: options.slice(0, LIMITS.choices),
        }),
      ];
}

/** A menu of the guild's channels of these kinds, one of them chosen already when `chosen` says so. */
export function channelMenu(
  of: ComponentOwner,
  hint: string,
  { kinds, chosen }: { kinds: readonly ChannelType[]; chosen: string | null },
): ComponentRow {
  return row({
    type: ComponentType.ChannelSelect,
    ...named(of, hint),
    channel_types: [...kinds],
    ...(chosen === null
      ? {}
      : { default_values: [{ id: chosen, type: SelectMenuDefaultValueType.Channel }] }),
  });
}

/** A menu of the guild's roles; none has to be chosen. */
export function roleMenu(of: ComponentOwner, hint: string, chosen: string | null): ComponentRow {
  return row({
    type: ComponentType.RoleSelect,
    ...named(of, hint),
    min_values: 0,
    ...(chosen === null
      ? {}
      : { default_values: [{ id: chosen, type: SelectMenuDefaultValueType.Role }] }),
  });
}
