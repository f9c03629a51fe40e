import {
  type APIActionRowComponent,
  type APISelectMenuOption,
  type APIStringSelectComponent,
  ComponentType,
} from 'discord.js';
import { cut } from './foreignText.ts';
import { LIMITS } from './limits.ts';

const MARK = 'menu';

/** The command and the subject of a menu's id; null when it is none of ours. */
export function readMenuId(id: string): { command: string; subject: string } | null {
  const [mark, command, ...rest] = id.split(':');
  return mark === MARK && command !== undefined && rest.length > 0
    ? { command, subject: rest.join(':') }
    : null;
}

/**
 * A menu to choose one thing from; what is chosen is answered by the command's `choose`. Labels and values within their limits
 * are the caller's work. None when there is nothing to choose.
 */
export function selectMenu(
  of: { command: string; subject: string },
  hint: string,
  options: readonly APISelectMenuOption[],
): APIActionRowComponent<APIStringSelectComponent>[] {
  return options.length === 0
    ? []
    : [
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.StringSelect,
              custom_id: [MARK, of.command, of.subject].join(':'),
              placeholder: cut(hint, LIMITS.choiceName),
              options: options.slice(0, LIMITS.choices),
            },
          ],
        },
      ];
}
