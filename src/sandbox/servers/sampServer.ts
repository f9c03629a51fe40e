import { createSocket } from 'node:dgram';
import {
  createSampBehaviour,
  type SampBehaviour,
  type SampBehaviourOptions,
} from './sampBehaviour.ts';
import { openServerSocket, type Visit } from './serverSocket.ts';

/** A simulated SA:MP or open.mp server on a socket of its own, with the switches of its behaviour. */
export type SampServer = Omit<SampBehaviour, 'answer'> & {
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
};

/** Starts one on 127.0.0.1; port 0, or none, means any. */
export async function startSampServer(
  options: SampBehaviourOptions & { port?: number },
): Promise<SampServer> {
  const behaviour = createSampBehaviour(options);
  const stranger = createSocket('udp4').on('error', () => undefined);

  function receive({ datagram, peer, send }: Visit): void {
    const { datagrams, delayMs } = behaviour.answer(datagram, peer.address);
    const leave = () => {
      for (const one of datagrams) {
        if (behaviour.faults.wrongPort) {
          stranger.send(one, peer.port, peer.address);
        } else {
          send(one);
        }
      }
    };
    if (delayMs === 0) {
      leave();
    } else {
      setTimeout(leave, delayMs).unref();
    }
  }

  const socket = await openServerSocket(options.port ?? 0, receive);
  let closing: Promise<void> | null = null;
  return Object.assign(behaviour, {
    address: '127.0.0.1',
    port: socket.port,
    close() {
      if (closing === null) {
        stranger.close();
        closing = socket.close();
      }
      return closing;
    },
  });
}
