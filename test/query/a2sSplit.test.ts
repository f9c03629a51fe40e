import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { A2sAnswer } from '#query/a2sAnswer.ts';
import { createA2sMemory } from '#query/a2sMemory.ts';
import {
  ASK_INFO,
  ASK_PLAYERS,
  ASK_RULES,
  BZIP2_FRAGMENTS,
  GOLDSRC_FRAGMENTS,
  honest,
  INFO,
} from './a2sBytes.ts';
import { openAsker } from './fakeAsker.ts';
import type { Answers } from './fakeServer.ts';

let asker: ReturnType<typeof openAsker>;
beforeEach(() => {
  asker = openAsker();
});
afterEach(() => asker.close());

const ARK_RULES = { DayTime_s: '12', SESSIONISPVE_i: '0', MOD0_s: '731604991:0' };

/** The rules of an answer as text, or the state of the part. */
function rulesOf({ rules }: A2sAnswer): Record<string, string> | string {
  return rules.state === 'answered'
    ? Object.fromEntries(
        rules.value.pairs.map(({ name, value }) => [
          Buffer.from(name).toString(),
          Buffer.from(value).toString(),
        ]),
      )
    : rules.state;
}

const ruled = (...rules: Answers) => honest(null, { rules });

/** The rules of case 69 in Source fragments: id, and with or without the size field (cases 70, 71). */
function sourceFragments(id: string, size: string): string[] {
  const whole = GOLDSRC_FRAGMENTS.map((fragment) => fragment.slice(18)).join('');
  const cuts = [0, 30, 62, whole.length];
  return [0, 1, 2].map(
    (index) => `feffffff${id}030${index}${size}${whole.slice(cuts[index], cuts[index + 1])}`,
  );
}
const WITH_SIZE = sourceFragments('07000000', 'e004');
const WITHOUT_SIZE = sourceFragments('07000000', '');

describe('spec a2s section 5: split answers', () => {
  const goldsrc = [...GOLDSRC_FRAGMENTS];
  const shapes: Record<string, string[]> = {
    'case 69: five GoldSrc fragments': goldsrc,
    'case 69: GoldSrc fragments, last one first': goldsrc.toReversed(),
    'case 70: Source fragments with a size field': WITH_SIZE,
    'case 70: the size is not checked (1188 as L4D says)': sourceFragments('07000000', 'a404'),
    'case 71: Source fragments without a size field': WITHOUT_SIZE,
    'case 71: without size, fragment 0 last': WITHOUT_SIZE.toReversed(),
    'case 73: bit 15 of the id does not mean compressed': sourceFragments('cde80500', 'e004'),
    'case 74: bzip2 in two fragments': BZIP2_FRAGMENTS,
    'case 74: bzip2, fragment 1 first': BZIP2_FRAGMENTS.toReversed(),
    'case 74: bzip2 without a size field': BZIP2_FRAGMENTS.map((one) => one.replace('e004', '')),
    'case 76: one fragment of one': [
      `feffffff070000000100e004${WITH_SIZE.map((one) => one.slice(24)).join('')}`,
    ],
    'case 77: a joined payload without FFFFFFFF': WITH_SIZE.map((one) =>
      one.replace('e004ffffffff', 'e004'),
    ),
    'case 78: out of order': [1, 0, 2].map((index) => WITH_SIZE[index] ?? ''),
    'case 79: every fragment twice': WITH_SIZE.flatMap((one) => [one, one]),
    'case 81: a foreign fragment between two': WITH_SIZE.flatMap((one) => [
      one,
      'feffffff990000000200e00400',
    ]),
    'case 82: index not below total, total 0, another total': [
      'feffffff070000000303e00400',
      'feffffff070000000000e00400',
      ...WITH_SIZE.slice(0, 1),
      'feffffff070000000501e00400',
      ...WITH_SIZE.slice(1),
    ],
    'case 83: an id of 1': sourceFragments('01000000', 'e004'),
  };
  it.each(Object.entries(shapes))('%s', async (_, fragments) => {
    const server = await asker.serve(ruled(...fragments));
    expect(rulesOf(await asker.ask(server))).toEqual(ARK_RULES);
    expect(server.requests).toEqual([ASK_INFO, ASK_PLAYERS, ASK_RULES]);
  });

  it('case 57: info may be split too', async () => {
    const server = await asker.serve((request) =>
      request === ASK_INFO
        ? [
            `feffffff090000000201e004${INFO.slice(40)}`,
            `feffffff090000000200e004${INFO.slice(0, 40)}`,
          ]
        : honest(null)(request),
    );
    const answer = await asker.ask(server);
    expect(answer.info).toMatchObject({ name: 'a', keywords: 'tags' });
  });

  it('case 74: one byte flipped in a compressed answer is an error of that part, never a result', async () => {
    const [first = '', second = ''] = BZIP2_FRAGMENTS;
    const flipped = `${second.slice(0, 60)}ff${second.slice(62)}`;
    const server = await asker.serve(ruled(first, flipped));
    const answer = await asker.ask(server);
    expect(answer.rules).toMatchObject({ state: 'failed' });
    expect(answer.problems).not.toEqual([]);
    expect(answer.players.state).toBe('answered');
  });

  it('case 74: a compressed answer that came broken is asked for again', async () => {
    const [first = '', second = ''] = BZIP2_FRAGMENTS;
    const broken = `${second.slice(0, 60)}ff${second.slice(62)}`;
    let asked = 0;
    const server = await asker.serve((request) => {
      asked += request === ASK_RULES ? 1 : 0;
      return ruled(first, asked === 1 ? broken : second)(request);
    });
    expect(rulesOf(await asker.ask(server, { timeoutMs: 900 }))).toEqual(ARK_RULES);
  });

  it('case 75: a stated size over 1 MiB is refused', async () => {
    const [first = '', second = ''] = BZIP2_FRAGMENTS;
    const bomb = first.replace('38000000', '00002000');
    const server = await asker.serve(ruled(bomb, second));
    expect((await asker.ask(server)).rules.state).toBe('failed');
  });

  it('case 80: a lost fragment is asked for again, with the whole query', async () => {
    let asked = 0;
    const server = await asker.serve((request) => {
      asked += request === ASK_RULES ? 1 : 0;
      return ruled(...(asked === 1 ? [WITH_SIZE[0] ?? '', WITH_SIZE[2] ?? ''] : WITH_SIZE))(
        request,
      );
    });
    expect(rulesOf(await asker.ask(server, { timeoutMs: 900 }))).toEqual(ARK_RULES);
    expect(server.requests.filter((request) => request === ASK_RULES)).toHaveLength(2);
  });

  it('case 80: a fragment that never comes leaves the part out, no hole is ever joined', async () => {
    const server = await asker.serve(ruled(WITH_SIZE[0] ?? '', WITH_SIZE[2] ?? ''));
    const answer = await asker.ask(server);
    expect(answer.rules).toEqual({
      state: 'failed',
      reason: 'only 2 of 3 fragments came, asked 3 times',
    });
    expect(answer.players.state).toBe('answered');
    expect(answer.info?.name).toBe('a');
  });

  it('case 80: nor is one silent whose first fragment never comes', async () => {
    const server = await asker.serve(ruled(WITH_SIZE[1] ?? '', WITH_SIZE[2] ?? ''));
    expect((await asker.ask(server)).rules).toEqual({
      state: 'failed',
      reason: '2 fragments came, but not the first one, asked 3 times',
    });
  });

  it('case 80, 103: a server whose fragments are lost is not one that never answers', async () => {
    const server = await asker.serve(ruled(...WITH_SIZE.slice(0, 2)));
    const memory = createA2sMemory();
    for (let poll = 0; poll < 4; poll += 1) {
      expect((await asker.ask(server, { memory })).rules.state).toBe('failed');
    }
    expect(memory.lists.rules.silences).toBe(0);
  });

  it('case 80: fragments of two answers under one id are not mixed', async () => {
    // The first answer loses its middle. In the next one, under the same id, the middle comes first.
    const [first = '', middle = '', last = ''] = WITH_SIZE;
    const renamed = first.replace('446179', '44617a');
    let asked = 0;
    const server = await asker.serve((request) => {
      asked += request === ASK_RULES ? 1 : 0;
      return ruled(...(asked === 1 ? [first, last] : [middle, renamed, last]))(request);
    });
    const rules = rulesOf(await asker.ask(server, { timeoutMs: 900 }));
    expect(Object.keys(rules)).toEqual(['DazTime_s', 'SESSIONISPVE_i', 'MOD0_s']);
  });

  it('case 81: fragments of players and rules that interleave find their own answers', async () => {
    const players = [
      'feffffff430000000200e004ffffffff440100426f',
      'feffffff430000000201e0046200030000000000' + '7642',
    ];
    const server = await asker.serve((request) => {
      if (request === ASK_PLAYERS) {
        return [];
      }
      return request === ASK_RULES
        ? [
            WITH_SIZE[0] ?? '',
            players[0] ?? '',
            WITH_SIZE[1] ?? '',
            players[1] ?? '',
            WITH_SIZE[2] ?? '',
          ]
        : [INFO];
    });
    const answer = await asker.ask(server);
    expect(rulesOf(answer)).toEqual(ARK_RULES);
    expect(answer.players).toMatchObject({ value: { entries: [{ name: 'Bob', seconds: 61.5 }] } });
  });

  it('case 83: an id used again by the next answer, whose copies come late', async () => {
    const players = [
      'feffffff070000000200e004ffffffff440100426f',
      'feffffff070000000201e0046200030000000000' + '7642',
    ];
    const server = await asker.serve((request) => {
      if (request === ASK_PLAYERS) {
        return [...players, ...players];
      }
      return request === ASK_RULES ? WITH_SIZE : [INFO];
    });
    const answer = await asker.ask(server);
    expect(rulesOf(answer)).toEqual(ARK_RULES);
    expect(answer.players.state).toBe('answered');
  });

  it('case 85: 20,000 bytes in one datagram are read', async () => {
    const pairs = Array.from({ length: 400 }, (_, at) => `rule_${at}\0${'x'.repeat(40)}\0`).join(
      '',
    );
    const large = Buffer.concat([
      Buffer.from('ffffffff459001', 'hex'),
      Buffer.from(pairs, 'latin1'),
    ]);
    const server = await asker.serve(ruled(large));
    expect(Object.keys(rulesOf(await asker.ask(server)))).toHaveLength(400);
  });

  it('a flood of fragments that fit nowhere is dropped, and the rest is answered', async () => {
    const flood = Array.from({ length: 600 }, (_, at) => {
      const id = at.toString(16).padStart(4, '0');
      return `feffffff${id}0000ff01e004${'00'.repeat(400)}`;
    });
    const server = await asker.serve((request) =>
      request === ASK_INFO ? [...flood, INFO] : honest(null)(request),
    );
    const answer = await asker.ask(server, { timeoutMs: 900 });
    expect(answer.info?.name).toBe('a');
  });
});
