import { answerOf } from './client.ts';
import type { FloorProtocol, FloorServer, Send } from './floorRound.ts';
import { type FloorReader, openFloorReader } from './floorReader.ts';

const INFO = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1');
const CHALLENGE_AT = 5;

type Info = { name: string; map: string };
type Got = {
  info: Info | null;
  players: { name: string; score: number }[] | null;
  rules: Map<string, string> | null;
};

/** Info, then with the challenge it brought all three side by side; a challenge that is known is used again. */
export function floorA2s(): FloorProtocol<Got> {
  const challenges = new Map<number, Buffer>();
  return {
    blank: () => ({ info: null, players: null, rules: null }),
    begin(server, send) {
      const known = challenges.get(server.index);
      if (known === undefined) {
        send(INFO, server.peer);
      } else {
        askAll(server, known, send);
      }
    },
    take(server, datagram, send) {
      const { got } = server;
      switch (datagram[4]) {
        case 0x41: {
          // A copy: what comes next is written over the datagram.
          const challenge = Buffer.from(datagram.subarray(CHALLENGE_AT, CHALLENGE_AT + 4));
          challenges.set(server.index, challenge);
          askAll(server, challenge, send);
          return null;
        }
        case 0x49:
          got.info = readInfo(openFloorReader(datagram, CHALLENGE_AT));
          break;
        case 0x44:
          got.players = readPlayers(openFloorReader(datagram, CHALLENGE_AT));
          break;
        case 0x45:
          got.rules = readRules(openFloorReader(datagram, CHALLENGE_AT));
          break;
        default:
      }
      const { info, players, rules } = got;
      return info && players && rules ? answerOf(info, players, [...rules.values()]) : null;
    },
  };
}

function askAll({ peer, got }: FloorServer<Got>, challenge: Buffer, send: Send): void {
  if (got.info === null) {
    send(Buffer.concat([INFO, challenge]), peer);
  }
  send(listRequest(0x55, challenge), peer);
  send(listRequest(0x56, challenge), peer);
}

function listRequest(type: number, challenge: Buffer): Buffer {
  const request = Buffer.allocUnsafe(9);
  request.writeInt32LE(-1, 0);
  request[4] = type;
  challenge.copy(request, 5);
  return request;
}

function readInfo(reader: FloorReader) {
  const info = {
    protocol: reader.u8(),
    name: reader.ended(),
    map: reader.ended(),
    folder: reader.ended(),
    game: reader.ended(),
    appId: reader.u16(),
    online: reader.u8(),
    max: reader.u8(),
    bots: reader.u8(),
    kind: reader.u8(),
    os: reader.u8(),
    password: reader.u8() !== 0,
    secure: reader.u8() !== 0,
    version: reader.ended(),
  };
  const more = reader.left() > 0 ? reader.u8() : 0;
  return {
    ...info,
    gamePort: more & 0x80 ? reader.u16() : null,
    steamId: more & 0x10 ? reader.u64() : null,
    tv: more & 0x40 ? { port: reader.u16(), name: reader.ended() } : null,
    keywords: more & 0x20 ? reader.ended() : null,
    gameId: more & 0x01 ? reader.u64() : null,
  };
}

function readPlayers(reader: FloorReader) {
  const players = [];
  for (let left = reader.u8(); left > 0; left -= 1) {
    players.push({
      index: reader.u8(),
      name: reader.ended(),
      score: reader.i32(),
      seconds: reader.float(),
    });
  }
  return players;
}

function readRules(reader: FloorReader): Map<string, string> {
  const rules = new Map<string, string>();
  for (let left = reader.u16(); left > 0; left -= 1) {
    rules.set(reader.ended(), reader.ended());
  }
  return rules;
}
