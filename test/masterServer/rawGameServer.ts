import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { raw } from './quietMaster.ts';

/** What went over the wire, one line a datagram: "> " to the master, "< " from whoever asked. */
export type RawGameServer = {
  address: string;
  port: number;
  readonly wire: string[];
  /** Joins; the heartbeat follows when the challenge comes. */
  join(): void;
  /** Says goodbye and no longer answers. */
  quit(): void;
  /** Whether it answers A2S_INFO. */
  answers: boolean;
  close(): Promise<void>;
};

const ASK_INFO = `ffffffff54${raw('Source Engine Query\0').toString('hex')}`;
/** Protocol 17, "Dawn Patrol", map "de_dust2", cstrike, app 240, 5 of 20, dedicated, Linux, open, secured, version 1.0. */
const INFO = Buffer.concat([
  Buffer.from('ffffffff4911', 'hex'),
  raw('Dawn Patrol\0de_dust2\0cstrike\0Counter-Strike\0'),
  Buffer.from('f000051400646c0001', 'hex'),
  raw('1.0\0'),
]);

/** A game server made of bytes written by hand: neither our encoders nor our decoders have a part in it. */
export async function openRawGameServer(
  master: { address: string; port: number },
  address = '127.0.0.1',
): Promise<RawGameServer> {
  const socket = createSocket('udp4');
  const wire: string[] = [];
  const send = (bytes: Buffer) => {
    wire.push(`> ${bytes.toString('hex')}`);
    socket.send(bytes, master.port, master.address);
  };
  const server: RawGameServer = {
    address,
    port: 0,
    wire,
    answers: true,
    join: () => send(Buffer.from('71', 'hex')),
    quit() {
      server.answers = false;
      send(Buffer.from('620a00', 'hex'));
    },
    close: () => new Promise((closed) => socket.close(() => closed())),
  };
  socket.on('message', (bytes, from) => {
    const hex = bytes.toString('hex');
    wire.push(`< ${hex}`);
    if (hex.startsWith('ffffffff730a')) {
      const challenge = bytes.readUInt32LE(6);
      send(
        raw(
          `0\n\\protocol\\7\\challenge\\${challenge}\\players\\0\\max\\20\\bots\\0\\gamedir\\cstrike\\map\\de_dust\\password\\0\\os\\l\\lan\\0\\region\\255\\type\\d\\secure\\1\\version\\1.0\\product\\cstrike\n`,
        ),
      );
    } else if (server.answers && hex === ASK_INFO) {
      socket.send(Buffer.from('ffffffff4111223344', 'hex'), from.port, from.address);
    } else if (server.answers && hex === `${ASK_INFO}11223344`) {
      socket.send(INFO, from.port, from.address);
    }
  });
  await new Promise<void>((bound) => socket.bind(0, address, bound));
  server.port = (socket.address() as AddressInfo).port;
  return server;
}
