import { rawText } from '#bytes/rawText.ts';
import { type A2sMemory, createA2sMemory } from '#query/a2sMemory.ts';
import { askA2s } from '#query/askA2s.ts';
import type { GamedigClient } from '#query/askGamedig.ts';
import type { Conversations } from '#query/conversations.ts';
import type { Way } from './candidates.ts';
import { countsNeedRules, fromA2s } from './fromA2s.ts';
import { fromGamedig } from './fromGamedig.ts';
import type { Manner } from './manner.ts';
import { createRecent } from './recent.ts';
import type { SampServers } from './sampServers.ts';
import type { Snapshot, SnapshotPart } from './snapshot.ts';
import type { Target } from './target.ts';

type ServerQuestion = {
  target: Target;
  parts: readonly SnapshotPart[];
  manner: Manner;
  /** Numeric, allowed by the address policy. */
  address: string;
  way: Way;
  /** For the whole conversation, in ms. */
  timeoutMs: number;
  signal: AbortSignal;
};

/** Asks one server at one port in one protocol. Throws QueryError when it does not answer. */
export type AskServer = (question: ServerQuestion) => Promise<Snapshot>;

/** Joins the conversations to the Snapshots they end in, and remembers how each server wants to be asked. */
export function createAskServer(
  conversations: Conversations,
  gamedig: GamedigClient,
  sampServers: SampServers,
  serversRemembered: number,
): AskServer {
  const memories = createRecent<A2sMemory>(serversRemembered);

  function memoryOf(server: string): A2sMemory {
    const known = memories.get(server);
    const memory = known ?? createA2sMemory();
    if (known === undefined) {
      memories.set(server, memory);
    }
    return memory;
  }

  async function viaA2s(question: ServerQuestion): Promise<Snapshot> {
    const { target, parts, manner, address, way, timeoutMs, signal } = question;
    const peer = { address, port: way.port };
    const answer = await askA2s(conversations, peer, {
      parts,
      partsFor: (info) => (countsNeedRules(info, target) ? ['rules'] : []),
      memory: memoryOf(`${address} ${way.port}`),
      timeoutMs,
      signal,
      polite: manner !== 'person',
      insist: manner === 'person',
      // The code page is chosen afterwards, from all the texts of the answer.
      decodeText: rawText,
    });
    return fromA2s(answer, target);
  }

  async function viaGamedig({ target, address, way, timeoutMs, signal }: ServerQuestion) {
    const { game, port } = way;
    if (game === null) {
      throw new TypeError('gamedig asks by a type: a row is needed');
    }
    return fromGamedig(
      await gamedig.ask({ type: game.id, address, port, timeoutMs, signal }),
      game,
      target,
    );
  }

  return (question) => {
    switch (question.way.protocol) {
      case 'a2s':
        return viaA2s(question);
      case 'samp':
        return sampServers.takeSnapshot({ ...question, port: question.way.port });
      case 'gamedig':
        return viaGamedig(question);
    }
  };
}
