import { createSocket } from 'node:dgram';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readHeader } from '#codec/samp/header.ts';
import { askSamp } from '#query/askSamp.ts';
import { openConversations } from '#query/conversations.ts';
import { createSampMemory } from '#query/sampMemory.ts';
import { createSampPacing } from '#query/sampPacing.ts';
import { fromSamp } from '#snapshot/fromSamp.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';

const folder = fileURLToPath(new URL('../../../shared/captures', import.meta.url));
const cases = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.startsWith('samp-'))
  : [];
const read = (name: string, file: string) => readFileSync(`${folder}/${name}/${file}`, 'utf8');

/** Answers each opcode with what the real server sent, with the echo that a real server would make. */
async function replay(name: string, twice: boolean) {
  const packets = read(name, 'packets.hex')
    .split(/\s+/)
    .filter(Boolean)
    .map((hex) => Buffer.from(hex, 'hex'));
  const socket = createSocket('udp4');
  socket.on('message', (request, { port, address }) => {
    const opcode = readHeader(request)?.opcode;
    for (const packet of packets.filter((one) => readHeader(one)?.opcode === opcode)) {
      const reply = Buffer.concat([request.subarray(0, 10), packet.subarray(10)]);
      socket.send(reply, port, address);
      if (twice) {
        socket.send(reply, port, address);
      }
    }
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    socket.close();
  });
  return socket.address().port;
}

async function snapshotOf(name: string, twice: boolean) {
  const port = await replay(name, twice);
  const sockets = openUdpSockets({ sockets: 1 });
  const conversations = openConversations({ sockets });
  onTestFinished(() => {
    conversations.close();
    sockets.close();
  });
  const answer = await askSamp(
    conversations,
    { address: '127.0.0.1', port },
    {
      parts: ['info', 'players', 'rules'],
      memory: createSampMemory(),
      pacing: createSampPacing({ perSecond: 100, sameOpcodeMs: 0, tryMs: 200 }),
    },
  );
  return fromSamp(answer, { host: '127.0.0.1', port, game: 'samp' });
}

test.runIf(cases.length > 0).each(cases)(
  '%s gives the Snapshot that its bytes mean',
  async (name) => {
    const { problems: _, ...expected } = JSON.parse(read(name, 'snapshot.json'));
    expect(await snapshotOf(name, false)).toMatchObject(expected);
    expect(await snapshotOf(name, true)).toMatchObject(expected);
  },
);

test.runIf(cases.length === 0)('no captures: ../shared/captures is not there', () => {
  expect(existsSync(folder)).toBe(false);
});
