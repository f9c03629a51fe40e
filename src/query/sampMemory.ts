import type { SampExtraInfo } from '#codec/samp/extraInfo.ts';
import type { SampOpcode } from '#codec/samp/header.ts';
import type { ChosenEncoding } from '#codec/text/chooseEncoding.ts';
import type { ListHistory } from './a2sMemory.ts';

/** The parts that a SA:MP server may leave unanswered and still be online. */
export type SampListOpcode = 'r' | 'c' | 'd';

/** What is worth knowing about a SA:MP server at the next conversation. Kept by the caller; a restart may lose it. */
export type SampMemory = {
  /** Whether its rules said open.mp; null while they never came. */
  openmp: boolean | null;
  /** The list that was answered last. */
  list: 'c' | 'd' | null;
  /** How its texts were read; RCON goes by it. Null before the first answer. */
  encoding: ChosenEncoding | null;
  /** How the server names its language, in its own code page. */
  language: Uint8Array | null;
  /** When the links of `o` were last asked for (ms, clock of the conversations), and what they were. */
  links: { askedAt: number; value: SampExtraInfo | null } | null;
  lists: Record<SampListOpcode, ListHistory>;
  /** When an opcode last went out, in ms. */
  sentAt: Map<SampOpcode, number>;
};

export function createSampMemory(): SampMemory {
  const unasked = (): ListHistory => ({ answered: false, silences: 0, askAgainAt: 0 });
  return {
    openmp: null,
    list: null,
    encoding: null,
    language: null,
    links: null,
    lists: { r: unasked(), c: unasked(), d: unasked() },
    sentAt: new Map(),
  };
}
