import type { OfflineReason, Snapshot } from '#snapshot/snapshot.ts';
import type { LastSeen } from '#store/serverDocument.ts';
import type { Translate } from '#text/texts.ts';
import { inlineCode } from './foreignText.ts';
import { hostPort } from './serverAddress.ts';

/** Room for an address inside our words. */
const ADDRESS = 80;

/** What most likely keeps a server from answering. */
export type Cause =
  | 'neverHeard'
  | 'fellSilent'
  | 'hangs'
  | 'wrongPort'
  | 'stopped'
  | 'noName'
  | 'nameGone'
  | 'banned'
  | 'otherProgram'
  | 'shielded'
  | 'otherGame'
  | 'queryOff';

/** For a server that never answered, and for one that did. */
const CAUSES: Readonly<Partial<Record<OfflineReason, { never: Cause; before: Cause }>>> = {
  timeout: { never: 'neverHeard', before: 'fellSilent' },
  refused: { never: 'wrongPort', before: 'stopped' },
  dns: { never: 'noName', before: 'nameGone' },
  banned: { never: 'banned', before: 'banned' },
  'bad-reply': { never: 'otherProgram', before: 'otherProgram' },
  'challenge-loop': { never: 'shielded', before: 'shielded' },
  unsupported: { never: 'otherGame', before: 'otherGame' },
  'query-disabled': { never: 'queryOff', before: 'queryOff' },
};

/** What a machine that is off does not do. */
const SIGNS_OF_LIFE: readonly string[] = ['answered', 'other-server', 'refused', 'bad-reply'];

/** Where another game than Source, GoldSrc and SA:MP would look the same. */
const GAME_MAY_HELP: readonly Cause[] = ['neverHeard', 'wrongPort', 'otherProgram'];

type Silent = Pick<Snapshot, 'reason' | 'tried'>;

/**
 * Why a server does not answer, as far as that can be told from what was tried and from whether it ever did; null when that
 * has nothing to do with the server: it was not asked, or the question was given up. Pure.
 */
export function likelyCause({ reason, tried }: Silent, wasSeen: boolean): Cause | null {
  const causes = CAUSES[reason ?? 'timeout'];
  if (causes === undefined) {
    return null;
  }
  const machineIsUp = tried.some(({ outcome }) => SIGNS_OF_LIFE.includes(outcome));
  if (reason === 'timeout' && machineIsUp) {
    return 'hangs';
  }
  return wasSeen ? causes.before : causes.never;
}

/** The likely cause and what to do about it, in a sentence or two; empty when it is none of the server's. */
export function causeWords(
  snapshot: Silent & Pick<Snapshot, 'target'>,
  lastSeen: LastSeen | null,
  t: Translate,
): string {
  const cause = likelyCause(snapshot, lastSeen !== null);
  if (cause === null) {
    return '';
  }
  const words = [t(`cause.${cause}`)];
  const address = lastSeen?.address ?? null;
  if (cause === 'nameGone' && address !== null) {
    const place = hostPort(address, lastSeen?.gamePort ?? lastSeen?.port ?? null);
    words.push(t('cause.lastAddress', { address: inlineCode(place, ADDRESS) }));
  }
  if (snapshot.target.game === null && lastSeen === null && GAME_MAY_HELP.includes(cause)) {
    words.push(t('cause.pickGame'));
  }
  return words.join(' ');
}
