import { describe, expect, it } from 'vitest';
import { bareBoardEmbed, boardEmbeds, boardHash } from '#discord/boardEmbeds.ts';
import type { StatusPicture } from '#discord/statusFace.ts';
import { createTexts } from '#text/texts.ts';
import { expectFits, expectInert } from './embedRules.ts';
import {
  arkSnapshot,
  availability,
  HOSTILE_NAMES,
  NOON,
  offlineSnapshot,
  onlineSnapshot,
  picture,
  player,
} from './pictures.ts';

const texts = createTexts();
const t = texts.in('en');
const numbered = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    picture({ snapshot: onlineSnapshot({ name: `Number ${place + 1}` }) }),
  );
const down = picture({
  snapshot: offlineSnapshot(),
  availability: availability({ state: 'down', downSince: NOON - 60_000 }),
});

describe('a board of several servers', () => {
  it('shows each whole while there is room', () => {
    const board = [picture(), picture({ snapshot: arkSnapshot() }), down];
    const embeds = boardEmbeds(board, t);
    expect(embeds.map(({ title }) => title)).toEqual([
      'Evening Payload',
      'EU\\-PVE\\-Official\\-CrystalIsles808',
      '203.0.113.5\\:27015',
    ]);
    expect(embeds[0]?.fields?.map(({ name }) => name)).toContain('Map');
  });

  it('shares what room there is when the lists of names are long', () => {
    const players = Array.from({ length: 255 }, (_, place) => player(`A player called ${place}`));
    const snapshot = onlineSnapshot({ roster: { state: 'complete', players } });
    const embeds = boardEmbeds(
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

  it('is a table when there are more than ten, with how many are online', () => {
    const embeds = boardEmbeds([...numbered(13), down], t);
    expect(embeds).toHaveLength(1);
    expect(embeds[0]?.title).toBe('13 of 14 servers online');
    const lines = embeds[0]?.description?.split('\n') ?? [];
    expect(lines).toHaveLength(28);
    expect(lines.slice(-4)).toEqual([
      '🟢 **Number 13**',
      '**3**/24 · pl\\_upward · `203.0.113.5:27015`',
      '🔴 **203.0.113.5\\:27015**',
      '`203.0.113.5:27015`',
    ]);
  });

  it('says how many more there are when even the table is full', () => {
    const embeds = boardEmbeds(numbered(200), t);
    const shown = embeds.map(({ description }) => description).join('\n');
    const count = shown.match(/\*\*Number \d+\*\*/g)?.length ?? 0;
    expect(count).toBeGreaterThan(50);
    expect(shown.endsWith(`and ${200 - count} more`)).toBe(true);
  });

  it('changes its hash with what people see, not with when it was looked', () => {
    const one = boardHash([picture(), down], t);
    const later = { checkedAt: NOON + 60_000 };
    const slower = picture({ ...later, snapshot: onlineSnapshot({ pingMs: 900 }) });
    expect(boardHash([slower, { ...down, ...later }], t)).toBe(one);
    expect(boardHash([picture(), picture()], t)).not.toBe(one);
  });
});

describe.each(['en', 'ru', 'pt-BR'] as const)('a board in %s', (language) => {
  const inLanguage = texts.in(language);
  it.each([...HOSTILE_NAMES, 'W'.repeat(500), '_'.repeat(500), '👩‍👩‍👧‍👦'.repeat(60)])(
    'keeps Discord’s limits and gives nothing away: %j',
    (name) => {
      const players = Array.from({ length: 255 }, () => player(name));
      const long = `${'a'.repeat(240)}.example`;
      const target = { ...onlineSnapshot().target, host: long };
      const snapshot = onlineSnapshot({
        name,
        map: name,
        description: name,
        version: name,
        target,
        problems: [name],
        players: { online: 255, max: 255, bots: 9, connecting: 99 },
        roster: { state: 'partial', players },
      });
      const silent: StatusPicture = { ...down, snapshot: offlineSnapshot({ target }) };
      for (const size of [1, 3, 10, 11, 50]) {
        const board = Array.from({ length: size }, (_, place) =>
          place % 3 === 2 ? silent : picture({ snapshot }),
        );
        const embeds = boardEmbeds(board, inLanguage);
        expectFits(embeds);
        expectInert(embeds);
        expectFits([bareBoardEmbed(board, inLanguage)]);
        expect(JSON.stringify(bareBoardEmbed(board, inLanguage))).not.toMatch(/evil|discord\.gg/);
      }
    },
  );
});
