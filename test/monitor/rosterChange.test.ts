import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rosterBaseline, rosterChange } from '#monitor/rosterChange.ts';
import type { PlayerEntry } from '#snapshot/snapshot.ts';
import type { RosterBaseline } from '#store/serverDocument.ts';
import { offline, online, player } from './snapshots.ts';

const roster = (...players: PlayerEntry[]): RosterBaseline => ({
  at: 0,
  map: 'valley',
  players: players.map(({ name, seconds }) => ({ name, seconds })),
});

const NOBODY = { joined: [], left: [] };

describe('between two polls', () => {
  it('one comes and one goes', () => {
    const change = rosterChange(
      roster(player('Ann', 100), player('Bob', 50)),
      roster(player('Ann', 160), player('Cid', 20)),
    );
    expect(change).toEqual({ joined: ['Cid'], left: ['Bob'] });
  });

  it('nobody comes or goes: the times went on', () => {
    expect(
      rosterChange(
        roster(player('Ann', 100), player('Bob', 50)),
        roster(player('Bob', 110), player('Ann', 160)),
      ),
    ).toEqual(NOBODY);
  });

  it('a player reconnects under the same name: left and joined', () => {
    expect(
      rosterChange(
        roster(player('Ann', 5000), player('Bob', 400)),
        roster(player('Ann', 5060), player('Bob', 12)),
      ),
    ).toEqual({ joined: ['Bob'], left: ['Bob'] });
  });

  it('one of three called "123" leaves and another comes', () => {
    expect(
      rosterChange(
        roster(player('123', 900), player('123', 700), player('123', 30)),
        roster(player('123', 960), player('123', 90), player('123', 10)),
      ),
    ).toEqual({ joined: ['123'], left: ['123'] });
  });

  it('a second player takes a name that is there already', () => {
    expect(
      rosterChange(
        roster(player('unnamed', 60)),
        roster(player('unnamed', 120), player('unnamed', 3)),
      ),
    ).toEqual({ joined: ['unnamed'], left: [] });
  });

  it('where no times are told, names are all there is', () => {
    expect(
      rosterChange(
        roster(player('CJ', null), player('Ryder', null)),
        roster(player('CJ', null), player('Smoke', null)),
      ),
    ).toEqual({ joined: ['Smoke'], left: ['Ryder'] });
  });

  it('the server restarts and everybody is back: nobody came or went', () => {
    expect(
      rosterChange(
        roster(player('Ann', 5000), player('Bob', 400), player('Cid', 90)),
        roster(player('Ann', 30), player('Bob', 25)),
      ),
    ).toBeNull();
  });

  it('rounding moves a time back by less than a second: nobody reconnected', () => {
    expect(rosterChange(roster(player('Ann', 100.9)), roster(player('Ann', 100)))).toEqual(NOBODY);
  });
});

describe('who counts as a person', () => {
  const names = (...given: Parameters<typeof online>) =>
    rosterBaseline(online(...given), 7)?.players.map(({ name }) => name);

  it('is everybody with a name', () => {
    expect(names([player('Ann'), player(''), player('  '), player('Bob')])).toEqual(['Ann', 'Bob']);
  });

  it('is no bot, where the game marks bots by giving them no time', () => {
    const bots = { players: { online: 3, max: 8, bots: 2, connecting: null } };
    expect(names([player('Ann'), player('Zoey', null), player('Bill', null)], bots)).toEqual([
      'Ann',
    ]);
  });

  it('is everybody where there are no bots, though no times are told', () => {
    expect(names([player('CJ', null), player('Smoke', null)])).toEqual(['CJ', 'Smoke']);
    const unknown = { players: { online: 2, max: 8, bots: null, connecting: null } };
    expect(names([player('CJ', null), player('Smoke', null)], unknown)).toEqual(['CJ', 'Smoke']);
  });

  it('is everybody where more entries lack a time than there are bots', () => {
    const bots = { players: { online: 3, max: 8, bots: 1, connecting: null } };
    expect(names([player('CJ', null), player('Smoke', null), player('Bot', null)], bots)).toEqual([
      'CJ',
      'Smoke',
      'Bot',
    ]);
  });

  it('is not known from a list that is cut, hidden, or missing', () => {
    for (const state of ['partial', 'hidden', 'unavailable'] as const) {
      expect(
        rosterBaseline(online([], { roster: { state, players: [player('Ann')] } }), 7),
      ).toBeNull();
    }
    expect(rosterBaseline(offline(), 7)).toBeNull();
  });
});

describe('whoever is there', () => {
  const session = fc.record({
    name: fc.constantFrom('Ann', 'Bob', 'Cid', '123', 'Ä'),
    seconds: fc.option(fc.integer({ min: 0, max: 500 })),
  });
  const anyRoster = fc
    .array(session, { maxLength: 12 })
    .map((players): RosterBaseline => ({ at: 0, map: null, players }));
  const count = (names: readonly string[], name: string) =>
    names.filter((other) => other === name).length;
  const namesOf = ({ players }: RosterBaseline) => players.map(({ name }) => name);

  it('those before, less who left, with who joined, are those after', () => {
    fc.assert(
      fc.property(anyRoster, anyRoster, (before, after) => {
        const change = rosterChange(before, after);
        for (const name of change === null ? [] : ['Ann', 'Bob', 'Cid', '123', 'Ä']) {
          const balance =
            count(namesOf(before), name) -
            count(change?.left ?? [], name) +
            count(change?.joined ?? [], name);
          expect(balance).toBe(count(namesOf(after), name));
        }
      }),
    );
  });

  it('a roster differs from itself, later, in nobody', () => {
    fc.assert(
      fc.property(anyRoster, fc.integer({ min: 0, max: 999 }), (before, passed) => {
        const players = before.players
          .map(({ name, seconds }) => ({
            name,
            seconds: seconds === null ? null : seconds + passed,
          }))
          .reverse();
        expect(rosterChange(before, { ...before, players })).toEqual(NOBODY);
      }),
    );
  });

  it('the order of a list says nothing', () => {
    fc.assert(
      fc.property(anyRoster, anyRoster, (before, after) => {
        const sorted = (change: ReturnType<typeof rosterChange>) =>
          change && { joined: change.joined.toSorted(), left: change.left.toSorted() };
        const turned = { ...after, players: after.players.toReversed() };
        expect(sorted(rosterChange(before, turned))).toEqual(sorted(rosterChange(before, after)));
      }),
    );
  });
});
