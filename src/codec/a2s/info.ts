import type { ByteReader } from '#bytes/byteReader.ts';
import type { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';
import { openPayload, startFrame, type TextOptions } from './frame.ts';
import { decodeExtra, encodeExtra, type InfoExtra } from './infoExtra.ts';
import { REPLY } from './reply.ts';

/** The answer to A2S_INFO of type 0x49, texts and counts as sent (spec a2s section 3). */
export type A2sInfo = InfoExtra & {
  protocol: number;
  name: string;
  map: string;
  folder: string;
  /** Free text, often not the game's name (case 54). */
  game: string;
  /** Only 16 bits; the low 24 of `gameId` are better (case 38). */
  appId: number;
  players: number;
  maxPlayers: number;
  bots: number;
  /** The character as sent: see serverKind. */
  serverType: string;
  /** The character as sent: see serverOs. */
  os: string;
  password: boolean;
  /** VAC. */
  secure: boolean;
  ship: ShipMode | null;
  version: string;
  /** One line for each thing that was cut, e.g. "info: cut in gameId" (case 35). */
  problems: string[];
};

/** The three bytes that The Ship puts before its version (case 101). Duration in seconds. */
type ShipMode = { mode: number; witnesses: number; duration: number };

const SHIP_APP_IDS = new Set([2400, 2401, 2402, 2403, 2405, 2406, 2412, 2430]);

/** Reads an info answer. A cut behind the version is noted in `problems`; one before it throws PacketError. */
export function decodeInfo(payload: Uint8Array, options: TextOptions = {}): A2sInfo {
  const reader = openPayload(payload, REPLY.info, options);
  const head = readHead(reader);
  const ship = SHIP_APP_IDS.has(head.appId) ? readShip(reader) : null;
  const version = reader.cstring('version');
  const problems: string[] = [];
  const extra = decodeExtra(reader, problems);
  return { ...head, ship, version, ...extra, problems };
}

function readHead(reader: ByteReader) {
  return {
    protocol: reader.u8('protocol'),
    name: reader.cstring('name'),
    map: reader.cstring('map'),
    folder: reader.cstring('folder'),
    game: reader.cstring('game'),
    appId: reader.u16('appId'),
    players: reader.u8('players'),
    maxPlayers: reader.u8('maxPlayers'),
    bots: reader.u8('bots'),
    serverType: String.fromCharCode(reader.u8('serverType')),
    os: String.fromCharCode(reader.u8('os')),
    password: reader.u8('visibility') !== 0,
    secure: reader.u8('vac') !== 0,
  };
}

function readShip(reader: ByteReader): ShipMode {
  return {
    mode: reader.u8('ship mode'),
    witnesses: reader.u8('ship witnesses'),
    duration: reader.u8('ship duration'),
  };
}

/**
 * The info datagram. With no extra field the EDF byte is left out, as old engines do. Throws PacketError for a value
 * its field cannot hold, and for a `ship` whose appId is not The Ship's (or the other way round).
 */
export function encodeInfo(info: Omit<A2sInfo, 'problems'>): Uint8Array {
  const writer = startFrame(REPLY.info)
    .u8(info.protocol, 'protocol')
    .cstring(info.name, 'name')
    .cstring(info.map, 'map')
    .cstring(info.folder, 'folder')
    .cstring(info.game, 'game')
    .u16(info.appId, 'appId')
    .u8(info.players, 'players')
    .u8(info.maxPlayers, 'maxPlayers')
    .u8(info.bots, 'bots')
    .u8(info.serverType.charCodeAt(0), 'serverType')
    .u8(info.os.charCodeAt(0), 'os')
    .u8(info.password ? 1 : 0)
    .u8(info.secure ? 1 : 0);
  writeShip(writer, info);
  writer.cstring(info.version, 'version');
  encodeExtra(writer, info);
  return writer.done();
}

function writeShip(writer: ByteWriter, { appId, ship }: Pick<A2sInfo, 'appId' | 'ship'>): void {
  if (SHIP_APP_IDS.has(appId) !== (ship !== null)) {
    throw new PacketError(
      { field: 'ship mode', offset: writer.length, wanted: 3, left: 0 },
      `the three bytes of The Ship belong to its app ids only, not to ${appId}`,
    );
  }
  if (ship !== null) {
    writer
      .u8(ship.mode, 'ship mode')
      .u8(ship.witnesses, 'ship witnesses')
      .u8(ship.duration, 'ship duration');
  }
}

const KINDS = new Map<string, 'dedicated' | 'listen' | 'proxy'>([
  ['d', 'dedicated'],
  ['l', 'listen'],
  ['p', 'proxy'],
]);

const SYSTEMS = new Map<string, 'linux' | 'windows' | 'mac'>([
  ['l', 'linux'],
  ['w', 'windows'],
  ['m', 'mac'],
  ['o', 'mac'],
]);

/** What the server type character of A2S_INFO means, GoldSrc's included (spec a2s section 0, case 41). */
export function serverKind(serverType: string): 'dedicated' | 'listen' | 'proxy' | 'unknown' {
  return KINDS.get(serverType.toLowerCase()) ?? 'unknown';
}

/** What the operating system character of A2S_INFO means, GoldSrc's included (spec a2s section 0, case 42). */
export function serverOs(os: string): 'linux' | 'windows' | 'mac' | 'unknown' {
  return SYSTEMS.get(os.toLowerCase()) ?? 'unknown';
}
