import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeRules, rulesOf } from '#codec/a2s/rules.ts';
import { encodeFragments } from '#codec/a2s/split.ts';
import { encodeFragments as encodeGoldsrcFragments } from '#codec/goldsrc/split.ts';
import { ASK_INFO, GOLDSRC_FRAGMENTS, GOLDSRC_INFO, honest, INFO } from './a2sBytes.ts';
import { openAsker } from './fakeAsker.ts';

let asker: ReturnType<typeof openAsker>;
beforeEach(() => {
  asker = openAsker();
});
afterEach(() => asker.close());

/** The old answer to "info": address, name, map, folder, description, 5 of 32 players, protocol 46. */
const OLD_INFO = `ffffffff43${Buffer.from('10.0.0.1:27015\0older\0de_dust\0cstrike\0CS\0').toString('hex')}05202e`;
/** Forty rules: some long enough to fill several fragments. */
const CVARS = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`sv_cvar_${at}`, `${at} `.repeat(30)]),
);

describe('old servers, and how they split', () => {
  it('case 15: the old answer 43 is skipped, the 6D behind it is read', async () => {
    const server = await asker.serve((request) =>
      request === ASK_INFO ? [OLD_INFO, GOLDSRC_INFO.replace('05202f', '05202e')] : [],
    );
    const answer = await asker.ask(server, { parts: [], timeoutMs: 1_000 });
    expect(answer.goldsrcInfo).toMatchObject({ name: 'old', protocol: 46, players: 5 });
    // And nothing but A2S is sent: the string queries of before 2006 are not.
    expect(new Set(server.requests)).toEqual(new Set([ASK_INFO]));
  });

  it.each([
    ['6D of protocol 46', GOLDSRC_INFO.replace('05202f', '05202e')],
    ['6D of protocol 47', GOLDSRC_INFO],
    ['49 of protocol 48', INFO.replace('ffffffff4911', 'ffffffff4930')],
    ['49 of protocol 17', INFO],
  ])(
    'case 72: GoldSrc fragments are known by their header, after an info in %s',
    async (_, info) => {
      const rules = [...GOLDSRC_FRAGMENTS].reverse();
      const server = await asker.serve(honest(null, { info: [info], rules }));
      const answer = await asker.ask(server, { timeoutMs: 1_000 });
      expect(answer.rules).toMatchObject({ state: 'answered', value: { complete: true } });
    },
  );

  it.each([2, 3, 5, 8])(
    'case 115: rules of TF2 and CSS in %i fragments, in any order',
    async (total) => {
      const whole = encodeRules(rulesOf(CVARS));
      const bodySize = Math.ceil(whole.length / total);
      const fragments = encodeFragments(whole, { id: 0x5e8cd, bodySize });
      expect(fragments).toHaveLength(total);
      // Every second one first, then the rest from the end.
      const order = [
        ...fragments.filter((_, at) => at % 2 === 1),
        ...fragments.filter((_, at) => at % 2 === 0).reverse(),
      ];
      const server = await asker.serve(honest(null, { rules: order }));
      const { rules } = await asker.ask(server, { timeoutMs: 1_000 });
      expect(rules).toMatchObject({ state: 'answered', value: { declared: 40, complete: true } });
      expect(rules.state === 'answered' && rules.value.pairs.length).toBe(40);
    },
  );

  it('case 80: a middle fragment that was cut leaves no list that is called complete', async () => {
    // The count says one rule, as some servers' counts do: it shows no loss.
    const lying = Buffer.from(encodeRules(rulesOf(CVARS)));
    lying.writeUInt16LE(1, 5);
    for (const fragments of [
      encodeFragments(lying, { id: 7, bodySize: 1248 }),
      encodeGoldsrcFragments(lying, { id: 7 }),
    ]) {
      expect(fragments.length).toBeGreaterThan(2);
      const cut = fragments.map((one, at) => (at === 1 ? one.subarray(0, one.length - 300) : one));
      const states = await Promise.all(
        [fragments, cut].map(async (rules) => {
          const server = await asker.serve(honest(null, { rules }));
          const answer = await asker.ask(server, { timeoutMs: 1_000 });
          return answer.rules.state === 'answered' && answer.rules.value.complete;
        }),
      );
      expect(states).toEqual([true, false]);
    }
  });
});
