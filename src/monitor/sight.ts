import type { Availability } from '#store/serverDocument.ts';

/** What one question said about our own sight. */
export type Evidence = {
  /** Address that was asked; servers of one address are one witness. */
  host: string;
  answered: boolean;
  /**
   * How it stood: only one that was "up" is a witness by its silence. One in doubt was chosen to be asked because it was silent,
   * and one that was out proves nothing.
   */
  stood: 'up' | 'doubted' | 'out';
  /** It could not be found by its name. */
  nameless: boolean;
};

/** How a server in this state stood. */
export const stoodAs = (state: Availability['state']): Evidence['stood'] =>
  state === 'up' ? 'up' : state === 'suspect' ? 'doubted' : 'out';

/** References of our own: the gateway's connection, and a well-known name. */
export type References = { gateway: boolean; dns: boolean };

/** Why nothing could be seen; "silence": nearly all hosts fell silent while the references were well. */
export type BlindReason = 'gateway' | 'dns' | 'network' | 'silence';

/** With fewer hosts than this, silence alone says nothing about us. */
export const FEWEST_HOSTS = 5;
/** "Nearly all" of the hosts. */
const NEARLY_ALL = 0.9;

/** Counts witnesses: hosts that were up, and whoever answers; one answer of a host is an answer of the host. */
function countHosts(evidence: readonly Evidence[]): { hosts: number; silent: number } {
  const answered = new Map<string, boolean>();
  for (const one of evidence) {
    if (one.stood === 'up' || one.answered) {
      answered.set(one.host, one.answered || answered.get(one.host) === true);
    }
  }
  const silent = [...answered.values()].filter((any) => !any).length;
  return { hosts: answered.size, silent };
}

/** Somebody is silent who would be blamed for it. */
const isDoubtful = ({ answered, stood }: Evidence): boolean => !answered && stood !== 'out';

/**
 * Whether servers may be blamed for their silence (DESIGN section 5): null = yes, else why not. When a reference fails, only
 * most witnesses answering proves that we see; when both are well, nearly all falling silent at once is our fault. Pure.
 */
export function judgeSight(
  evidence: readonly Evidence[],
  { gateway, dns }: References,
): BlindReason | null {
  const { hosts, silent } = countHosts(evidence);
  if (!evidence.some(isDoubtful)) {
    return null;
  }
  if (!(gateway && dns)) {
    const why = gateway ? 'dns' : dns ? 'gateway' : 'network';
    return silent * 2 >= hosts ? why : null;
  }
  return hosts >= FEWEST_HOSTS && silent >= hosts * NEARLY_ALL ? 'silence' : null;
}

/** What there is to doubt: nothing was learned of any host; somebody is silent, and there are too few witnesses. */
export function doubtOf(evidence: readonly Evidence[]) {
  const { hosts } = countHosts(evidence);
  const silent = evidence.some(isDoubtful);
  return { nothing: hosts === 0 && !silent, silent, fewHosts: hosts < FEWEST_HOSTS };
}
