import type { Watch } from '#store/guildDocument.ts';
import type { StatusView } from './statusView.ts';

type Named = Pick<Watch, 'label'>;

/** What people of a guild see a server called: the name that they gave it, else its own; null when neither is known. */
export const shownName = ({ label }: Named, name: string | null): string | null => label ?? name;

/** What is known of a server, under the name that people gave it; the same object when they gave none. Pure. */
export function underShownName<P extends Pick<StatusView, 'snapshot' | 'lastSeen'>>(
  { label }: Named,
  picture: P,
): P {
  if (label === null) {
    return picture;
  }
  const { snapshot, lastSeen } = picture;
  return {
    ...picture,
    snapshot: {
      ...snapshot,
      name: label,
      ark: snapshot.ark && { ...snapshot.ark, title: label },
    },
    lastSeen: lastSeen && { ...lastSeen, name: label },
  };
}
