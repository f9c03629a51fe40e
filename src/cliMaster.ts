import process from 'node:process';
import pino from 'pino';
import { answeredFacts } from '#masterServer/answeredFacts.ts';
import { type MasterServer, startMasterServer } from '#masterServer/startMasterServer.ts';
import { createA2sMemory } from '#query/a2sMemory.ts';
import { askA2s } from '#query/askA2s.ts';
import { openConversations } from '#query/conversations.ts';
import { TransportError } from '#transport/transportError.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';
import { type CommandLine, UsageError } from './cliLine.ts';
import type { Terminal } from './cliTerminal.ts';

type Change = Parameters<NonNullable<Parameters<typeof startMasterServer>[0]['onChange']>>[0];

/** Throws UsageError. */
function readListen({ values, positionals }: CommandLine): { host: string; port: number } {
  const [, host = '', digits] = /^([\d.]+):(\d{1,5})$/.exec(values.listen ?? '') ?? [];
  const port = Number(digits);
  if (!(port <= 65_535)) {
    throw new UsageError('master needs --listen A.B.C.D:PORT, such as --listen 127.0.0.1:27010');
  }
  if (positionals.length > 1) {
    throw new UsageError(`what is "${positionals.slice(1).join(' ')}"?`);
  }
  return { host, port };
}

/**
 * Runs a master server until it is told to end, and prints what comes and goes. The exit code: 0 ended in order, 1 it could not
 * listen. Throws UsageError.
 */
export async function runMaster(line: CommandLine, terminal: Terminal): Promise<number> {
  const listen = readListen(line);
  const sockets = openUdpSockets({ sockets: 1 });
  const conversations = openConversations({ sockets });
  try {
    const master = await startMasterServer({
      listen,
      askBack: async (server, signal) => {
        const question = { parts: [], memory: createA2sMemory(), polite: true, signal };
        return answeredFacts(await askA2s(conversations, server, question));
      },
      store: null,
      allowPrivate: line.values['allow-private'],
      log: pino({ level: 'warn' }, process.stderr),
      onChange: (change) => terminal.print(changeLine(change)),
    });
    await untilTold(master, terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof TransportError)) {
      throw error;
    }
    terminal.complain(`crowsnest: ${error.message}`);
    return 1;
  } finally {
    conversations.close();
    sockets.close();
  }
}

async function untilTold(master: MasterServer, { print }: Terminal): Promise<void> {
  print(`listening on ${master.address}:${master.port}\n`);
  const told = Promise.withResolvers<void>();
  process.once('SIGINT', told.resolve);
  process.once('SIGTERM', told.resolve);
  await told.promise;
  await master.close();
}

function changeLine(change: Change): string {
  const { address, port, claimed, answered } = change.registration;
  const facts =
    change.kind === 'gone'
      ? [change.why]
      : [claimed.gamedir, answered?.map ?? claimed.map, answered?.name ?? ''];
  const line = [change.kind, `${address}:${port}`, ...facts]
    .map((fact) => fact.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())
    .filter((fact) => fact !== '')
    .join('  ');
  return `${line}\n`;
}
