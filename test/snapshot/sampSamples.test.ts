import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { decodeExtraInfo } from '#codec/samp/extraInfo.ts';
import { decodeInfo } from '#codec/samp/info.ts';
import { decodePlayers } from '#codec/samp/players.ts';
import { decodeRules, saysOpenmp } from '#codec/samp/rules.ts';
import { type SampAnswer, sampEncoding } from '#query/sampAnswer.ts';
import { fromSamp } from '#snapshot/fromSamp.ts';
import type { Target } from '#snapshot/target.ts';
import { sampAnswer } from './sampFixture.ts';

type Sample = {
  id: string;
  kind: string;
  opcode: string;
  outcome: string;
  hex: string;
  expect: {
    name?: string;
    gamemode?: string;
    language?: string;
    display?: string;
    problems?: string[];
    openmp?: boolean;
    lookup?: [string, string][];
    usable?: string[];
    roster?: { name: string; score: number; ping?: number }[];
    state?: string;
  };
};

const file = fileURLToPath(new URL('../../../shared/spec/samples-samp.json', import.meta.url));
const all: Sample[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).samples : [];
const samples = all.filter(
  ({ kind, outcome, opcode }) =>
    kind === 'reply' && ['ok', 'partial'].includes(outcome) && 'ircdo'.includes(opcode),
);
const target: Target = { host: '203.0.113.7', port: 7777, game: 'samp' };

/** The answer of a conversation in which only this reply came, besides a plain info. */
function answerWith({ opcode, hex }: Sample): SampAnswer {
  const datagram = Uint8Array.from(Buffer.from(hex, 'hex'));
  const plain = sampAnswer({ players: 2 });
  switch (opcode) {
    case 'i': {
      const info = decodeInfo(datagram);
      return { ...plain, info, encoding: sampEncoding({ ...plain, info }, null) };
    }
    case 'r': {
      const value = decodeRules(datagram);
      return { ...plain, rules: { state: 'answered', value }, openmp: saysOpenmp(value) };
    }
    case 'o':
      return { ...plain, links: decodeExtraInfo(datagram) };
    default:
      return { ...plain, players: { state: 'answered', value: decodePlayers(datagram) } };
  }
}

const withoutControls = (text: string) => (text.split('\0')[0] ?? '').replace(/\p{Cc}/gu, '');

test.runIf(samples.length > 0).each(samples)('$id as people see it', (sample) => {
  const wanted = sample.expect;
  const snapshot = fromSamp(answerWith(sample), target);
  if (wanted.name !== undefined) {
    expect(snapshot).toMatchObject({
      name: withoutControls(wanted.name),
      samp: { gamemode: wanted.gamemode, language: wanted.language },
    });
    expect(snapshot.name?.trim()).toBe(wanted.display ?? withoutControls(wanted.name).trim());
  }
  if (wanted.roster !== undefined) {
    expect(snapshot.roster).toMatchObject({
      state: wanted.state,
      players: wanted.roster.map(({ name, score, ping }) => ({ name, score, ping: ping ?? null })),
    });
  }
  if (wanted.openmp !== undefined) {
    expect(snapshot).toMatchObject({
      protocol: wanted.openmp ? 'openmp' : 'samp',
      samp: { openmp: wanted.openmp },
    });
  }
  const byName = new Map(
    Object.entries(snapshot.rules.values).map(([name, value]) => [name.toLowerCase(), value]),
  );
  for (const [name, value] of wanted.lookup ?? []) {
    expect(byName.get(name)).toBe(value);
  }
  if (wanted.usable !== undefined) {
    const links = Object.values(snapshot.samp?.links ?? {});
    expect(links.filter((link) => link !== null)).toEqual(wanted.usable);
  }
  for (const problem of (wanted.problems ?? []).filter((one) => /^(name|players)/.test(one))) {
    expect(snapshot.problems.join('\n')).toContain(problem);
  }
});

test.runIf(samples.length === 0)(
  'no samples: ../shared/spec/samples-samp.json is not there',
  () => {
    expect(existsSync(file)).toBe(false);
  },
);
