import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsPattern } from '#monitor/namePattern.ts';
import { noticesFor } from '#monitor/noticesFor.ts';
import { NO_MEMORY, stepRules } from '#monitor/watchRules.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { WatchMemory } from '#store/serverDocument.ts';
import { watchOf } from '#test/store/examples.ts';
import { offline, online } from './snapshots.ts';

const MINUTE = 60_000;
const server = { name: 'Valley', address: '192.0.2.7:27015' };
const ROLE = '300000000000000009';

/** What a watch is told, a poll a minute; `joined` are those who came with that poll. */
function told(watch: Partial<Watch>, polls: readonly (readonly [Snapshot, string[]?])[]) {
  let memory: WatchMemory = NO_MEMORY;
  return polls.map(([snapshot, joined = []], n) => {
    const traffic = { since: 0, joined, left: [], wasEmpty: false };
    const seen = { snapshot, server, traffic, before: (n - 1) * MINUTE, at: n * MINUTE };
    const step = stepRules(memory, watchOf(watch), seen);
    memory = step.after;
    return step.news.map(({ news, roleId }) => ({ ...news, roleId }));
  });
}

const players = (count: number, bots = 0): Snapshot =>
  online([], { players: { online: count, max: 20, bots, connecting: null } });
const hidden = (count: number): Snapshot => ({
  ...players(count),
  roster: { state: 'hidden', players: [] },
});
const polls = (snapshots: readonly Snapshot[]) => snapshots.map((one) => [one] as const);
const told1 = (news: ReturnType<typeof told>) => news.map((each) => each.length);

describe('"6 or more players: ping"', () => {
  const six = (cooldownMs = 0) => ({
    thresholds: [{ atLeast: 6, below: 4, roleId: ROLE, cooldownMs }],
  });
  const counts = (...all: number[]) => polls(all.map((count) => players(count)));

  it('is said when the sixth comes, with its role', () => {
    const [, , third] = told(six(), counts(2, 5, 6));
    expect(third).toMatchObject([{ kind: 'players', atLeast: 6, online: 6, roleId: ROLE }]);
  });

  it('is not said again while it goes up and down around it, only after fewer than four', () => {
    expect(told1(told(six(), counts(5, 6, 5, 6, 4, 7, 3, 6)))).toEqual([0, 1, 0, 0, 0, 0, 0, 1]);
  });

  it('is not said again within the cooldown', () => {
    expect(told1(told(six(3 * MINUTE), counts(0, 6, 0, 6, 0, 6)))).toEqual([0, 1, 0, 0, 0, 1]);
  });

  it('is not said of those who were there at the first look', () => {
    expect(told1(told(six(), counts(8, 9)))).toEqual([0, 0]);
  });

  it('does not count bots', () => {
    expect(told1(told(six(), polls([players(2), players(10, 6), players(12, 6)])))).toEqual([
      0, 0, 1,
    ]);
  });

  it('is not armed again by an outage', () => {
    const all = polls([players(3), players(7), offline(), players(8)]);
    expect(told1(told(six(), all))).toEqual([0, 1, 0, 0]);
  });

  it('has an id of its own beside another threshold that is reached at the same time', () => {
    const thresholds = [6, 8].map((atLeast) => ({
      atLeast,
      below: 1,
      roleId: null,
      cooldownMs: 0,
    }));
    const watch = watchOf({ thresholds });
    const seen = { snapshot: players(9), server, traffic: null, before: 0, at: MINUTE };
    const { news } = stepRules({ ...NO_MEMORY, reached: [] }, watch, seen);
    const ids = noticesFor(news, [{ guildId: '1', watch }], MINUTE).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('where names are hidden', () => {
  const counts = (...all: number[]) => polls(all.map(hidden));
  const five = (joins: Watch['joins']) => ({ joins, countStep: 5 });

  it('a change of the count beyond the step is told, from the number last told', () => {
    const news = told(five('both'), counts(10, 13, 15, 17, 9));
    expect(told1(news)).toEqual([0, 0, 1, 0, 1]);
    expect(news[2]).toMatchObject([{ kind: 'count', before: 10, online: 15 }]);
    expect(news[4]).toMatchObject([{ kind: 'count', before: 15, online: 9 }]);
  });

  it('only joins, only leaves, only the first, or nothing is told, as chosen', () => {
    const all = counts(0, 1, 6, 1, 0, 6);
    expect(told1(told(five('joins'), all))).toEqual([0, 0, 1, 0, 0, 1]);
    expect(told1(told(five('leaves'), all))).toEqual([0, 0, 0, 1, 0, 0]);
    expect(told1(told(five('first'), all))).toEqual([0, 1, 0, 0, 0, 1]);
    expect(told1(told(five('off'), all))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('nothing is told over a miss', () => {
    expect(told1(told(five('both'), polls([hidden(10), offline(), hidden(0)])))).toEqual([0, 0, 0]);
  });
});

describe('a named player', () => {
  const named = (pattern: string, cooldownMs = 0) => ({
    namedPlayers: [{ pattern, roleId: ROLE, cooldownMs }],
  });

  it('who comes is told, with the role', () => {
    const [first] = told(named('Ann'), [[players(1), ['ann', 'Bob']]]);
    expect(first).toMatchObject([{ kind: 'named-player', player: 'ann', roleId: ROLE }]);
  });

  it('is not told again within the cooldown', () => {
    const all = Array.from({ length: 4 }, () => [players(1), ['Ann']] as const);
    expect(
      told1(
        told(
          named('a*', 2 * MINUTE),
          all.map(([s, j]) => [s, [...j]] as const),
        ),
      ),
    ).toEqual([1, 0, 1, 0]);
  });

  it.each([
    ['[CLAN]*', '[CLAN] Zed', true],
    ['*bot*', 'Robot 7', true],
    ['a*b*c', 'aXXbYYc', true],
    ['a*b*c', 'aXXcYYb', false],
    ['aba*aba', 'aba', false],
    ['*', '', true],
    ['Ann', 'Anna', false],
    ['.*', 'x', false],
  ])('"%s" and "%s": %s', (pattern, name, fits) => {
    expect(fitsPattern(name, pattern)).toBe(fits);
  });

  it('any name fits itself, and itself with anything around where there is a star', () => {
    const word = fc.string({ maxLength: 12 }).filter((text) => !text.includes('*'));
    fc.assert(
      fc.property(word, word, (name, other) => {
        expect(fitsPattern(name, name)).toBe(true);
        expect(fitsPattern(name + other, `${name}*`)).toBe(true);
        expect(fitsPattern(other + name, `*${name}`)).toBe(true);
      }),
    );
  });
});

describe('who joined and left', () => {
  const news = (wasEmpty: boolean) => [
    {
      at: 0,
      news: {
        kind: 'roster' as const,
        ...server,
        joined: ['Ann'],
        left: ['Bob'],
        online: 1,
        max: 8,
      },
      wasEmpty,
    },
  ];
  const heard = (joins: Watch['joins'], wasEmpty = false) =>
    noticesFor(news(wasEmpty), [{ guildId: '1', watch: watchOf({ joins }) }], 0).map(
      ({ news: n }) => (n.kind === 'roster' ? [...n.joined, ...n.left].join() : n.kind),
    );

  it.each([
    ['both', false, ['Ann,Bob']],
    ['joins', false, ['Ann']],
    ['leaves', false, ['Bob']],
    ['off', false, []],
    ['first', false, []],
    ['first', true, ['Ann']],
  ] as const)('with "%s", on a server that was empty: %s', (joins, wasEmpty, names) => {
    expect(heard(joins, wasEmpty)).toEqual(names);
  });
});
