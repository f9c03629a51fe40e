import { createSocket } from 'node:dgram';
import process from 'node:process';
import { type Answer, a2sServer, masterServer, sampServer } from './benchFarmAnswers.ts';
import { isDead, type Layout, type Peer, peerOf, type Task } from './benchServer.ts';

/**
 * The farm for machines without a C compiler: node benchFarmProcess.ts a2s|samp|master ports|addrs COUNT FIRST_PORT LATENCY_MS
 * DEAD_SHARE. A process of its own, a socket for each server (one for a master that lists COUNT servers). Prints "ready" and
 * ends when its parent does.
 */
const [task, layout] = process.argv.slice(2) as [Task, Layout];
const [count = 0, firstPort = 0, latencyMs = 0, deadShare = 0] = process.argv.slice(4).map(Number);

async function open({ host, port }: Peer, answer: Answer): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (datagram, from) => {
    const reply = answer(datagram);
    if (reply !== null && latencyMs > 0) {
      setTimeout(() => socket.send(reply, from.port, from.address), latencyMs);
    } else if (reply !== null) {
      socket.send(reply, from.port, from.address);
    }
  });
  await new Promise<void>((bound, failed) => {
    socket.once('error', failed);
    socket.bind(port, host, bound);
  });
}

function openServer(index: number): Promise<void> {
  const peer = peerOf(task, index, firstPort, layout);
  const live = task === 'samp' ? sampServer : a2sServer;
  return open(peer, isDead(index, deadShare) ? () => null : live(index, peer));
}

if (task === 'master') {
  await open(peerOf(task, 0, firstPort), masterServer(count));
} else {
  await Promise.all(Array.from({ length: count }, (_, index) => openServer(index)));
}
process.stdin.resume().on('end', () => process.exit());
process.stdout.write('ready\n');
