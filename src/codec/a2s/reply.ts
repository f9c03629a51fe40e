import { skipHeaders, startsWithHeader } from './frame.ts';

/** Type bytes of the answers (spec a2s sections 1 to 7). */
export const REPLY = {
  redirect: 0x39,
  challenge: 0x41,
  players: 0x44,
  rules: 0x45,
  info: 0x49,
  ping: 0x6a,
  print: 0x6c,
  goldsrcInfo: 0x6d,
} as const;

/** What a datagram from a server is, before anything in it is read. */
export type Reply =
  | { kind: 'single'; type: number; payload: Uint8Array }
  | { kind: 'split' }
  | { kind: 'noise' };

/** Bytes from the type byte on without which an answer of the type cannot hold anything (spec a2s cases 12, 23). */
const SHORTEST = new Map<number, number>([
  [REPLY.challenge, 5],
  [REPLY.players, 2],
  [REPLY.rules, 3],
  [REPLY.info, 16],
  [REPLY.goldsrcInfo, 13],
]);

/** Bytes of the shortest split header there is: GoldSrc's. */
const SPLIT_HEADER = 9;

/**
 * Sorts a datagram: an answer that stands alone (its payload begins at the type byte; doubled FFFFFFFF are skipped,
 * spec a2s case 24), a fragment of a split one, or noise to be skipped while waiting on (cases 22, 23). Never throws.
 */
export function classifyReply(datagram: Uint8Array): Reply {
  if (startsWithSplitMark(datagram)) {
    return { kind: datagram.length > SPLIT_HEADER ? 'split' : 'noise' };
  }
  if (!startsWithHeader(datagram, 0)) {
    return { kind: 'noise' };
  }
  const payload = skipHeaders(datagram);
  const type = payload[0];
  if (type === undefined || payload.length < (SHORTEST.get(type) ?? 1)) {
    return { kind: 'noise' };
  }
  return { kind: 'single', type, payload };
}

function startsWithSplitMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xfe && bytes[1] === 0xff && bytes[2] === 0xff && bytes[3] === 0xff;
}
