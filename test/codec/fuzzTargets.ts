import { PacketError, packetErrorOf } from '#bytes/packetError.ts';
import { decodeBinaryRules } from '#codec/a2s/binaryRules.ts';
import { decodeChallenge } from '#codec/a2s/challenge.ts';
import { decodeInfo } from '#codec/a2s/info.ts';
import { decodePlayers } from '#codec/a2s/players.ts';
import { decodePrint } from '#codec/a2s/print.ts';
import { classifyReply, REPLY } from '#codec/a2s/reply.ts';
import { decodeRequest } from '#codec/a2s/request.ts';
import { sortRules } from '#codec/a2s/rulePages.ts';
import { decodeRules, ruleValues } from '#codec/a2s/rules.ts';
import {
  decodeFragment,
  isFirstFragment,
  joinFragments,
  type SplitLayout,
} from '#codec/a2s/split.ts';
import { parseKeywords } from '#codec/ark/keywords.ts';
import { splitArkName } from '#codec/ark/name.ts';
import { countArkPlayers } from '#codec/ark/players.ts';
import { readArkRules } from '#codec/ark/rules.ts';
import { decodeGoldsrcInfo } from '#codec/goldsrc/info.ts';
import * as goldsrc from '#codec/goldsrc/split.ts';
import { decodeMasterChallenge } from '#codec/master/challenge.ts';
import { compileFilter, searchable } from '#codec/master/filterMatch.ts';
import { parseFilter } from '#codec/master/filterParse.ts';
import { printFilter } from '#codec/master/filterPrint.ts';
import { readMasterDatagram } from '#codec/master/masterDatagram.ts';
import { decodeMasterPage } from '#codec/master/page.ts';
import { readServerReport } from '#codec/master/serverReport.ts';
import { decodeExtraInfo } from '#codec/samp/extraInfo.ts';
import { readHeader, type SampOpcode } from '#codec/samp/header.ts';
import { decodeInfo as decodeSampInfo } from '#codec/samp/info.ts';
import { decodePing } from '#codec/samp/ping.ts';
import { decodePlayers as decodeSampPlayers } from '#codec/samp/players.ts';
import { decodeRconLine } from '#codec/samp/rcon.ts';
import { decodeRequest as decodeSampRequest } from '#codec/samp/request.ts';
import { decodeRules as decodeSampRules } from '#codec/samp/rules.ts';
import { chooseEncoding } from '#codec/text/chooseEncoding.ts';

/** The decoder of each type of answer, with what is done to its values next. */
const DECODERS = new Map<number, (payload: Uint8Array) => void>([
  [REPLY.info, readInfo],
  [REPLY.goldsrcInfo, (payload) => decodeGoldsrcInfo(payload)],
  [REPLY.players, (payload) => decodePlayers(payload)],
  [REPLY.rules, readRules],
  [REPLY.challenge, (payload) => decodeChallenge(payload)],
  [REPLY.print, (payload) => decodePrint(payload)],
  // A master's answers begin as those of a game server do.
  [0x66, (payload) => decodeMasterPage(withHeader(payload))],
  [0x73, (payload) => decodeMasterChallenge(withHeader(payload))],
]);

/** What a filter is tried on. */
const SERVER = searchable({
  address: '127.0.0.1',
  port: 27015,
  gamedir: 'cstrike',
  map: 'de_dust2',
  type: 'd',
  os: 'l',
  secure: true,
  password: false,
  players: 3,
  max: 32,
  tags: ['alltalk'],
  version: '1.1.2.7',
  name: 'The Watch',
  appId: 10,
  white: false,
});

const SAMP_DECODERS: Record<SampOpcode, (datagram: Uint8Array) => void> = {
  i: readSampInfo,
  r: (datagram) => decodeSampRules(datagram),
  c: (datagram) => decodeSampPlayers(datagram),
  d: (datagram) => decodeSampPlayers(datagram),
  p: (datagram) => decodePing(datagram),
  o: (datagram) => decodeExtraInfo(datagram),
  x: (datagram) => decodeRconLine(datagram),
};

function withHeader(payload: Uint8Array): Uint8Array {
  return Uint8Array.of(0xff, 0xff, 0xff, 0xff, ...payload);
}

/** Does with a datagram what a master does. */
function readLikeAMaster(datagram: Uint8Array): void {
  const read = readMasterDatagram(datagram);
  if (read.kind === 'heartbeat') {
    readServerReport(read.heartbeat.fields);
  } else if (read.kind === 'query') {
    const { filter } = parseFilter(read.query.filter);
    compileFilter(filter)(SERVER);
    printFilter(filter);
  }
}

function readSampInfo(datagram: Uint8Array): void {
  const { hostname, gamemode, language } = decodeSampInfo(datagram);
  chooseEncoding([{ bytes: hostname }, { bytes: gamemode }], language);
}

function readInfo(payload: Uint8Array): void {
  const { name, keywords, players, maxPlayers } = decodeInfo(payload);
  const openSlots = parseKeywords(keywords ?? '').get('numopenpubconn') ?? null;
  countArkPlayers({ infoPlayers: players, maxPlayers, openSlots, namedEntries: null });
  splitArkName(name);
}

function readRules(payload: Uint8Array): void {
  const { pages, plain } = sortRules(decodeRules(payload).pairs);
  readArkRules(ruleValues({ pairs: plain }));
  decodeBinaryRules(pages);
}

/**
 * Does with the datagrams what a client does: one that stands alone goes to the decoder of its type, fragments are
 * joined by the layout that one of them shows (by each layout when none does) and go on from there.
 */
export function decodeLikeAClient(datagrams: readonly Uint8Array[]): void {
  const fragments: Uint8Array[] = [];
  for (const datagram of datagrams) {
    decodeRequest(datagram);
    decodeSampRequest(datagram);
    readLikeAMaster(datagram);
    const samp = readHeader(datagram);
    if (samp !== null) {
      SAMP_DECODERS[samp.opcode](datagram);
    }
    const reply = classifyReply(datagram);
    if (reply.kind === 'single') {
      decodePayload(reply.payload);
    } else if (reply.kind === 'split') {
      fragments.push(datagram);
    }
  }
  if (fragments.length > 0) {
    decodeFragments(fragments);
  }
}

function decodePayload(payload: Uint8Array): void {
  const decode = DECODERS.get(payload[0] ?? 0);
  if (decode === undefined) {
    decodeAsEveryType(payload);
    throw new PacketError({ field: 'type', offset: 0, wanted: 0, left: payload.length }, 'unknown');
  }
  decode(payload);
}

function decodeFragments(fragments: readonly Uint8Array[]): void {
  const layouts = (['with-size', 'without-size'] as const).filter((layout) =>
    fragments.some((fragment) => isFirstFragment(fragment, layout)),
  );
  const isGoldsrc = fragments.some(goldsrc.isFirstFragment);
  const unknown = !isGoldsrc && layouts.length === 0;
  const joins = [
    ...(isGoldsrc || unknown ? [joinGoldsrc] : []),
    ...(unknown ? (['with-size', 'without-size'] as const) : layouts).map(joinSource),
  ];
  const errors = joins.map((join) => packetErrorOf(() => decodePayload(join(fragments))));
  const error = errors.find((each) => each !== null);
  if (error !== undefined && errors.every((each) => each !== null)) {
    throw error;
  }
}

const joinGoldsrc = (fragments: readonly Uint8Array[]) =>
  goldsrc.joinFragments(fragments.map(goldsrc.decodeFragment));

const joinSource = (layout: SplitLayout) => (fragments: readonly Uint8Array[]) =>
  joinFragments(fragments.map((fragment) => decodeFragment(fragment, layout)));

/** A payload of no known type is good for trying every decoder on it. */
function decodeAsEveryType(payload: Uint8Array): void {
  for (const [type, decode] of DECODERS) {
    packetErrorOf(() => decode(Uint8Array.of(type, ...payload.subarray(1))));
  }
}
