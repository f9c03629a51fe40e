import { ByteReader, type DecodeText } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError, packetErrorOf } from '#bytes/packetError.ts';

/** The GoldSrc answer to A2S_INFO, type 0x6D, as sent (spec a2s section 4). */
export type GoldsrcInfo = {
  /** What the server thinks its address is: useless, never for links (case 62). */
  address: string;
  name: string;
  map: string;
  folder: string;
  game: string;
  players: number;
  maxPlayers: number;
  protocol: number;
  /** The character as sent: d, l, p. */
  serverType: string;
  /** The character as sent: l, w. */
  os: string;
  password: boolean;
  /** The mod byte. */
  isMod: boolean;
  /** Null also when the mod byte is set and the block is not there (case 60). */
  mod: GoldsrcMod | null;
  /** VAC; null when the bytes end before it. */
  secure: boolean | null;
  /** Null when not sent, as by HLTV (case 59). */
  bots: number | null;
  /** One line for each thing that was cut (case 61). */
  problems: string[];
};

/** The block of a mod; what was cut is null. */
type GoldsrcMod = {
  link: string;
  downloadLink: string;
  version: number | null;
  /** Bytes of the download. */
  size: number | null;
  multiplayerOnly: boolean | null;
  ownDll: boolean | null;
};

const TYPE = 0x6d;

/** Reads an info answer. A cut behind the mod byte is noted in `problems`; one before it throws PacketError. */
export function decodeGoldsrcInfo(
  payload: Uint8Array,
  { decodeText }: { decodeText?: DecodeText | undefined } = {},
): GoldsrcInfo {
  const reader = new ByteReader(payload, decodeText === undefined ? {} : { decodeText });
  const type = reader.u8('type');
  if (type !== TYPE) {
    throw new PacketError(
      { field: 'type', offset: 0, wanted: 0, left: payload.length },
      `0x${type.toString(16)} is not 0x6d`,
    );
  }
  const info: GoldsrcInfo = {
    ...readHead(reader),
    mod: null,
    secure: null,
    bots: null,
    problems: [],
  };
  const cut = packetErrorOf(() => readTail(reader, info));
  if (cut !== null) {
    info.problems.push(`info: cut in ${cut.field}`);
  }
  return info;
}

function readHead(reader: ByteReader) {
  return {
    address: reader.cstring('address'),
    name: reader.cstring('name'),
    map: reader.cstring('map'),
    folder: reader.cstring('folder'),
    game: reader.cstring('game'),
    players: reader.u8('players'),
    maxPlayers: reader.u8('maxPlayers'),
    protocol: reader.u8('protocol'),
    serverType: String.fromCharCode(reader.u8('serverType')),
    os: String.fromCharCode(reader.u8('os')),
    password: reader.u8('visibility') !== 0,
    isMod: reader.u8('mod') !== 0,
  };
}

/** Fills in as it reads, so that a cut leaves what came before it. */
function readTail(reader: ByteReader, info: GoldsrcInfo): void {
  // Two bytes are vac and bots: some servers set the mod byte and send no block (case 60).
  if (info.isMod && reader.left > 2) {
    const mod: GoldsrcMod = {
      link: reader.cstring('mod link'),
      downloadLink: reader.cstring('mod download link'),
      version: null,
      size: null,
      multiplayerOnly: null,
      ownDll: null,
    };
    info.mod = mod;
    // An empty text that every server sends (case 58).
    reader.cstring('mod NUL');
    mod.version = reader.u32('mod version');
    mod.size = reader.u32('mod size');
    mod.multiplayerOnly = reader.u8('mod type') !== 0;
    mod.ownDll = reader.u8('mod dll') !== 0;
  }
  info.secure = reader.u8('vac') !== 0;
  info.bots = reader.left === 0 ? null : reader.u8('bots');
}

/**
 * The info datagram. Fields that are null at the end are left out (a mod block is cut at its first null). Throws
 * PacketError for a value its field cannot hold.
 */
export function encodeGoldsrcInfo(info: Omit<GoldsrcInfo, 'problems'>): Uint8Array {
  const writer = new ByteWriter()
    .u32(0xffffffff)
    .u8(TYPE)
    .cstring(info.address, 'address')
    .cstring(info.name, 'name')
    .cstring(info.map, 'map')
    .cstring(info.folder, 'folder')
    .cstring(info.game, 'game')
    .u8(info.players, 'players')
    .u8(info.maxPlayers, 'maxPlayers')
    .u8(info.protocol, 'protocol')
    .u8(info.serverType.charCodeAt(0), 'serverType')
    .u8(info.os.charCodeAt(0), 'os')
    .u8(info.password ? 1 : 0)
    .u8(info.isMod ? 1 : 0);
  if (info.mod !== null) {
    writeMod(writer, info.mod);
  }
  if (info.secure !== null) {
    writer.u8(info.secure ? 1 : 0);
  }
  if (info.bots !== null) {
    writer.u8(info.bots, 'bots');
  }
  return writer.done();
}

function writeMod(writer: ByteWriter, mod: GoldsrcMod): void {
  writer.cstring(mod.link, 'mod link').cstring(mod.downloadLink, 'mod download link').cstring('');
  if (mod.version !== null) {
    writer.u32(mod.version, 'mod version');
  }
  if (mod.size !== null) {
    writer.u32(mod.size, 'mod size');
  }
  if (mod.multiplayerOnly !== null) {
    writer.u8(mod.multiplayerOnly ? 1 : 0);
  }
  if (mod.ownDll !== null) {
    writer.u8(mod.ownDll ? 1 : 0);
  }
}
