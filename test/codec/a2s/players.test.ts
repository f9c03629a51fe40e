import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { type A2sPlayers, decodePlayers, encodePlayers } from '#codec/a2s/players.ts';
import { bytesOf, goldenPacket, hexOf } from '../../packets/goldenPacket.ts';
import { byte, fieldText, seconds, signed } from '../arbitraries.ts';
import { cutsOf, outcome, payloadOf } from '../outcome.ts';

const PLAYERS: A2sPlayers = {
  declared: 3,
  entries: [
    { index: 0, name: 'Zoë', score: 12, seconds: 61.5 },
    { index: 0, name: '', score: 0, seconds: 3604 },
    { index: 0, name: 'BOT Ivan', score: -3, seconds: null },
  ],
  ship: null,
  complete: true,
};

const SHIP: A2sPlayers = {
  declared: 2,
  entries: [
    { index: 4, name: 'Ada', score: 1, seconds: 10 },
    { index: 7, name: 'Bo', score: -1, seconds: null },
  ],
  ship: [
    { deaths: 3, money: 1000 },
    { deaths: 5, money: 2500 },
  ],
  complete: true,
};

test.each([
  ['players', PLAYERS],
  ['playersShip', SHIP],
])('%s: the packet gives the values, and the values give the packet', (name, players) => {
  const packet = goldenPacket(name);
  expect(decodePlayers(payloadOf(packet))).toEqual(players);
  expect(hexOf(encodePlayers(players))).toBe(hexOf(packet));
});

test('case 9: the answer of a server that asks for no challenge', () => {
  const payload = payloadOf(bytesOf('ffffffff440100426f62000300000000007642'));
  expect(decodePlayers(payload)).toEqual({
    declared: 1,
    entries: [{ index: 0, name: 'Bob', score: 3, seconds: 61.5 }],
    ship: null,
    complete: true,
  });
});

test('case 27: no players is a complete list of none', () => {
  expect(decodePlayers(bytesOf('4400'))).toEqual({
    declared: 0,
    entries: [],
    ship: null,
    complete: true,
  });
});

test('no more than 2,048 entries are read, however many a server sends', () => {
  const entries = Array.from({ length: 3_000 }, (_, score) => ({
    index: 0,
    name: '',
    score,
    seconds: 1,
  }));
  const read = (count: number) =>
    decodePlayers(
      payloadOf(encodePlayers({ declared: 255, entries: entries.slice(0, count), ship: null })),
    );
  expect(read(2_048).complete).toBe(true);
  expect(read(2_049).entries).toEqual(entries.slice(0, 2_048));
  expect(read(2_049).complete).toBe(false);
});

test('case 86: a cut entry is dropped, and fewer than declared is not complete', () => {
  const payload = payloadOf(
    bytesOf('ffffffff440300426f620000000000000076420000000000000004614500416c69'),
  );
  expect(decodePlayers(payload)).toEqual({
    declared: 3,
    entries: [
      { index: 0, name: 'Bob', score: 0, seconds: 61.5 },
      { index: 0, name: '', score: 0, seconds: 3600.25 },
    ],
    ship: null,
    complete: false,
  });
});

test('case 87: entries behind the count byte of 255 are read too', () => {
  const entries = Array.from({ length: 300 }, (_, index) => ({
    index: 0,
    name: `survivor ${index}`,
    score: 0,
    seconds: index,
  }));
  const read = decodePlayers(payloadOf(encodePlayers({ declared: 255, entries, ship: null })));
  expect(read.entries).toEqual(entries);
  expect(read).toMatchObject({ declared: 255, complete: true, ship: null });
});

test('case 88: a list of 170 is read whole, whatever info says', () => {
  const entries = Array.from({ length: 170 }, () => ({
    index: 0,
    name: '',
    score: 0,
    seconds: null,
  }));
  const read = decodePlayers(payloadOf(encodePlayers({ declared: 170, entries, ship: null })));
  expect(read).toEqual({ declared: 170, entries, ship: null, complete: true });
});

test('case 96: a bot and a television are ordinary entries', () => {
  const entries = ['BOT Ivan', 'GOTV'].map((name) => ({ index: 0, name, score: 0, seconds: 9 }));
  const read = decodePlayers(payloadOf(encodePlayers({ declared: 2, entries, ship: null })));
  expect(read.entries).toEqual(entries);
});

test('case 89: entries without a name are kept with their times', () => {
  const payload = bytesOf(`4403${'0000000000000000c842'.repeat(3)}`);
  expect(decodePlayers(payload)).toEqual({
    declared: 3,
    entries: Array(3).fill({ index: 0, name: '', score: 0, seconds: 100 }),
    ship: null,
    complete: true,
  });
});

test('cases 92, 93: equal names and any index are separate entries, in order', () => {
  const entries = [9, 2, 2].map((index) => ({ index, name: '123', score: index, seconds: 5 }));
  const read = decodePlayers(payloadOf(encodePlayers({ declared: 3, entries, ship: null })));
  expect(read.entries).toEqual(entries);
});

test('case 94: a score can be negative', () => {
  const payload = bytesOf('440100426f6200e3ffffff00007642');
  expect(decodePlayers(payload).entries[0]?.score).toBe(-29);
});

test.each([
  ['-1', '000080bf', null],
  ['NaN', '0000c07f', null],
  ['infinity', '0000807f', null],
  ['minus infinity', '000080ff', null],
  ['25 days', 'f847034a', 2150910],
  ['0', '00000000', 0],
])('case 95: a time of %s', (_, float, expected) => {
  const payload = bytesOf(`440100426f620000000000${float}`);
  expect(decodePlayers(payload).entries[0]?.seconds).toBe(expected);
});

test('case 97: the stub of CS:GO is an ordinary entry here', () => {
  const payload = payloadOf(bytesOf('ffffffff4401004d617820506c617965727300140000000000b742'));
  expect(decodePlayers(payload).entries).toEqual([
    { index: 0, name: 'Max Players', score: 20, seconds: 91.5 },
  ]);
});

test('case 100: deaths and money of The Ship follow the whole list', () => {
  const payload = payloadOf(
    bytesOf(
      'ffffffff44020041000100000000002041004200ffffffff000080bf03000000e803000005000000c4090000',
    ),
  );
  expect(decodePlayers(payload)).toEqual({
    declared: 2,
    entries: [
      { index: 0, name: 'A', score: 1, seconds: 10 },
      { index: 0, name: 'B', score: -1, seconds: null },
    ],
    ship: [
      { deaths: 3, money: 1000 },
      { deaths: 5, money: 2500 },
    ],
    complete: true,
  });
});

test('a list cut at any length is refused, or incomplete with the first entries', () => {
  const payload = payloadOf(goldenPacket('players'));
  for (const cut of cutsOf(payload)) {
    const read = outcome(() => decodePlayers(cut));
    if (read instanceof PacketError) {
      expect(cut.length).toBeLessThan(2);
    } else {
      expect(read.complete).toBe(false);
      expect(read.entries).toEqual(PLAYERS.entries.slice(0, read.entries.length));
    }
  }
});

test('the list of The Ship cut inside its block still begins with the true entries', () => {
  const payload = payloadOf(goldenPacket('playersShip'));
  const blockBytes = 16;
  for (const cut of cutsOf(payload).slice(-blockBytes)) {
    const read = decodePlayers(cut);
    expect(read.ship).toBeNull();
    expect(read.entries.slice(0, 2)).toEqual(SHIP.entries);
    // What is left of the block reads as one more entry where it has exactly the ten bytes of one without a name.
    const left = cut.length - (payload.length - blockBytes);
    expect(read.complete).toBe(left === 0 || left === 10);
  }
});

const entry = fc.record({
  index: byte,
  name: fieldText,
  score: signed,
  seconds: fc.option(seconds),
});

test('reading gives what was written', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
      const players = { declared: entries.length, entries, ship: null };
      const read = decodePlayers(payloadOf(encodePlayers(players)));
      expect(read).toEqual({ ...players, complete: true });
    }),
  );
});

const shipEntry = fc.record({ player: entry, ship: fc.record({ deaths: signed, money: signed }) });

test('reading gives what was written, with the block of The Ship', () => {
  fc.assert(
    fc.property(fc.array(shipEntry, { minLength: 1, maxLength: 32 }), (list) => {
      const entries = list.map(({ player }) => player);
      const players = { declared: list.length, entries, ship: list.map(({ ship }) => ship) };
      const read = decodePlayers(payloadOf(encodePlayers(players)));
      expect(read).toEqual({ ...players, complete: true });
    }),
  );
});

test('a score that does not fit is refused by name', () => {
  const entries = [{ index: 0, name: 'Bob', score: 2 ** 31, seconds: 0 }];
  expect(() => encodePlayers({ declared: 1, entries, ship: null })).toThrow(/^score at byte /);
});
