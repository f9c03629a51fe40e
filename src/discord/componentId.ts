import { LIMITS } from './limits.ts';

/** Which command answers a button, a menu or a form, and what that is about, e.g. a watch. */
export type ComponentOwner = { command: string; subject: string };

/** What people do with it. */
type Deed = 'press' | 'menu' | 'form';

const SEPARATOR = ':';

/** The id that tells the owner. It lives in the component, so it survives a restart. Throws RangeError when Discord would not take it. */
export function componentId(deed: Deed, { command, subject }: ComponentOwner): string {
  const id = [deed, command, subject].join(SEPARATOR);
  if (id.length > LIMITS.customId) {
    throw new RangeError(`the id of a component is longer than ${LIMITS.customId}: ${id}`);
  }
  return id;
}

/** The owner that such an id tells; null when it is none of ours. */
export function readComponentId(deed: Deed, id: string): ComponentOwner | null {
  const [mark, command, ...rest] = id.split(SEPARATOR);
  return mark === deed && command !== undefined && rest.length > 0
    ? { command, subject: rest.join(SEPARATOR) }
    : null;
}
