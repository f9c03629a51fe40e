import { createSocket } from 'node:dgram';
import type { BenchClient, Setting } from './client.ts';

const HEADER_BYTES = 6;
const ENTRY_BYTES = 6;
const FIRST = '0.0.0.0:0';

/** Each page is asked for with the last address of the one before. */
export function floorMaster({ peerOf }: Setting): BenchClient {
  const socket = createSocket('udp4');
  const { host, port: masterPort } = peerOf(0);

  function play(heard: Parameters<BenchClient['play']>[0], done: () => void): void {
    const ask = (seed: string) =>
      socket.send(Buffer.from(`1\xff${seed}\0\0`, 'latin1'), masterPort, host);
    socket.removeAllListeners('message').on('message', (page) => {
      let last = FIRST;
      for (let at = HEADER_BYTES; at + ENTRY_BYTES <= page.length; at += ENTRY_BYTES) {
        const address = `${page[at]}.${page[at + 1]}.${page[at + 2]}.${page[at + 3]}`;
        const port = page.readUInt16BE(at + 4);
        last = `${address}:${port}`;
        if (last === FIRST) {
          done();
          return;
        }
        heard.listed(address, port);
      }
      ask(last);
    });
    ask(FIRST);
  }

  return {
    play: (heard) => new Promise((done) => play(heard, done)),
    close: () => void socket.close(),
  };
}
