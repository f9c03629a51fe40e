import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { ComponentRow } from './command.ts';
import { type ComponentOwner, componentId } from './componentId.ts';
import { cut } from './foreignText.ts';
import { LIMITS } from './limits.ts';

const IN_A_ROW = 5;

/** A button; pressing it is answered by the command's `press`. Throws RangeError when the id does not fit into Discord's limit. */
export function button(
  of: ComponentOwner,
  label: string,
  look: {
    style?: Exclude<ButtonStyle, ButtonStyle.Link | ButtonStyle.Premium>;
    emoji?: string;
    disabled?: boolean;
  } = {},
): APIButtonComponent {
  const { style = ButtonStyle.Secondary, emoji, disabled = false } = look;
  return {
    type: ComponentType.Button,
    style,
    custom_id: componentId('press', of),
    label: cut(label, LIMITS.buttonLabel),
    disabled,
    ...(emoji === undefined ? {} : { emoji: { name: emoji } }),
  };
}

/** The buttons in rows of five. */
export function buttonRows(buttons: readonly APIButtonComponent[]): ComponentRow[] {
  return Array.from({ length: Math.ceil(buttons.length / IN_A_ROW) }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: buttons.slice(row * IN_A_ROW, (row + 1) * IN_A_ROW),
  }));
}
