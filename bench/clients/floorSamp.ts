import type { Peer } from '../benchServer.ts';
import { answerOf } from './client.ts';
import { type FloorReader, openFloorReader } from './floorReader.ts';
import type { FloorProtocol } from './floorRound.ts';

const MAGIC = Buffer.from('SAMP');
const BODY_AT = 11;
const OPCODE_AT = 10;
const OPCODES = ['i', 'r', 'd'] as const;

type Got = {
  info: { name: string; map: string } | null;
  rules: Map<string, string> | null;
  players: { name: string; score: number; ping: number }[] | null;
};

/** Info, rules and players, asked side by side: there is no challenge. */
export function floorSamp(): FloorProtocol<Got> {
  return {
    blank: () => ({ info: null, rules: null, players: null }),
    begin({ peer }, send) {
      for (const opcode of OPCODES) {
        send(requestFor(peer, opcode), peer);
      }
    },
    take({ got }, datagram) {
      const reader = openFloorReader(datagram, BODY_AT);
      switch (datagram[OPCODE_AT]) {
        case 0x69:
          got.info = readInfo(reader);
          break;
        case 0x72:
          got.rules = readRules(reader);
          break;
        case 0x64:
          got.players = readPlayers(reader);
          break;
        default:
      }
      const { info, players, rules } = got;
      return info && players && rules ? answerOf(info, players, [...rules.values()]) : null;
    },
  };
}

function requestFor({ host, port }: Peer, opcode: string): Buffer {
  const request = Buffer.concat([MAGIC, Buffer.from(host.split('.').map(Number)), Buffer.alloc(3)]);
  request.writeUInt16LE(port, 8);
  request.write(opcode, OPCODE_AT);
  return request;
}

function readInfo(reader: FloorReader) {
  return {
    password: reader.u8() !== 0,
    online: reader.u16(),
    max: reader.u16(),
    name: reader.counted(reader.i32()),
    map: reader.counted(reader.i32()),
    language: reader.counted(reader.i32()),
  };
}

function readRules(reader: FloorReader): Map<string, string> {
  const rules = new Map<string, string>();
  for (let left = reader.u16(); left > 0; left -= 1) {
    rules.set(reader.counted(reader.u8()), reader.counted(reader.u8()));
  }
  return rules;
}

function readPlayers(reader: FloorReader) {
  const players = [];
  for (let left = reader.u16(); left > 0; left -= 1) {
    players.push({
      id: reader.u8(),
      name: reader.counted(reader.u8()),
      score: reader.i32(),
      ping: reader.i32(),
    });
  }
  return players;
}
