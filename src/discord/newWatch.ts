import { randomInt } from 'node:crypto';
import type { Target } from '#snapshot/target.ts';
import type { Watch } from '#store/guildDocument.ts';
import { usualSettings } from '#store/watchSettings.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 8;

/** An id for a watch, a followed list or a draft. */
export function newId(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)] ?? 'a';
  return Array.from({ length: LENGTH }, letter).join('');
}

/** A watch that has no message yet, with an id of its own. */
export function newWatch(
  target: Target,
  wishes: Pick<Watch, 'channelId' | 'noticeChannelId' | 'roleId' | 'joins' | 'createdAt'> &
    Partial<Pick<Watch, 'label' | 'graph'>>,
): Watch {
  return {
    ...usualSettings(),
    ...wishes,
    id: newId(),
    target: storedTarget(target),
    message: null,
    trouble: null,
    noticeTrouble: null,
  };
}

/** A target as a watch stores it. */
export const storedTarget = ({ host, port, game, encoding }: Target): Watch['target'] => ({
  host,
  port,
  game,
  encoding: encoding ?? null,
});
