import type { DecodeText } from '#bytes/byteReader.ts';
import { type A2sInfo, decodeInfo } from '#codec/a2s/info.ts';
import { type A2sPlayers, decodePlayers } from '#codec/a2s/players.ts';
import { REPLY } from '#codec/a2s/reply.ts';
import type { A2sPart } from '#codec/a2s/request.ts';
import { type A2sRules, decodeRules } from '#codec/a2s/rules.ts';
import { decodeGoldsrcInfo, type GoldsrcInfo } from '#codec/goldsrc/info.ts';

/** What a server has said so far in a conversation. */
export type Heard = {
  info: A2sInfo | null;
  goldsrcInfo: GoldsrcInfo | null;
  players: A2sPlayers | null;
  rules: A2sRules | null;
  /** Text of a print: the server refuses (spec a2s case 25). */
  printed: string | null;
  /** First round trip. */
  pingMs: number | null;
  /** Something in this protocol came, whatever it was. */
  anything: boolean;
  /** Something came that is not this protocol. */
  noise: boolean;
};

export function nothingHeard(): Heard {
  return {
    info: null,
    goldsrcInfo: null,
    players: null,
    rules: null,
    printed: null,
    pingMs: null,
    anything: false,
    noise: false,
  };
}

/** The query that an answer of this type answers; undefined for a challenge, a print and all that is skipped. */
export function answeredPart(type: number): A2sPart | undefined {
  switch (type) {
    case REPLY.info:
    case REPLY.goldsrcInfo:
      return 'info';
    case REPLY.players:
      return 'players';
    case REPLY.rules:
      return 'rules';
    default:
      return undefined;
  }
}

/** An answer in one piece; `even` false = it was put together from fragments of which one was cut. */
export type WholeAnswer = { type: number; payload: Uint8Array; even: boolean };

/** A list with a hole in it is none that is complete, whatever its count says. */
const listOf = <T extends { complete: boolean }>(list: T, even: boolean): T =>
  even ? list : { ...list, complete: false };

/** Reads an answer into its place; of two of a type the first counts. Throws PacketError when it cannot be read. */
export function hear(
  heard: Heard,
  { type, payload, even }: WholeAnswer,
  decodeText: DecodeText | undefined,
): void {
  switch (type) {
    case REPLY.info:
      heard.info ??= decodeInfo(payload, { decodeText });
      break;
    case REPLY.goldsrcInfo:
      heard.goldsrcInfo ??= decodeGoldsrcInfo(payload, { decodeText });
      break;
    case REPLY.players:
      heard.players ??= listOf(decodePlayers(payload, { decodeText }), even);
      break;
    case REPLY.rules:
      heard.rules ??= listOf(decodeRules(payload), even);
      break;
  }
}

/** Whether an info of this type is there already. */
export function hasHeard(heard: Heard, type: number): boolean {
  return (type === REPLY.info ? heard.info : heard.goldsrcInfo) !== null;
}
