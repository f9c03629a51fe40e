import { ByteReader } from '#bytes/byteReader.ts';
import { packetErrorOf } from '#bytes/packetError.ts';
import type { TextOptions } from './frame.ts';
import { joinPages } from './rulePages.ts';
import type { RulePair } from './rules.ts';

/** What Arma 3 and DayZ pack into the pages of their rules (spec a2s case 113). */
export type BinaryRules = {
  /** 3, on older servers 2. */
  protocolVersion: number;
  overflow: number;
  /** One for each bit set in the DLC field. `hash` is eight hexadecimal digits. */
  dlcs: { bit: number; hash: string }[];
  /** Null for DayZ, which has no such bytes. */
  difficulty: ArmaDifficulty | null;
  mods: BinaryMod[];
  signatures: string[];
  /** One line for each thing that was cut or left over, e.g. "rules: cut in mod name". */
  problems: string[];
};

type ArmaDifficulty = {
  level: number;
  ai: number;
  advancedFlight: boolean;
  thirdPerson: boolean;
  crosshair: boolean;
};

/** `steamId` is the Workshop id in decimal, "0" for a mod that is not there. `dlc` marks a creator DLC. */
type BinaryMod = { hash: string; dlc: boolean; steamId: string; name: string };

/**
 * Reads the joined pages. Arma 3 and DayZ differ by two bytes and say nowhere which they are: the layout that reads
 * exactly to the end is taken, else Arma's. What comes before a cut is kept. Null when not even the header is there.
 * Never throws.
 */
export function decodeBinaryRules(
  pages: readonly RulePair[],
  options: TextOptions = {},
): BinaryRules | null {
  const { bytes, missing } = joinPages(pages);
  const arma = readLayout(bytes, options, true);
  const dayz = arma === null || arma.problems.length > 0 ? readLayout(bytes, options, false) : null;
  const found = dayz?.problems.length === 0 ? dayz : arma;
  if (missing !== null) {
    found?.problems.push(`rules: page ${missing} is missing`);
  }
  return found;
}

function readLayout(
  bytes: Uint8Array,
  { decodeText }: TextOptions,
  withDifficulty: boolean,
): BinaryRules | null {
  const reader = new ByteReader(bytes, decodeText === undefined ? {} : { decodeText });
  if (reader.left < 4) {
    return null;
  }
  const protocolVersion = reader.u8('rules version');
  const overflow = reader.u8('rules overflow');
  const dlcBits = reader.u16('dlc bits');
  const rules: BinaryRules = {
    protocolVersion,
    overflow,
    dlcs: [],
    difficulty: null,
    mods: [],
    signatures: [],
    problems: [],
  };
  const cut = packetErrorOf(() => readBody(reader, rules, dlcBits, withDifficulty));
  if (cut !== null) {
    rules.problems.push(`rules: cut in ${cut.field}`);
  }
  return rules;
}

/** Fills in as it reads, so that a cut leaves what came before it. */
function readBody(
  reader: ByteReader,
  rules: BinaryRules,
  dlcBits: number,
  withDifficulty: boolean,
): void {
  if (withDifficulty) {
    rules.difficulty = readDifficulty(reader);
  }
  for (let bit = 0; bit < 16; bit++) {
    if ((dlcBits >> bit) & 1) {
      rules.dlcs.push({ bit, hash: readHash(reader, 'dlc hash') });
    }
  }
  for (let count = reader.u8('mod count'); count > 0; count--) {
    rules.mods.push(readMod(reader));
  }
  for (let count = reader.u8('signature count'); count > 0; count--) {
    rules.signatures.push(reader.text('signature', reader.u8('signature length')));
  }
  if (reader.left > 0) {
    rules.problems.push(`rules: ${reader.left} bytes behind the last signature`);
  }
}

function readDifficulty(reader: ByteReader): ArmaDifficulty {
  const bits = reader.u8('difficulty');
  return {
    level: bits & 7,
    ai: (bits >> 3) & 7,
    advancedFlight: (bits & 0x40) !== 0,
    thirdPerson: (bits & 0x80) !== 0,
    crosshair: reader.u8('crosshair') !== 0,
  };
}

const ID_LENGTH = 0x0f;
const IS_DLC = 0x10;

function readMod(reader: ByteReader): BinaryMod {
  const hash = readHash(reader, 'mod hash');
  const flags = reader.u8('mod flags');
  const id = reader.bytes('mod id', flags & ID_LENGTH);
  const steamId = id.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n).toString();
  const name = reader.text('mod name', reader.u8('mod name length'));
  return { hash, dlc: (flags & IS_DLC) !== 0, steamId, name };
}

function readHash(reader: ByteReader, field: string): string {
  return reader.u32(field).toString(16).padStart(8, '0');
}
