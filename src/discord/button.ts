import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { ComponentRow } from './command.ts';
import { cut } from './foreignText.ts';
import { LIMITS } from './limits.ts';

const MARK = 'press';
const IN_A_ROW = 5;

/** The command and the subject of a button's id; null when it is none of ours. The id lives in the button, so it survives a restart. */
export function readButtonId(id: string): { command: string; subject: string } | null {
  const [mark, command, ...rest] = id.split(':');
  return mark === MARK && command !== undefined && rest.length > 0
    ? { command, subject: rest.join(':') }
    : null;
}

/** A button; pressing it is answered by the command's `press`. Throws RangeError when the id does not fit into Discord's limit. */
export function button(
  of: { command: string; subject: string },
  label: string,
  look: {
    style?: Exclude<ButtonStyle, ButtonStyle.Link | ButtonStyle.Premium>;
    emoji?: string;
    disabled?: boolean;
  } = {},
): APIButtonComponent {
  const id = [MARK, of.command, of.subject].join(':');
  if (id.length > LIMITS.customId) {
    throw new RangeError(`the id of a button is longer than ${LIMITS.customId}: ${id}`);
  }
  const { style = ButtonStyle.Secondary, emoji, disabled = false } = look;
  return {
    type: ComponentType.Button,
    style,
    custom_id: id,
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
