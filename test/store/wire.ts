import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A wire to a server, which can be cut and mended. */
export async function openWire({ host, port }: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  const listen = async (at: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect({ host, port });
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => sockets.delete(one));
      }
    }).listen(at, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const own = (server.address() as AddressInfo).port;
  const cut = async () => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of sockets) {
      socket.destroy();
    }
    await closed;
  };
  onTestFinished(cut);
  return {
    port: own,
    cut,
    mend: async () => {
      server = await listen(own);
    },
  };
}
