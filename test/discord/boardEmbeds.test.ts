import { describe, expect, it } from 'vitest';
import { type BoardLook, boardEmbeds, boardHash } from '#discord/boardEmbeds.ts';
import type { StatusPicture } from '#discord/statusFace.ts';
import type { ArkDetails, Snapshot } from '#snapshot/snapshot.ts';
import { BOARD_STYLES } from '#store/guildDocument.ts';
import type { LastSeen } from '#store/serverDocument.ts';
import { createTexts } from '#text/texts.ts';
import {
  arkSnapshot,
  availability,
  NOON,
  offlineSnapshot,
  onlineSnapshot,
  picture,
  player,
} from './pictures.ts';

const texts = createTexts();
const t = texts.in('en');
const RICH: BoardLook = { style: 'rich', title: null };
const COMPACT: BoardLook = { style: 'compact', title: null };
const CLUSTER: BoardLook = { style: 'cluster', title: null };

const numbered = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    picture({ snapshot: onlineSnapshot({ name: `Number ${place + 1}` }) }),
  );

const lastSeen = (change: Partial<LastSeen> = {}): LastSeen => ({
  at: NOON - 120_000,
  name: 'Ragnarok by night',
  map: 'Ragnarok',
  game: 'ase',
  address: '203.0.113.5',
  port: 27015,
  gamePort: 7777,
  online: 12,
  max: 70,
  ...change,
});
const down = picture({
  snapshot: offlineSnapshot(),
  availability: availability({ state: 'down', downSince: NOON - 60_000 }),
});

/** One map of a cluster: so many of 70 play. */
function arkMap(map: string, online: number, ark: Partial<ArkDetails> = {}): StatusPicture {
  const known = arkSnapshot();
  const snapshot: Snapshot = {
    ...known,
    name: `Crow ${map}`,
    map,
    players: { online, max: 70, bots: 0, connecting: null },
    ark: known.ark && { ...known.ark, title: `Crow ${map}`, ...ark },
  };
  return picture({ snapshot });
}

const linesOf = (embeds: ReturnType<typeof boardEmbeds>): string[] =>
  embeds.flatMap(({ description }) => description?.split('\n') ?? []);

describe('a board in rich style', () => {
  it('shows each server whole while there is room', () => {
    const board = [picture(), picture({ snapshot: arkSnapshot() }), down];
    const embeds = boardEmbeds(RICH, board, t);
    expect(embeds.map(({ title }) => title)).toEqual([
      'Evening Payload',
      'EU\\-PVE\\-Official\\-CrystalIsles808',
      '203.0.113.5\\:27015',
    ]);
    expect(embeds[0]?.fields?.map(({ name }) => name)).toContain('Map');
  });

  it('has its title above them, with the totals', () => {
    const embeds = boardEmbeds({ ...RICH, title: 'The *Harbour*' }, [picture(), down], t);
    expect(embeds.map(({ title }) => title)).toEqual([
      'The \\*Harbour\\* · 1 of 2 servers online, 3 players',
      'Evening Payload',
      '203.0.113.5\\:27015',
    ]);
  });

  it('shares what room there is when the lists of names are long', () => {
    const players = Array.from({ length: 255 }, (_, place) => player(`A player called ${place}`));
    const snapshot = onlineSnapshot({ roster: { state: 'complete', players } });
    const embeds = boardEmbeds(
      RICH,
      Array.from({ length: 10 }, () => picture({ snapshot })),
      t,
    );
    expect(embeds).toHaveLength(10);
    for (const { title, description, fields } of embeds) {
      expect(title).toBe('Evening Payload');
      expect(description).toContain('🟢 **Online**\n**3**/24 · pl\\_upward · `203.0.113.5:27015`');
      expect(fields?.[0]?.value).toMatch(/^`A player called 0` .* and 2\d\d more$/);
    }
  });

  it('has rows when there are more than a message has room for', () => {
    expect(boardEmbeds(RICH, [...numbered(13), down], t)).toEqual(
      boardEmbeds(COMPACT, [...numbered(13), down], t),
    );
    expect(boardEmbeds({ ...RICH, title: 'Harbour' }, numbered(10), t)).toHaveLength(1);
  });
});

describe('a board in compact style', () => {
  it('has one row a server: state, name, players, map, address', () => {
    const locked = picture({ snapshot: onlineSnapshot({ name: 'Clan only', password: true }) });
    const embeds = boardEmbeds({ ...COMPACT, title: 'Harbour' }, [picture(), locked], t);
    expect(embeds.map(({ title }) => title)).toEqual([
      'Harbour · 2 of 2 servers online, 6 players',
    ]);
    expect(linesOf(embeds)).toEqual([
      '🟢 **Evening Payload** · 3/24 · pl\\_upward',
      '`203.0.113.5:27015`',
      '🟢 **Clan only** 🔒 · 3/24 · pl\\_upward',
      '`203.0.113.5:27015`',
    ]);
  });

  it('says of one that is down since when, and how many were on it', () => {
    const gone = { ...down, lastSeen: lastSeen() };
    const doubtful = {
      ...gone,
      availability: availability({ state: 'suspect', downSince: NOON, misses: 1 }),
    };
    const since = Math.floor(NOON / 1000) - 60;
    expect(linesOf(boardEmbeds(COMPACT, [gone, doubtful, down], t))).toEqual([
      `🔴 **Ragnarok by night** · went down <t:${since}:R> · 12/70 before that`,
      '`203.0.113.5:7777`',
      '🟡 **Ragnarok by night** · Not answering, checking again · 12/70 before that',
      '`203.0.113.5:7777`',
      `🔴 **203.0.113.5\\:27015** · went down <t:${since}:R>`,
      '`203.0.113.5:27015`',
    ]);
  });

  it('says of one that is paused by whom and since when, and does not count it', () => {
    const paused = { since: NOON, by: '100000000000000003' };
    const resting = picture({ ...down, lastSeen: lastSeen(), watch: { paused } });
    const embeds = boardEmbeds(COMPACT, [picture(), resting], t);
    expect(embeds[0]).toMatchObject({
      title: '1 of 1 server online, 3 players',
      color: 0x3b_a5_5d,
    });
    expect(linesOf(embeds)[2]).toBe(
      `⏸️ **Ragnarok by night** · Paused (by <@100000000000000003> since <t:${NOON / 1000}:f>) · 12/70 before that`,
    );
    expect(boardEmbeds(COMPACT, [resting], t)[0]).toMatchObject({
      title: 'Paused',
      color: 0x80_84_8e,
    });
  });

  it('leaves players out of the totals when no server tells them', () => {
    const silent = picture({
      snapshot: onlineSnapshot({
        players: { online: null, max: null, bots: null, connecting: null },
      }),
    });
    const [embed] = boardEmbeds(COMPACT, [silent], t);
    expect(embed?.title).toBe('1 of 1 server online');
    expect(embed?.description).toContain('**Evening Payload** · not told · pl');
  });

  it('says how many more there are when it is full', () => {
    const embeds = boardEmbeds(COMPACT, numbered(200), t);
    const shown = embeds.map(({ description }) => description).join('\n');
    const count = shown.match(/\*\*Number \d+\*\*/g)?.length ?? 0;
    expect(count).toBeGreaterThan(50);
    expect(shown.endsWith(`and ${200 - count} more`)).toBe(true);
  });
});

describe('a board of an ARK cluster', () => {
  it('has one row a map: players, day, PvE or PvP; and the totals', () => {
    const board = [
      arkMap('TheIsland', 12, { day: 1204 }),
      arkMap('Aberration_P', 40, { day: 77, pvp: true }),
      { ...down, lastSeen: lastSeen({ map: 'Fjordur_WP', cluster: 'PCArkpocalypse' }) },
    ];
    const embeds = boardEmbeds({ ...CLUSTER, title: 'Crow cluster' }, board, t);
    expect(embeds.map(({ title }) => title)).toEqual([
      'Crow cluster · 2 of 3 servers online, 52 players',
    ]);
    expect(linesOf(embeds)).toEqual([
      '🟢 **TheIsland** · 12/70 · Day 1204 · PvE',
      '🟢 **Aberration** · 40/70 · Day 77 · PvP',
      `🔴 **Fjordur** · went down <t:${Math.floor(NOON / 1000) - 60}:R> · 12/70 before that`,
    ]);
  });

  it('of several clusters groups the maps, one that is down too, each with its totals', () => {
    const board = [
      arkMap('TheIsland', 12, { cluster: 'crow' }),
      arkMap('Ragnarok', 40, { cluster: 'harbour' }),
      { ...down, lastSeen: lastSeen({ map: 'Fjordur', cluster: 'crow' }) },
      arkMap('Aberration', 1, { cluster: null }),
    ];
    expect(linesOf(boardEmbeds(CLUSTER, board, t)).map((line) => line.split(' · ')[0])).toEqual([
      '**crow**',
      '🟢 **TheIsland**',
      '🔴 **Fjordur**',
      '',
      '**harbour**',
      '🟢 **Ragnarok**',
      '',
      '**Without a cluster**',
      '🟢 **Aberration**',
    ]);
    expect(linesOf(boardEmbeds(CLUSTER, board, t))[0]).toBe(
      '**crow** · 1 of 2 servers online, 12 players',
    );
  });

  it('tells two servers of one map apart by their names', () => {
    const other = arkMap('TheIsland', 3, { title: 'Crow Island 2' });
    expect(linesOf(boardEmbeds(CLUSTER, [arkMap('TheIsland', 1), other], t))).toEqual([
      '🟢 **TheIsland (Crow TheIsland)** · 1/70 · Day 140 · PvE',
      '🟢 **TheIsland (Crow Island 2)** · 3/70 · Day 140 · PvE',
    ]);
  });

  it('has a name where a server never told its map', () => {
    expect(linesOf(boardEmbeds(CLUSTER, [down], t))[0]).toContain('**203.0.113.5\\:27015**');
  });
});

it.each(BOARD_STYLES)(
  'in %s style the hash changes with what people see, not with when it was looked',
  (style) => {
    const look = { style, title: null };
    const one = boardHash(look, [picture(), down], t);
    const later = { checkedAt: NOON + 60_000 };
    const slower = picture({ ...later, snapshot: onlineSnapshot({ pingMs: 900 }) });
    expect(boardHash(look, [slower, { ...down, ...later }], t)).toBe(one);
    expect(boardHash(look, [picture(), picture()], t)).not.toBe(one);
    expect(boardHash({ style, title: 'Harbour' }, [picture(), down], t)).not.toBe(one);
  },
);

describe('a board that tells uptime', () => {
  const known = { ...picture(), uptime: '99.87%' };
  const silent = { ...down, uptime: '97%' };
  const young = { ...picture(), uptime: null };

  it('has it at the end of each row, and says in its foot what it is', () => {
    for (const look of [COMPACT, CLUSTER]) {
      const [embed] = boardEmbeds(look, [known, silent, young], t);
      const [first, second, third] = (embed?.description ?? '')
        .split('\n')
        .filter((line) => line.includes('**'));
      expect(first).toMatch(/3\/24.* · 99\.87%$/);
      expect(second).toMatch(/went down <t:\d+:R>.* · 97%$/);
      expect(third).not.toContain('%');
      expect(embed?.footer?.text).toBe('%: uptime of the last 30 days');
    }
  });

  it('says nothing in its foot while none is known', () => {
    const [embed] = boardEmbeds(COMPACT, [young], t);
    expect(embed?.footer).toBeUndefined();
  });

  it('has a field of its own for it where each server is shown whole', () => {
    const [first, second, third] = boardEmbeds(RICH, [known, silent, young], t);
    const field = (value: string) => ({ name: 'Uptime, 30 days', value, inline: true });
    expect(first?.fields?.at(-1)).toEqual(field('99.87%'));
    expect(second?.fields?.at(-1)).toEqual(field('97%'));
    expect(JSON.stringify(third)).not.toContain('Uptime');
  });

  it('has it among the facts where room is short', () => {
    const players = Array.from({ length: 255 }, (_, place) => player(`A player called ${place}`));
    const snapshot = onlineSnapshot({ roster: { state: 'complete', players } });
    const embeds = boardEmbeds(
      RICH,
      Array.from({ length: 10 }, () => ({ ...picture({ snapshot }), uptime: '99.87%' })),
      t,
    );
    expect(embeds.map(({ description }) => description)).toEqual(
      Array.from({ length: 10 }, () => expect.stringContaining('up 99.87% (30 days)')),
    );
  });
});
