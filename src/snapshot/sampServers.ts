import type { SampTarget } from '#codec/samp/header.ts';
import { askSamp } from '#query/askSamp.ts';
import type { Conversations } from '#query/conversations.ts';
import { QueryError } from '#query/queryError.ts';
import { type RconAnswer, type RconRequest, rconSamp } from '#query/rconSamp.ts';
import { createSampMemory, type SampMemory } from '#query/sampMemory.ts';
import { createSampPacing, type SampPacing } from '#query/sampPacing.ts';
import { fromSamp, queryDisabledSnapshot } from './fromSamp.ts';
import type { Manner } from './manner.ts';
import { createRecent } from './recent.ts';
import type { Snapshot, SnapshotPart } from './snapshot.ts';
import type { Target } from './target.ts';

/** What is asked of a SA:MP or open.mp server. The address policy was applied to `address` before. */
export type SampServerQuestion = {
  target: Target;
  parts: readonly SnapshotPart[];
  /** Person: also parts that were silent lately. Poll: waits behind people. Both keep the flood limits. */
  manner: Manner;
  /** Numeric. */
  address: string;
  port: number;
  /** For the whole conversation, in ms. */
  timeoutMs: number;
  signal: AbortSignal;
};

/** Every SA:MP and open.mp server this process asks: one pace for all, and what was learnt of each. */
export type SampServers = {
  /** Throws QueryError when the server does not answer. One with its query switched off does: it is online. */
  takeSnapshot(question: SampServerQuestion): Promise<Snapshot>;
  /**
   * Runs one console command, once. Text is in the code page of the target, else of the server as it was seen; a command
   * that is not plain ASCII has it looked at first. Throws QueryError: unsupported, aborted.
   */
  runConsole(
    request: RconRequest,
    question: Pick<SampServerQuestion, 'target' | 'address' | 'port' | 'signal'>,
  ): Promise<RconAnswer>;
};

/** How long a look at a server's code page may take, in ms. */
const LOOK_MS = 2_000;

/** Joins the conversations with SA:MP servers to what they end in. `pacing` is passed by tests. */
export function createSampServers(
  conversations: Conversations,
  serversRemembered: number,
  pacing: SampPacing = createSampPacing({ host: conversations.pace }),
): SampServers {
  const memories = createRecent<SampMemory>(serversRemembered);

  function memoryOf(address: string, port: number): SampMemory {
    const key = `${address} ${port}`;
    const memory = memories.get(key) ?? createSampMemory();
    memories.set(key, memory);
    return memory;
  }

  /** A server that does not tell leaves the code page unknown: the command goes out as UTF-8. */
  async function learnEncoding(peer: SampTarget, memory: SampMemory, signal: AbortSignal) {
    const options = { parts: ['rules'] as const, timeoutMs: LOOK_MS, signal, memory, pacing };
    await askSamp(conversations, peer, options).catch((error: unknown) => {
      if (!(error instanceof QueryError) || error.kind === 'aborted') {
        throw error;
      }
    });
  }

  return {
    async takeSnapshot({ target, parts, manner, address, port, timeoutMs, signal }) {
      const memory = memoryOf(address, port);
      try {
        const answer = await askSamp(
          conversations,
          { address, port },
          {
            parts,
            timeoutMs,
            signal,
            polite: manner !== 'person',
            insist: manner === 'person',
            memory,
            pacing,
          },
        );
        return fromSamp(answer, target);
      } catch (error) {
        if (error instanceof QueryError && error.kind === 'query-disabled') {
          return queryDisabledSnapshot(target, memory.openmp, error.message);
        }
        throw error;
      }
    },
    async runConsole(request, { target, address, port, signal }) {
      const memory = memoryOf(address, port);
      const peer = { address, port };
      const isPlain = /^[\x20-\x7e]*$/.test(request.command + request.password);
      if (target.encoding === undefined && memory.encoding === null && !isPlain) {
        await learnEncoding(peer, memory, signal);
      }
      return rconSamp(conversations, peer, request, {
        encoding: target.encoding ?? toldEncoding(memory),
        language: memory.openmp === true ? null : memory.language,
        signal,
        pacing,
      });
    },
  };
}

/** Texts that are all ASCII fit every code page, so they tell none. */
function toldEncoding({ encoding }: SampMemory): string | null {
  return encoding === null || encoding.by === 'ascii' ? null : encoding.encoding;
}
