import { onTestFinished } from 'vitest';
import { type AskSampOptions, askSamp } from '#query/askSamp.ts';
import { type Conversations, openConversations } from '#query/conversations.ts';
import type { SampAnswer } from '#query/sampAnswer.ts';
import { createSampMemory } from '#query/sampMemory.ts';
import { createSampPacing, type SampPacing } from '#query/sampPacing.ts';
import type { SampBehaviourOptions } from '#sandbox/servers/sampBehaviour.ts';
import { type SampServer, startSampServer } from '#sandbox/servers/sampServer.ts';
import type { SampGuest } from '#sandbox/servers/sampSettings.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';

/** No limits on the pace, and tries of 200 ms, so that silence costs a test little. */
export const hasty = (): SampPacing =>
  createSampPacing({ perSecond: 1_000, sameOpcodeMs: 0, tryMs: 200 });

export function openTable(): Conversations {
  const sockets = openUdpSockets({ sockets: 1 });
  const conversations = openConversations({ sockets });
  onTestFinished(() => {
    conversations.close();
    sockets.close();
  });
  return conversations;
}

export async function startServer(
  options: Omit<SampBehaviourOptions, 'now'> & { port?: number },
): Promise<SampServer> {
  const server = await startSampServer({ now: () => performance.now(), ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Asks for everything, with a memory of its own, unless told otherwise. */
export function ask(
  server: { address: string; port: number },
  options: Partial<AskSampOptions> = {},
  conversations = openTable(),
): Promise<SampAnswer> {
  return askSamp(conversations, server, {
    parts: ['info', 'players', 'rules'],
    timeoutMs: 3_000,
    memory: createSampMemory(),
    pacing: hasty(),
    ...options,
  });
}

/** So many players with names, scores and slots of their own. */
export function guests(count: number): SampGuest[] {
  return Array.from({ length: count }, (_, slot) => ({
    name: `Player_${slot}`,
    score: slot * 10 - 5,
    ping: 20 + slot,
    slot,
  }));
}

/** The opcodes a server was asked, in order. */
export const asked = (server: SampServer): string =>
  server.heard.map(({ opcode }) => opcode).join('');

export const utf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
