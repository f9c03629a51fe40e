import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arkOfficialRow } from '#query/arkList.ts';
import { asaRow } from '#query/asaList.ts';
import { createJsonItems } from '#query/jsonItems.ts';
import { ListError } from '#query/listError.ts';
import type { ListRow } from '#query/listRow.ts';
import { openmpRow } from '#query/openmpList.ts';
import { steamListings, steamRows } from '#query/steamList.ts';
import { parseJsonRows, parseLineRows } from '#query/webRows.ts';
import { SKIPPED, sampleJson, sampleText } from '../codec/master/sampleFiles.ts';

async function* pieces(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}
const addresses = (rows: readonly ListRow[]) =>
  rows.map(({ address, port }) => `${address}:${port}`);
const present = sampleText('INDEX.txt') !== null;
const text = (name: string) => sampleText(name) ?? '';

describe('JSON that comes in pieces', () => {
  const itemsOf = (json: string, size: number) => {
    const items = createJsonItems();
    const found: unknown[] = [];
    for (let at = 0; at < json.length; at += size) {
      found.push(
        ...items
          .feed(json.slice(at, at + size))
          .map((item) => (item === null ? 'BAD' : item.value)),
      );
    }
    return { found, whole: items.whole(), shape: items.shape() };
  };

  test('is taken apart wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 50 }),
        (list, size) => {
          const same = JSON.parse(JSON.stringify(list));
          expect(itemsOf(JSON.stringify(list), size)).toEqual({
            found: same,
            whole: true,
            shape: 'items',
          });
          expect(itemsOf(JSON.stringify(list, null, 2), size).found).toEqual(same);
        },
      ),
    );
  });

  test('an object gives its values, whatever its keys hold', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
        fc.integer({ min: 1, max: 50 }),
        (object, size) => {
          const same = JSON.parse(JSON.stringify(Object.values(object)));
          expect(itemsOf(JSON.stringify(object), size).found).toEqual(same);
        },
      ),
    );
  });

  test('a cut document gives what was whole in it and says that it is not', () => {
    const json = JSON.stringify([{ a: 1 }, { b: '],[' }, { c: 3 }]);
    for (let length = 0; length < json.length; length += 1) {
      const { found, whole } = itemsOf(json.slice(0, length), 5);
      expect(whole).toBe(false);
      expect([{ a: 1 }, { b: '],[' }, { c: 3 }].slice(0, found.length)).toEqual(found);
    }
  });

  test('an item that is no JSON does not spoil the others; one without end is not kept', () => {
    expect(itemsOf('[1,nonsense,2,]', 3)).toEqual({
      found: [1, 'BAD', 2],
      whole: true,
      shape: 'items',
    });
    const long = itemsOf(`[1,"${'x'.repeat(600_000)}",2]`, 10_000);
    expect(long.found).toEqual([1, 'BAD', 2]);
  });

  test('a byte order mark is passed, a page of HTML is something else, an empty text nothing', () => {
    expect(itemsOf('\ufeff \n[1]', 2).found).toEqual([1]);
    expect(itemsOf('<!doctype html>[1]', 4)).toEqual({ found: [], whole: false, shape: 'other' });
    expect(itemsOf('', 1).shape).toBe('nothing');
  });
});

describe.skipIf(!present)(`rows of the specification ${SKIPPED}`, () => {
  test('Steam: FakeIP, tags, 64-bit ids; secure is VAC and no password', () => {
    const { rows, told, skipped } = steamRows(sampleJson('steam-getserverlist.json', {}));
    expect([told, skipped]).toEqual([2, 0]);
    expect(rows[0]).toMatchObject({
      address: '169.254.109.52',
      port: 24712,
      steamId: '90208014253273118',
      fakeIp: true,
      secure: true,
      password: null,
      region: null,
      os: 'windows',
      dedicated: false,
    });
    expect(rows[1]).toMatchObject({
      fakeIp: false,
      appId: 730,
      players: 0,
      tags: expect.arrayContaining(['empty', 'awp']),
    });
  });

  test('Steam: odd rows', () => {
    const { rows, skipped } = steamRows(sampleJson('steam-getserverlist-odd-CONSTRUCTED.json', {}));
    expect(addresses(rows)).toEqual(['203.0.113.30:27015', '203.0.113.31:27015']);
    expect(skipped).toBe(2);
    expect(rows[0]?.name).toMatch(/^control {1,2}bytes/);
    expect(rows[1]).toMatchObject({ gamePort: null, tvPort: 27020 });
  });

  test('Steam: an empty answer is an empty list', () => {
    expect(steamRows(sampleJson('steam-getserverlist-empty.json', {}))).toEqual({
      rows: [],
      told: 0,
      skipped: 0,
    });
  });

  test('Steam: servers of an address, and a bad address in its own words', () => {
    expect(steamListings(sampleJson('steam-getserversataddress-ark.json', {}))).toEqual([
      {
        address: '85.190.155.82',
        port: 27017,
        gamePort: 7779,
        appId: 346110,
        gamedir: 'ark_survival_evolved',
        secure: true,
        lan: false,
        reject: null,
      },
    ]);
    const bad = () => steamListings(sampleJson('steam-getserversataddress-badaddr.json', {}));
    expect(bad).toThrow(ListError);
    expect(bad).toThrow("'addr' param should specify a valid IP");
  });

  test('ASA: real rows', async () => {
    const { value, whole } = await parseJsonRows(
      'asa-official',
      asaRow,
    )(pieces(text('asa-officialserverlist.json')));
    expect([whole, value.skipped]).toEqual([true, 0]);
    expect(value.rows[0]).toMatchObject({
      address: '5.62.112.69',
      port: 7779,
      name: 'EU-PVE-TheIsland5313',
      version: '92.41',
      map: 'TheIsland_WP',
      players: 0,
      max: 70,
      password: false,
      heardAt: 1_786_781_953_702,
      ark: {
        sessionId: 'ba8031024542429bb38fee3491e78ec3',
        pve: true,
        cluster: 'PVECrossplay',
        official: true,
        battleye: true,
        day: 12_182,
        mods: [],
        platforms: 'PC+XSX+WINGDK+PS5',
        downloads: { items: true, characters: true, dinos: true },
      },
    });
    expect(value.rows[2]?.ark).toMatchObject({
      pve: false,
      mods: ['1027407', '900062', '927131'],
      battleye: null,
    });
  });

  test('ASA: missing fields are unknown, numbers come as text, what is no server is counted', async () => {
    const { value } = await parseJsonRows(
      'asa-official',
      asaRow,
    )(pieces(text('asa-officialserverlist-odd-CONSTRUCTED.json')));
    expect([value.rows.length, value.skipped]).toEqual([3, 3]);
    expect(value.rows[0]).toMatchObject({
      name: 'Minimal',
      version: '92.41',
      players: null,
      password: null,
    });
    expect(value.rows[1]).toMatchObject({
      port: 7779,
      players: 12,
      max: 70,
      password: false,
      ark: { pve: true, official: true, day: 12_182 },
    });
    expect(value.rows[2]?.heardAt).toBe(1_500_000_000_000);
  });

  test('ARK: a line counts if it begins with an address', async () => {
    const { value } = await parseLineRows(
      'ark-official',
      arkOfficialRow,
    )(pieces(text('ark-officialservers-CONSTRUCTED.ini')));
    expect(value.rows.map(({ address, port, name }) => [address, port, name])).toEqual([
      ['203.0.113.10', null, 'NAOfficial1'],
      ['203.0.113.11', null, 'EUOfficial2'],
      ['203.0.113.12', null, null],
      ['203.0.113.13', null, 'Asia, two words'],
      ['203.0.113.14', null, 'tab'],
    ]);
    expect(value.skipped).toBe(1);
  });

  test('open.mp: host names, no port, only the required keys, the full form', async () => {
    const read = parseJsonRows('openmp', openmpRow);
    const { value } = await read(pieces(text('openmp-servers-CONSTRUCTED.json')));
    expect(addresses(value.rows)).toEqual([
      '203.0.113.20:7777',
      '203.0.113.21:7777',
      'play.example.org:7777',
      '203.0.113.22:7777',
    ]);
    expect(value.skipped).toBe(1);
    expect(value.rows[1]).toMatchObject({
      password: true,
      players: 0,
      max: 50,
      version: '0.3.7-R2',
      tags: [],
    });
    expect(value.rows[3]).toMatchObject({
      name: 'Only the required keys',
      gamemode: null,
      password: null,
    });
    const full = await read(pieces(text('openmp-servers-full-CONSTRUCTED.json')));
    expect(full.value.rows[0]).toMatchObject({
      address: '203.0.113.20',
      tags: ['open.mp', 'partner'],
    });
  });

  test('open.mp: an object keyed by address gives the same rows', async () => {
    const list: { ip: string }[] = JSON.parse(text('openmp-servers-CONSTRUCTED.json'));
    const keyed = JSON.stringify(Object.fromEntries(list.map((row) => [row.ip, row])));
    const [one, other] = await Promise.all(
      [JSON.stringify(list), keyed].map((json) =>
        parseJsonRows('openmp', openmpRow)(pieces(json, 11)),
      ),
    );
    expect(other?.value.rows).toEqual(one?.value.rows);
  });
});

describe('what is no list', () => {
  test.each(['<html>', '', '"text"', '{"error":"down"}', '[1,2,3]'])(
    '%s is an error, not "no servers"',
    async (body) => {
      await expect(parseJsonRows('openmp', openmpRow)(pieces(body))).rejects.toMatchObject({
        kind: 'bad-reply',
      });
    },
  );

  test.each(['[]', '{}', ' [ ] '])('%s is an empty list', async (body) => {
    const { value, whole } = await parseJsonRows('openmp', openmpRow)(pieces(body));
    expect([value.rows, whole]).toEqual([[], true]);
  });

  test('a page of HTML is no list of official servers, an empty file is', async () => {
    const read = parseLineRows('ark-official', arkOfficialRow);
    await expect(read(pieces('<html>\n<body>404</body>'))).rejects.toMatchObject({
      kind: 'bad-reply',
    });
    expect((await read(pieces(''))).value.rows).toEqual([]);
  });

  test.each([null, [], 'x', {}, { response: [] }, { response: null }])(
    '%j is no answer of Steam',
    (document) => {
      expect(() => steamRows(document)).toThrow(ListError);
    },
  );
});

test('fields from strangers never throw', () => {
  const hostile = fc.oneof(fc.jsonValue(), fc.constant({ toString: null, valueOf: null }));
  const names = [
    'IP',
    'Port',
    'Name',
    'HasPassword',
    'ModIDs',
    'LastUpdated',
    'ip',
    'hn',
    'pc',
    'pa',
    'core',
    'addr',
    'players',
    'secure',
  ];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), hostile), hostile, (fields, value) => {
      for (const row of [fields, value, { ...fields, IP: '1.2.3.4', Port: 5, ip: '1.2.3.4' }]) {
        asaRow(row);
        openmpRow(row);
        steamRows({ response: { servers: [row, { ...fields, addr: '1.2.3.4:5' }] } });
      }
    }),
  );
});
