import { encodeChallenge } from '#codec/a2s/challenge.ts';
import { encodeInfo } from '#codec/a2s/info.ts';
import { encodePlayers } from '#codec/a2s/players.ts';
import { decodeRequest } from '#codec/a2s/request.ts';
import { encodeRules } from '#codec/a2s/rules.ts';
import { encodeMasterPage, PAGE_ADDRESSES } from '#codec/master/page.ts';
import { decodeMasterQuery } from '#codec/master/query.ts';
import { encodeInfo as encodeSampInfo } from '#codec/samp/info.ts';
import { encodePlayers as encodeSampPlayers } from '#codec/samp/players.ts';
import { decodeRequest as decodeSampRequest } from '#codec/samp/request.ts';
import { encodeRules as encodeSampRules } from '#codec/samp/rules.ts';
import {
  benchServer,
  LISTED_PORT,
  listedAddress,
  listedIndex,
  type Peer,
  SAMP_LANGUAGE,
} from './benchServer.ts';

/** What a server says to a datagram; null for nothing. */
export type Answer = (datagram: Uint8Array) => Uint8Array | null;

/** An A2S server: every answer made at the start, all of them behind a challenge. */
export function a2sServer(index: number, { port }: Peer): Answer {
  const { name, map, players, maxPlayers, bots, rules } = benchServer('a2s', index);
  const challenge = Uint8Array.of(0x11, index & 0xff, (index >> 8) & 0xff, 0x44);
  const answers = {
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
      port,
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
  return (datagram) => {
    const request = decodeRequest(datagram);
    if (!request || !(request.part in answers)) {
      return null;
    }
    const known = request.challenge !== null && Buffer.compare(request.challenge, challenge) === 0;
    return known ? answers[request.part as keyof typeof answers] : encodeChallenge(challenge);
  };
}

export function sampServer(index: number, { host, port }: Peer): Answer {
  const { name, map, players, maxPlayers, rules } = benchServer('samp', index);
  const target = { address: host, port };
  const list = {
    declared: players.length,
    entries: players.map(({ name, score, ping }, slotByte) => ({
      name: Buffer.from(name),
      score,
      ping,
      slotByte,
    })),
  };
  const answers = new Map([
    [
      'i',
      encodeSampInfo(target, {
        password: index % 10 === 0,
        players: players.length,
        max: maxPlayers,
        hostname: Buffer.from(name),
        gamemode: Buffer.from(map),
        language: Buffer.from(SAMP_LANGUAGE),
      }),
    ],
    [
      'r',
      encodeSampRules(
        target,
        rules.map(([name, value]) => ({ name: Buffer.from(name), value: Buffer.from(value) })),
      ),
    ],
    ['c', encodeSampPlayers(target, 'c', list)],
    ['d', encodeSampPlayers(target, 'd', list)],
  ]);
  return (datagram) => {
    const opcode = decodeSampRequest(datagram)?.opcode;
    // A ping comes back as it was sent.
    return opcode === 'p' ? datagram : (answers.get(opcode ?? '') ?? null);
  };
}

/** A master server that lists so many servers, whatever the filter. */
export function masterServer(servers: number): Answer {
  return (datagram) => {
    const seed = decodeMasterQuery(datagram)?.seed;
    if (seed === undefined) {
      return null;
    }
    const from = seed.port === 0 ? 0 : listedIndex(seed.address) + 1;
    const to = Math.min(servers, from + PAGE_ADDRESSES - 1);
    const page = Array.from({ length: Math.max(0, to - from) }, (_, at) => ({
      address: listedAddress(from + at),
      port: LISTED_PORT,
    }));
    return encodeMasterPage(page, { end: to >= servers });
  };
}
