import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type BinaryRules, decodeBinaryRules } from '#codec/a2s/binaryRules.ts';
import { decodeChallenge } from '#codec/a2s/challenge.ts';
import { decodeInfo } from '#codec/a2s/info.ts';
import { decodePlayers } from '#codec/a2s/players.ts';
import { classifyReply, REPLY } from '#codec/a2s/reply.ts';
import { sortRules } from '#codec/a2s/rulePages.ts';
import { decodeRules, ruleValues } from '#codec/a2s/rules.ts';
import {
  decodeFragment,
  isFirstFragment,
  joinFragments,
  type SplitLayout,
} from '#codec/a2s/split.ts';
import { decodeGoldsrcInfo } from '#codec/goldsrc/info.ts';
import * as goldsrc from '#codec/goldsrc/split.ts';
import { bytesOf } from '../packets/goldenPacket.ts';

/** Answers of real servers, with the values they hold; they lie beside the repository, where they are at all. */
const CAPTURES = new URL('../../../shared/captures/', import.meta.url);

type Group = { answers: string | string[]; datagrams: number[]; split?: string };
type Case = { name: string; packets: Uint8Array[]; groups: Group[]; expected: Expected };
type Expected = {
  name?: string;
  map?: string;
  players?: { max?: number };
  roster?: { state?: string; players?: { name: string; score: number; seconds: number | null }[] };
  rules?: { state?: string; values?: Record<string, string> };
  steamId?: string | null;
  gameId?: string | null;
  keywords?: string | null;
};

function readCases(): Case[] {
  if (!existsSync(CAPTURES)) {
    return [];
  }
  return readdirSync(CAPTURES).flatMap((name) => {
    const text = (file: string) => readFileSync(new URL(`${name}/${file}`, CAPTURES), 'utf8');
    const plan: { protocol: string; groups: Group[] } = JSON.parse(text('requests.json'));
    const packets = text('packets.hex').trim().split(/\s+/).map(bytesOf);
    const expected: Expected = JSON.parse(text('snapshot.json'));
    return plan.protocol === 'a2s' ? [{ name, packets, groups: plan.groups, expected }] : [];
  });
}

const cases = readCases();

/** The payload of a group, its layout found as a client has to find it. */
function payloadOf(datagrams: Uint8Array[], split: string | undefined): Uint8Array {
  if (split === undefined) {
    const [reply] = datagrams.map(classifyReply);
    expect(reply?.kind).toBe('single');
    return reply?.kind === 'single' ? reply.payload : new Uint8Array();
  }
  expect(datagrams.map((datagram) => classifyReply(datagram).kind)).not.toContain('single');
  const layouts = (['with-size', 'without-size'] as const).filter((layout) =>
    datagrams.some((datagram) => isFirstFragment(datagram, layout)),
  );
  const isGoldsrc = datagrams.some(goldsrc.isFirstFragment);
  expect([isGoldsrc, layouts]).toEqual(expectedLayout(split));
  const [layout] = layouts;
  return layout === undefined
    ? goldsrc.joinFragments(datagrams.map(goldsrc.decodeFragment))
    : joinFragments(datagrams.map((datagram) => decodeFragment(datagram, layout)));
}

function expectedLayout(split: string): [boolean, SplitLayout[]] {
  if (split === 'goldsrc') {
    return [true, []];
  }
  return [false, [split.startsWith('source-size') ? 'with-size' : 'without-size']];
}

const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, '');

function checkInfo(payload: Uint8Array, expected: Expected): void {
  const info = decodeInfo(payload);
  expect(info.problems.filter((line) => line !== 'info: cut in gameId')).toEqual([]);
  const { map, keywords, steamId, gameId } = expected;
  const decimal = (value: bigint | null) => (value === null ? null : String(value));
  const found = {
    map: withoutControls(info.map),
    keywords: info.keywords,
    steamId: decimal(info.steamId),
    gameId: decimal(info.gameId),
  };
  // Battalion 1944 tells its map in its rules (case 110).
  const mapWanted = info.gameId === 489940n ? found.map : map;
  const wanted = { map: mapWanted, keywords, steamId, gameId };
  expect(found).toMatchObject(JSON.parse(JSON.stringify(wanted)));
}

function checkPlayers(payload: Uint8Array, { roster }: Expected): void {
  const { entries, complete } = decodePlayers(payload);
  expect(complete).toBe(roster?.state !== 'partial');
  for (const [index, player] of (roster?.players ?? []).entries()) {
    const { name = '', score, seconds } = entries[index] ?? {};
    expect({ name: withoutControls(name), score }).toEqual({
      name: player.name,
      score: player.score,
    });
    expect(seconds ?? -1).toBeCloseTo(player.seconds ?? -1, 1);
  }
}

function checkRules(payload: Uint8Array, { rules }: Expected, binary: BinaryFile | null): void {
  const read = decodeRules(payload);
  expect(read.complete ? 'complete' : 'partial').toBe(rules?.state);
  const { pages, plain } = sortRules(read.pairs);
  expect({ ...ruleValues({ pairs: plain }) }).toEqual(rules?.values ?? {});
  expect(pages.length > 0).toBe(binary !== null);
  if (binary !== null) {
    expect(comparable(decodeBinaryRules(pages))).toEqual(binary);
  }
}

type BinaryFile = ReturnType<typeof comparable>;

/** The form of binary-rules.json, as far as it is ours to tell. */
function comparable(rules: BinaryRules | null) {
  const { crosshair, ...difficulty } = rules?.difficulty ?? { crosshair: null };
  return {
    protocolVersion: rules?.protocolVersion,
    overflow: rules?.overflow,
    difficulty,
    crosshair,
    dlcHashes: rules?.dlcs.map(({ hash }) => hash),
    mods: rules?.mods,
    signatures: rules?.signatures,
  };
}

function binaryFile(name: string): BinaryFile | null {
  const file = new URL(`${name}/binary-rules.json`, CAPTURES);
  if (!existsSync(file)) {
    return null;
  }
  const { pages: _, dlcBits: __, bytesLeft: ___, ...told } = JSON.parse(readFileSync(file, 'utf8'));
  return told;
}

describe.skipIf(cases.length === 0)(
  'the answers of real servers (skipped without ../shared)',
  () => {
    test('all of them are here', () => {
      expect(cases.length).toBeGreaterThanOrEqual(110);
    });

    test.each(cases)('$name', ({ name, packets, groups, expected }) => {
      for (const { datagrams, split } of groups) {
        const payload = payloadOf(
          datagrams.map((index) => packets[index] ?? new Uint8Array()),
          split,
        );
        const checks: Record<number, () => void> = {
          [REPLY.info]: () => checkInfo(payload, expected),
          [REPLY.goldsrcInfo]: () => expect(decodeGoldsrcInfo(payload).problems).toEqual([]),
          [REPLY.players]: () => checkPlayers(payload, expected),
          [REPLY.rules]: () => checkRules(payload, expected, binaryFile(name)),
          [REPLY.challenge]: () => expect(decodeChallenge(payload)).toHaveLength(4),
        };
        const check = checks[payload[0] ?? 0];
        expect(check).toBeDefined();
        check?.();
      }
    });
  },
);
