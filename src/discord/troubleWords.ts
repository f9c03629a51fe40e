import type { WatchTrouble } from '#store/messageState.ts';
import type { Translate } from '#text/texts.ts';
import { isPermissionName, type PermissionName } from './permissions.ts';

/** Permissions as Discord's settings call them, in the reader's language. */
export function permissionWords(names: readonly PermissionName[], t: Translate): string {
  return names.map((name) => `**${t(`permission.${name}`)}**`).join(', ');
}

/** Why a status message can not be written, as a sentence. Facts that are no permission are Discord's codes. */
export function troubleWords(
  { kind, facts }: Pick<WatchTrouble, 'kind' | 'facts'>,
  t: Translate,
): string {
  const words = facts.map((fact) => (isPermissionName(fact) ? permissionWords([fact], t) : fact));
  return t(`trouble.${kind}`, { facts: words.join(', ') });
}
