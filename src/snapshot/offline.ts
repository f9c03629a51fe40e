import { QueryError } from '#query/queryError.ts';
import { TransportError } from '#transport/transportError.ts';
import { blankSnapshot } from './blankSnapshot.ts';
import type { Attempt, OfflineReason, Snapshot } from './snapshot.ts';
import type { Target } from './target.ts';

/** The Snapshot of a server that gave no usable answer. `detail` is for the terminal; Discord's text comes from `reason`. */
export function offlineSnapshot(
  target: Target,
  reason: OfflineReason,
  detail: string,
  known: { address?: string | null; tried?: Attempt[] } = {},
): Snapshot {
  const blank = blankSnapshot(target);
  return {
    ...blank,
    state: 'offline',
    reason,
    detail,
    target: { ...blank.target, address: known.address ?? null },
    tried: known.tried ?? [],
  };
}

/** Why a server counts as offline after this error; null for an error that is not about the server but a fault of ours. */
export function offlineReason(error: unknown): OfflineReason | null {
  if (error instanceof QueryError) {
    return error.kind;
  }
  if (error instanceof TransportError) {
    return error.kind === 'aborted' || error.kind === 'closed' ? 'aborted' : 'dns';
  }
  return error instanceof DOMException && ['AbortError', 'TimeoutError'].includes(error.name)
    ? 'aborted'
    : null;
}

const OUTCOMES: Readonly<Record<Attempt['outcome'], string>> = {
  answered: 'answered',
  'other-server': 'answered, but it is the server of another game port',
  timeout: 'no answer',
  refused: 'nothing listens there',
  dns: 'name not found',
  'address-refused': 'not allowed',
  banned: 'we are banned there',
  'bad-reply': 'an answer that is not of this protocol',
  'challenge-loop': 'new challenges without end',
  unsupported: 'cannot be asked',
  'query-disabled': 'its query is switched off',
  'not-asked': 'not asked',
  aborted: 'given up',
};

/** One English line for the terminal: why there is no answer, what else was tried, what to do next. */
export function describeFailure(cause: unknown, tried: readonly Attempt[]): string {
  const first = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
  const list = tried.map(
    ({ protocol, port, outcome }) => `port ${port} (${protocol}): ${OUTCOMES[outcome]}`,
  );
  const others = list.length > 1 ? ` Tried ${list.join('; ')}.` : '';
  return `${first}.${others}`;
}
