import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type A2sInfo, encodeInfo } from '#codec/a2s/info.ts';
import { encodePlayers } from '#codec/a2s/players.ts';
import { decodeRequest } from '#codec/a2s/request.ts';
import { encodeRules, rulesOf } from '#codec/a2s/rules.ts';

type Info = Omit<A2sInfo, 'problems'>;

/** A Source server of an unlisted game with nobody on. */
export const PLAIN_INFO: Info = {
  protocol: 17,
  name: 'Test server',
  map: 'de_dust2',
  folder: 'test',
  game: 'Test game',
  appId: 1,
  players: 3,
  maxPlayers: 16,
  bots: 0,
  serverType: 'd',
  os: 'l',
  password: false,
  secure: true,
  ship: null,
  version: '1.0',
  port: 27015,
  steamId: null,
  tv: null,
  keywords: null,
  gameId: null,
};

/** Names with the score 0 and one minute each. */
export const playersNamed = (...names: string[]): Buffer =>
  Buffer.from(
    encodePlayers({
      declared: names.length,
      entries: names.map((name) => ({ index: 0, name, score: 0, seconds: 60 })),
      ship: null,
    }),
  );

export type FakeServer = {
  port: number;
  /** Parts asked so far, in order. */
  heard: string[];
  close(): void;
};

export type FakeAnswers = {
  info?: Partial<Info> | null;
  /** A whole info datagram, in place of `info`. */
  infoBytes?: Uint8Array;
  players?: readonly string[] | null;
  rules?: Readonly<Record<string, string>> | null;
  /** Told of each request before it is answered; the answer waits for it. */
  before?: (part: string) => Promise<void>;
  /** 0 = any. */
  port?: number;
  /** IPv4 loopback when not given. */
  address?: string;
};

/** A server on 127.0.0.1 that answers without challenges; a part that is null keeps silent. */
export async function startFakeServer(answers: FakeAnswers = {}): Promise<FakeServer> {
  const { info = {}, infoBytes, players = [], rules = {}, before = async () => {} } = answers;
  const address = answers.address ?? '127.0.0.1';
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  const heard: string[] = [];
  const datagrams: Record<string, Buffer | null> = {
    info: info === null ? null : Buffer.from(infoBytes ?? encodeInfo({ ...PLAIN_INFO, ...info })),
    players: players === null ? null : playersNamed(...players),
    rules: rules === null ? null : Buffer.from(encodeRules(rulesOf(rules))),
  };
  socket.on('message', async (request, from) => {
    const part = decodeRequest(request)?.part ?? 'unknown';
    heard.push(part);
    await before(part);
    const datagram = datagrams[part];
    if (datagram) {
      socket.send(datagram, from.port, from.address);
    }
  });
  socket.bind(answers.port ?? 0, address);
  await once(socket, 'listening');
  return { port: socket.address().port, heard, close: () => socket.close() };
}
