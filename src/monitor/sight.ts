/** What one question said about our own sight. */
export type Evidence = {
  /** Address that was asked; servers of one address are one witness. */
  host: string;
  answered: boolean;
  /** It answered the last time: one that was silent before proves nothing by its silence. */
  expected: boolean;
  /** It could not be found by its name. */
  nameless: boolean;
};

/** References of our own: the gateway's connection, and a well-known name. */
export type References = { gateway: boolean; dns: boolean };

/** Why nothing could be seen; "silence": nearly all hosts fell silent while the references were well. */
export type BlindReason = 'gateway' | 'dns' | 'network' | 'silence';

/** With fewer hosts than this, silence alone says nothing about us. */
export const FEWEST_HOSTS = 5;
/** "Nearly all" of the hosts. */
const NEARLY_ALL = 0.9;

/** Counts hosts that were expected to answer: one answer of a host is an answer of the host. */
function countHosts(evidence: readonly Evidence[]): { hosts: number; silent: number } {
  const answered = new Map<string, boolean>();
  for (const one of evidence) {
    if (one.expected || one.answered) {
      answered.set(one.host, one.answered || answered.get(one.host) === true);
    }
  }
  const silent = [...answered.values()].filter((any) => !any).length;
  return { hosts: answered.size, silent };
}

/**
 * Whether servers may be blamed for their silence (DESIGN section 5): null = yes, else why not. When a reference fails, only
 * most hosts answering proves that we see; when both are well, nearly all hosts falling silent at once is our fault. Pure.
 */
export function judgeSight(
  evidence: readonly Evidence[],
  { gateway, dns }: References,
): BlindReason | null {
  const { hosts, silent } = countHosts(evidence);
  if (silent === 0) {
    return null;
  }
  if (!(gateway && dns)) {
    const why = gateway ? 'dns' : dns ? 'gateway' : 'network';
    return silent * 2 >= hosts ? why : null;
  }
  return hosts >= FEWEST_HOSTS && silent >= hosts * NEARLY_ALL ? 'silence' : null;
}

/** What there is to doubt: nothing was learned of any host; somebody fell silent, and too few were asked for that to mean much. */
export function doubtOf(evidence: readonly Evidence[]) {
  const { hosts, silent } = countHosts(evidence);
  return { nothing: hosts === 0, silent: silent > 0, fewHosts: hosts < FEWEST_HOSTS };
}
