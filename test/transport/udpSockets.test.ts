import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TransportError } from '#transport/transportError.ts';
import { openUdpSockets, type UdpSockets } from '#transport/udpSockets.ts';

let sockets: UdpSockets;
let servers: Socket[] = [];
beforeEach(() => {
  sockets = openUdpSockets();
});
afterEach(async () => {
  sockets.close();
  await Promise.all(
    servers.map((server) => new Promise<void>((closed) => server.close(() => closed()))),
  );
  servers = [];
});

/** A socket that sends every datagram back, in capitals, and tells from which ports it was asked. */
async function openEcho(address = '127.0.0.1') {
  const socket = createSocket('udp4');
  const ports: number[] = [];
  socket.on('message', (datagram, { port, address: asker }) => {
    ports.push(port);
    socket.send(datagram.toString().toUpperCase(), port, asker);
  });
  await new Promise<void>((bound) => socket.bind(0, address, bound));
  servers.push(socket);
  return { address, port: socket.address().port, ports, socket };
}

const text = (value: string): Uint8Array => Buffer.from(value);
const nothing = () => {};

/** Sends one text and waits for what comes back. */
function echo(peer: { address: string; port: number }, value: string): Promise<string> {
  return new Promise((resolve) => {
    const link = sockets.link(
      peer,
      (datagram) => {
        link.close();
        resolve(Buffer.from(datagram).toString());
      },
      nothing,
    );
    link.send(text(value));
  });
}

describe('shared UDP sockets', () => {
  it('answers go to the link of the address and port they come from', async () => {
    const peers = await Promise.all(Array.from({ length: 40 }, () => openEcho()));
    const answers = await Promise.all(peers.map((peer, at) => echo(peer, `hello ${at}`)));
    expect(answers).toEqual(peers.map((_, at) => `HELLO ${at}`));
    expect(sockets.counters).toEqual({ sent: 40, received: 40, dropped: 0, errors: 0 });
  });

  it('two sockets serve all, and a peer is always asked from the same one', async () => {
    const peers = await Promise.all(Array.from({ length: 40 }, () => openEcho()));
    for (const peer of [...peers, ...peers]) {
      await echo(peer, 'x');
    }
    expect(new Set(peers.flatMap(({ ports }) => ports)).size).toBe(2);
    for (const { ports } of peers) {
      expect(new Set(ports).size).toBe(1);
    }
  });

  it('same port, other address: two links', async () => {
    const one = await openEcho('127.0.0.1');
    const other = createSocket('udp4');
    servers.push(other);
    await new Promise<void>((bound) => other.bind(one.port, '127.0.0.2', bound));
    other.on('message', (_, { port, address }) => other.send('other', port, address));
    const [first, second] = await Promise.all([
      echo(one, 'x'),
      echo({ address: '127.0.0.2', port: one.port }, 'x'),
    ]);
    expect([first, second]).toEqual(['X', 'other']);
  });

  it('what nobody waits for is counted and dropped, also after a link was closed', async () => {
    const peer = await openEcho();
    await echo(peer, 'x');
    peer.socket.send('late', peer.ports[0] ?? 0, '127.0.0.1');
    await expect.poll(() => sockets.counters.dropped).toBe(1);
  });

  it('a peer has one link at a time', async () => {
    const peer = await openEcho();
    const link = sockets.link(peer, nothing, nothing);
    expect(() => sockets.link(peer, nothing, nothing)).toThrow(TransportError);
    link.close();
    sockets.link(peer, nothing, nothing).close();
  });

  it('asks for 4 MiB of receive buffer and reads back what was granted', () => {
    expect(sockets.receiveBufferBytes()).toBeGreaterThanOrEqual(2 * 200_000);
  });

  it('a burst that waits in the buffer is not lost', async () => {
    const peer = await openEcho();
    let heard = 0;
    const link = sockets.link(
      peer,
      () => {
        heard += 1;
      },
      nothing,
    );
    for (let count = 0; count < 100; count += 1) {
      link.send(text('x'));
    }
    await expect.poll(() => heard).toBe(100);
    link.close();
  });

  it('datagrams that cannot be sent end nothing: too large, forbidden, no route', async () => {
    const peer = await openEcho();
    const nowhere = sockets.link({ address: '255.255.255.255', port: 9_999 }, nothing, nothing);
    nowhere.send(text('x'));
    nowhere.close();
    const large = sockets.link({ address: '127.0.0.9', port: 9_999 }, nothing, nothing);
    large.send(new Uint8Array(70_000));
    large.close();
    expect(await echo(peer, 'still here')).toBe('STILL HERE');
  });

  it('a closed port is told by a probe, and by nothing else', async () => {
    const peer = await openEcho();
    await new Promise<void>((closed) => peer.socket.close(() => closed()));
    servers = [];
    await new Promise<void>((refused) => {
      const link = sockets.link(peer, nothing, refused);
      link.send(text('x'));
      link.probe(text('x'));
    });
  });

  it('a probe that is answered refuses nothing, and its answer is not taken for one', async () => {
    const peer = await openEcho();
    const heard: string[] = [];
    const link = sockets.link(
      peer,
      (datagram) => heard.push(Buffer.from(datagram).toString()),
      () => heard.push('refused'),
    );
    link.probe(text('probe'));
    await expect.poll(() => peer.ports.length).toBe(1);
    link.send(text('asked'));
    await expect.poll(() => heard).toEqual(['ASKED']);
    link.close();
  });

  it('after closing a link says so, and what is sent on an old one goes nowhere', async () => {
    const peer = await openEcho();
    const link = sockets.link(peer, nothing, nothing);
    sockets.close();
    link.send(text('x'));
    link.close();
    expect(() => sockets.link(peer, nothing, nothing)).toThrow(TransportError);
    expect(sockets.counters.sent).toBe(0);
  });
});
