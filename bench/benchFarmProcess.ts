import { createSocket } from 'node:dgram';
import { decodeRequest } from '#codec/a2s/request.ts';
import { encodeChallenge } from '#codec/a2s/challenge.ts';
import { encodeInfo } from '#codec/a2s/info.ts';
import { encodePlayers } from '#codec/a2s/players.ts';
import { encodeRules } from '#codec/a2s/rules.ts';
import { benchServer } from './benchServer.ts';

/**
 * The farm for machines without a C compiler: node benchFarmProcess.ts COUNT FIRST_PORT LATENCY_MS DEAD_SHARE. A process
 * of its own, a socket for each server, every answer made at the start. Prints "ready" and ends when its parent does.
 */
const [count = 0, firstPort = 0, latencyMs = 0, deadShare = 0] = process.argv.slice(2).map(Number);

function answersOf(index: number) {
  const { name, map, players, maxPlayers, bots, rules } = benchServer(index);
  return {
    info: encodeInfo({
      protocol: 17,
      name,
      map,
      folder: 'farm',
      game: 'Farm',
      appId: 730,
      players: players.length,
      maxPlayers,
      bots,
      serverType: 'd',
      os: 'l',
      password: index % 10 === 0,
      secure: true,
      ship: null,
      version: '1.38.7.9',
      port: firstPort + index,
      steamId: 90_071_992_547_409_920n + BigInt(index),
      tv: null,
      keywords: 'farm,simulated',
      gameId: 730n,
    }),
    players: encodePlayers({
      declared: players.length,
      entries: players.map((player) => ({ index: 0, ...player })),
      ship: null,
    }),
    rules: encodeRules({
      declared: rules.length,
      pairs: rules.map(([name, value]) => ({ name, value })),
    }),
  };
}

/** Evenly spread, as many as the share says. */
const isDead = (index: number): boolean =>
  Math.floor((index + 1) * deadShare) !== Math.floor(index * deadShare);

async function openServer(index: number): Promise<void> {
  const answers = answersOf(index);
  const challenge = Uint8Array.of(0x11, index & 0xff, (index >> 8) & 0xff, 0x44);
  const socket = createSocket('udp4');
  socket.on('message', (datagram, { address, port }) => {
    const request = decodeRequest(datagram);
    if (!request || isDead(index) || !(request.part in answers)) {
      return;
    }
    const known = request.challenge !== null && Buffer.compare(request.challenge, challenge) === 0;
    const part = request.part as keyof typeof answers;
    const answer = known ? answers[part] : encodeChallenge(challenge);
    if (latencyMs > 0) {
      setTimeout(() => socket.send(answer, port, address), latencyMs);
    } else {
      socket.send(answer, port, address);
    }
  });
  await new Promise<void>((bound, failed) => {
    socket.once('error', failed);
    socket.bind(firstPort + index, '127.0.0.1', bound);
  });
}

await Promise.all(Array.from({ length: count }, (_, index) => openServer(index)));
process.stdin.resume().on('end', () => process.exit());
process.stdout.write('ready\n');
