import type { Answers } from './fakeServer.ts';

/** Requests, as bytes on the wire (spec a2s cases 1, 2, 6). */
export const ASK_INFO = `ffffffff54${Buffer.from('Source Engine Query\0').toString('hex')}`;
export const ASK_PLAYERS = 'ffffffff55ffffffff';
export const ASK_RULES = 'ffffffff56ffffffff';
export const withChallenge = (request: string, challenge: string): string =>
  request === ASK_INFO ? request + challenge : request.slice(0, 10) + challenge;

export const CHALLENGE = 'ffffffff4111223344';
export const OTHER_CHALLENGE = 'ffffffff4155667788';

/** Name "a", map "b", 0 of 8 (spec a2s case 34). */
export const INFO =
  'ffffffff491161006200630064000000000800646c0000310030040027bd651640017461677300';
/** Bob, 3, 61.5 s (spec a2s case 9). */
export const PLAYERS = 'ffffffff440100426f62000300000000007642';
/** a = c, the last of two (spec a2s case 107). */
export const RULES = 'ffffffff4502006100620061006300';
/** GoldSrc: address, name "old", map "de_dust2", cstrike, "Counter-Strike", 5 of 32, protocol 47, d l, open, no mod, VAC, 1 bot. */
export const GOLDSRC_INFO = `ffffffff6d${Buffer.from('127.0.0.1:27015\0old\0de_dust2\0cstrike\0Counter-Strike\0').toString('hex')}05202f646c00000101`;
export const BANNED =
  'ffffffff6c596f752068617665206265656e2062616e6e65642066726f6d2074686973207365727665722e0a00';
export const REDIRECT =
  'ffffffff39436f6e6e6563745265646972656374416464726573733a312e322e332e343a323730313500';

/** DayTime_s=12, SESSIONISPVE_i=0, MOD0_s=731604991:0 in five GoldSrc fragments (spec a2s case 69). */
export const GOLDSRC_FRAGMENTS = [
  'feffffff0700000005ffffffff4503004461795469',
  'feffffff07000000156d655f730031320053455353',
  'feffffff0700000025494f4e49535056455f690030',
  'feffffff0700000035004d4f44305f730037333136',
  'feffffff070000004530343939313a3000',
];

/** The same three rules as bzip2 in two Source fragments with size (spec a2s case 74). */
export const BZIP2_FRAGMENTS = [
  'feffffff050000800200e0043800000021a84b02425a683931415926535904e95e9600001c4f80c8007db00623cd00a22208200000a0004114d89341a7940f5346ca14000d00007b',
  'feffffff050000800201e00470289d24b44aa955765cc666a5d1835a4c46cd3390ef16174e21ddc422f827e2ee48a70a12009d2bd2c0',
];

/** An honest server: each part is answered once its challenge is sent back; null answers at once. */
export function honest(
  challenge: string | null,
  parts: { info?: Answers; players?: Answers; rules?: Answers } = {},
) {
  const answers: Record<string, Answers> = {
    '54': parts.info ?? [INFO],
    '55': parts.players ?? [PLAYERS],
    '56': parts.rules ?? [RULES],
  };
  return (request: string): Answers => {
    const type = request.slice(8, 10);
    const sent = type === '54' ? request.slice(ASK_INFO.length) : request.slice(10);
    return challenge === null || sent === challenge
      ? (answers[type] ?? [])
      : [`ffffffff41${challenge}`];
  };
}
