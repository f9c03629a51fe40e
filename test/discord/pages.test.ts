import type { APIEmbed } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { embedLength } from '#discord/embedBudget.ts';
import { LIMITS } from '#discord/limits.ts';
import { serverOfPage } from '#discord/lookUp.ts';
import {
  decodePageState,
  encodePageState,
  type PageState,
  pageButtons,
  paginate,
} from '#discord/pages.ts';
import { type Page, playersPage } from '#discord/playersPages.ts';
import { rulesPage } from '#discord/rulesPages.ts';
import { GAMES } from '#snapshot/games.ts';
import { createTexts } from '#text/texts.ts';
import { arkSnapshot, NOON, onlineSnapshot, player } from './pictures.ts';

const texts = createTexts();
const t = texts.in('en');
const USER = '100000000000000009';
const LANGUAGES = ['en', 'ru', 'pt-BR'] as const;

const state = (change: Partial<PageState> = {}): PageState => ({
  command: 'players',
  page: 2,
  userId: USER,
  server: { kind: 'watch', watchId: 'tf2watch' },
  ...change,
});

function only({ embeds }: Page): APIEmbed {
  expect(embeds).toHaveLength(1);
  return embeds[0] ?? {};
}

describe('what a page button remembers', () => {
  it.each([
    state(),
    state({ server: null, page: -1 }),
    state({ server: { kind: 'address', host: '203.0.113.5', port: 27015, game: 'ase' } }),
    state({ server: { kind: 'address', host: '2001:db8::1', port: 65535, game: null } }),
  ])('comes back from the button: %j', (one) => {
    expect(decodePageState(encodePageState(one) ?? '')).toEqual(one);
  });

  it('fits for every game we know and the longest address', () => {
    const host = '2001:0db8:1111:2222:3333:4444:5555:6666';
    for (const game of GAMES) {
      const server = { kind: 'address' as const, host, port: 65535, game: game.id };
      expect(encodePageState(state({ server, page: 12 }))).not.toBeNull();
    }
  });

  it('takes the address instead of a name that is too long', () => {
    const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`;
    const snapshot = onlineSnapshot({
      target: { host, address: '203.0.113.5', port: 27015, game: null },
    });
    const server = serverOfPage(
      { target: { host, port: 27015, game: null }, watch: null },
      snapshot,
    );
    expect(server).toEqual({ kind: 'address', host: '203.0.113.5', port: 27015, game: null });
  });

  it.each(['', 'players', 'players:x:1', 'old-players-1', `players:1:${USER}:x:abcd`, ':1:2'])(
    'is refused when it is not ours: %j',
    (id) => {
      expect(decodePageState(id)).toBeNull();
    },
  );
});

describe('buttons', () => {
  it('are not there for a single page', () => {
    expect(pageButtons(state({ page: 0 }), 1, t)).toEqual([]);
  });

  it('have different ids and stop at both ends', () => {
    const [row] = pageButtons(state({ page: 0 }), 3, t);
    const ids = row?.components.map((button) => ('custom_id' in button ? button.custom_id : ''));
    expect(new Set(ids).size).toBe(3);
    expect(row?.components.map((button) => button.disabled)).toEqual([true, true, false]);
    const [last] = pageButtons(state({ page: 2 }), 3, t);
    expect(last?.components.map((button) => button.disabled)).toEqual([false, true, true]);
  });
});

it('deals lines out without losing one', () => {
  const lines = Array.from({ length: 101 }, (_, index) => `${index} ${'x'.repeat(index)}`);
  const pages = paginate(lines, { lines: 20, length: 1000 });
  expect(pages.join('\n').split('\n')).toEqual(lines);
  for (const page of pages) {
    expect(page.split('\n').length).toBeLessThanOrEqual(20);
    expect(page.length).toBeLessThanOrEqual(1000);
  }
  expect(paginate([], { lines: 20, length: 1000 })).toEqual(['']);
});

describe.each(LANGUAGES)('255 players of 32 wide characters in %s', (language) => {
  const inLanguage = texts.in(language);
  const wide = '👩🏽‍🚀'.repeat(32);
  const snapshot = onlineSnapshot({
    name: wide.repeat(4),
    players: { online: 255, max: 255, bots: 3, connecting: 9 },
    roster: {
      state: 'partial',
      players: Array.from({ length: 255 }, (_, index) =>
        player(`${String(index).padStart(3, '0')}${wide}`, {
          score: -2_147_483_648,
          seconds: index + 0.5,
          ping: 999,
        }),
      ),
    },
  });

  it('are all there, page by page, within every limit', () => {
    const first = playersPage(snapshot, 0, NOON, inLanguage);
    const seen = new Set<string>();
    for (let page = 0; page < first.pages; page += 1) {
      const embed = only(playersPage(snapshot, page, NOON, inLanguage));
      expect(embed.title?.length).toBeLessThanOrEqual(LIMITS.title);
      expect(embed.description?.length).toBeLessThanOrEqual(LIMITS.description);
      expect(embedLength(embed)).toBeLessThanOrEqual(LIMITS.embedTotal);
      for (const [, number] of embed.description?.matchAll(/`(\d{3})/g) ?? []) {
        seen.add(number ?? '');
      }
    }
    expect(seen.size).toBe(255);
  });
});

describe('the list of players', () => {
  it('puts the best first and says since when each plays', () => {
    const players = [player('low', { score: 1 }), player('high', { score: 20, seconds: 90 })];
    const snapshot = onlineSnapshot({ roster: { state: 'complete', players } });
    const embed = only(playersPage(snapshot, 0, NOON, t));
    expect(embed.description).toBe(
      'Players: **3**/24\n\n`high` · score 20 · joined <t:1796039910:R>\n`low` · score 1 · joined <t:1796039400:R>',
    );
  });

  it('leaves out who has no name yet', () => {
    const players = [player('\u200B'), player('Ann')];
    const snapshot = onlineSnapshot({ roster: { state: 'complete', players } });
    const embed = only(playersPage(snapshot, 0, NOON, t));
    expect(embed.description?.match(/`/g)).toHaveLength(2);
  });

  it('shows the last page when the one asked for is gone', () => {
    expect(playersPage(onlineSnapshot(), 7, NOON, t)).toMatchObject({ page: 0, pages: 1 });
  });
});

describe('the rules', () => {
  it('of ARK begin with what a player wants to know', () => {
    const [summary, list] = rulesPage(arkSnapshot(), 0, NOON, t).embeds;
    expect(summary?.title).toBe('Rules of EU\\-PVE\\-Official\\-CrystalIsles808');
    const facts = Object.fromEntries((summary?.fields ?? []).map((one) => [one.name, one.value]));
    expect(facts).toEqual({
      'World time': 'Day 140',
      Mode: 'PvE',
      Cluster: 'PCArkpocalypse',
      Official: 'says it is official',
      BattlEye: 'yes',
      Password: 'not needed',
      Downloads: 'characters ✅, items ❌',
      Version: '313.33',
      'Mods (2)':
        '[731604991](https://steamcommunity.com/sharedfiles/filedetails/?id=731604991) · [1404697612](https://steamcommunity.com/sharedfiles/filedetails/?id=1404697612)',
    });
    expect(list?.description).toContain('`mp_timelimit` 30\n`sv_gravity` 800');
  });

  it('leave out what the server does not say, never as "no"', () => {
    const ark = arkSnapshot().ark;
    const silent = Object.fromEntries(Object.keys(ark ?? {}).map((key) => [key, null]));
    const snapshot = arkSnapshot({ ark: { ...silent, mods: [] } as never, password: null });
    expect(only(rulesPage(snapshot, 0, NOON, t)).fields).toBeUndefined();
  });

  it('say apart: none, silent, cut', () => {
    const said = (['complete', 'unavailable', 'partial'] as const).map(
      (one) =>
        only(rulesPage(onlineSnapshot({ rules: { state: one, values: {} } }), 0, NOON, t))
          .description,
    );
    expect(new Set(said).size).toBe(3);
  });

  it('tell an official server from one that only says so', () => {
    const { ark } = arkSnapshot();
    const words = (listed: boolean | null) =>
      JSON.stringify(rulesPage(arkSnapshot({ ark: ark && { ...ark, listed } }), 0, NOON, t).embeds);
    expect(words(null)).toContain('says it is official');
    expect(words(false)).toContain('is not on the list of official servers');
    expect(words(true)).not.toMatch(/says it is|not on the list/);
  });
});
