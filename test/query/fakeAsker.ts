import type { A2sAnswer } from '#query/a2sAnswer.ts';
import { createA2sMemory } from '#query/a2sMemory.ts';
import { type AskA2sOptions, askA2s } from '#query/askA2s.ts';
import { openConversations } from '#query/conversations.ts';
import { QueryError, type QueryFault } from '#query/queryError.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';
import { openFakeServer } from './fakeServer.ts';

/** Everything one test needs: real sockets, conversations on them, and fake servers that are closed with it. */
export function openAsker() {
  const sockets = openUdpSockets();
  const conversations = openConversations({ sockets });
  const closers: (() => Promise<void>)[] = [];
  return {
    sockets,
    conversations,
    async serve(...given: Parameters<typeof openFakeServer>) {
      const server = await openFakeServer(...given);
      closers.push(server.close);
      return server;
    },
    /** All three parts with a short deadline, unless told otherwise. */
    ask: (
      server: { address: string; port: number },
      options: Partial<AskA2sOptions> = {},
    ): Promise<A2sAnswer> =>
      askA2s(
        conversations,
        { address: server.address, port: server.port },
        { parts: ['players', 'rules'], memory: createA2sMemory(), timeoutMs: 300, ...options },
      ),
    async close() {
      conversations.close();
      sockets.close();
      await Promise.all(closers.map((close) => close()));
    },
  };
}

/** The kind of the QueryError a conversation ends with; anything else fails the test. */
export async function kindOf(answer: Promise<unknown>): Promise<QueryFault> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof QueryError) {
      return error.kind;
    }
    throw error;
  }
  throw new Error('it was answered');
}
