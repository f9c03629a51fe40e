import type { APIEmbed } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { boardEmbeds } from '#discord/boardEmbeds.ts';
import { statusEmbed, statusHash } from '#discord/statusEmbed.ts';
import { OFFLINE_REASONS, type Snapshot } from '#snapshot/snapshot.ts';
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
const LANGUAGES = ['en', 'ru', 'pt-BR'] as const;

const field = (embed: APIEmbed, name: string): string | undefined =>
  embed.fields?.find((one) => one.name === name)?.value;

describe('a server that is paused', () => {
  const paused = { since: NOON, by: '100000000000000003' };
  const lastSeen = {
    at: NOON - 60_000,
    name: 'Evening Payload',
    map: 'pl_upward',
    game: null,
    address: null,
    port: 27015,
    gamePort: null,
    online: 3,
    max: 24,
  };

  it('is grey, and tells who paused it and since when, what was last seen, and nothing else', () => {
    const resting = picture({
      snapshot: offlineSnapshot({ tried: [] }),
      lastSeen,
      watch: { paused },
    });
    const embed = statusEmbed({ ...resting, checkedAt: lastSeen.at }, t);
    expect(embed).toEqual({
      title: 'Evening Payload',
      description: `⏸️ **Paused** · by <@${paused.by}> since <t:${NOON / 1000}:f>`,
      color: 0x80_84_8e,
      timestamp: '2026-11-30T11:59:00.000Z',
      fields: [
        { name: 'Last seen', value: `<t:${NOON / 1000 - 60}:R> · 3/24 players · pl\\_upward` },
        { name: 'Address', value: '`203.0.113.5:27015`' },
      ],
    });
  });
});

describe('a server that is up', () => {
  it('shows name, state, players, map and how to join', () => {
    const embed = statusEmbed(picture(), t);
    expect(embed.title).toBe('Evening Payload');
    expect(embed.author?.name).toBe('Team Fortress 2');
    expect(embed.description).toBe('🟢 **Online**');
    expect(field(embed, 'Players')).toBe('**3**/24');
    expect(field(embed, 'Map')).toBe('pl\\_upward');
    expect(field(embed, 'Join')).toBe('`203.0.113.5:27015`');
    expect(field(embed, 'Playing now')).toBe('`Ann` `Bo` `Cy`');
    expect(embed.footer?.text).toBe('version 8835751 · asked as Source · 23 ms');
    expect(embed.timestamp).toBe('2026-11-30T12:00:00.000Z');
  });

  it('shows ARK by its title, with day, mode, cluster, mods and who is still connecting', () => {
    const embed = statusEmbed(picture({ snapshot: arkSnapshot() }), t);
    expect(embed.title).toBe('EU\\-PVE\\-Official\\-CrystalIsles808');
    expect(embed.description).toBe(
      '🟢 **Online**\nDay 140 · PvE · cluster PCArkpocalypse · 2 mods',
    );
    expect(field(embed, 'Players')).toBe('**9**/70 (+10 connecting)');
    expect(field(embed, 'Join')).toBe('`203.0.113.5:7777`');
    expect(embed.footer?.text).toContain('version 313.33');
  });

  it('tells bots, a password and oddities', () => {
    const snapshot = onlineSnapshot({
      password: true,
      players: { online: 3, max: 24, bots: 2, connecting: null },
      problems: ['rules: asked 3 times, no answer', 'info: cut in gameId', 'info: odd name'],
    });
    const embed = statusEmbed(picture({ snapshot }), t);
    expect(field(embed, 'Players')).toBe('**3**/24 (2 bots)');
    expect(embed.description).toContain('🔒 password needed');
    expect(embed.footer?.text).toContain('2 oddities, first: info: cut in gameId');
  });

  it('says in words why there are no names', () => {
    const said = (['hidden', 'unavailable', 'partial', 'complete'] as const).map((state) => {
      const snapshot = onlineSnapshot({
        players: { online: state === 'complete' ? 0 : 5, max: 24, bots: 0, connecting: null },
        roster: { state, players: [] },
      });
      return field(statusEmbed(picture({ snapshot }), t), 'Playing now');
    });
    expect(new Set(said).size).toBe(4);
    expect(said[0]).toBe('This server does not publish player names.');
    expect(said[3]).toBe('Nobody is playing right now.');
  });

  it('does not call it empty when a count is not told', () => {
    const snapshot = onlineSnapshot({
      players: { online: null, max: null, bots: null, connecting: null },
      roster: { state: 'unavailable', players: [] },
    });
    const embed = statusEmbed(picture({ snapshot }), t);
    expect(field(embed, 'Players')).toBe('not told');
    expect(embed.description).not.toContain('Nobody');
    expect(field(embed, 'Playing now')).toBe('The server did not say who is playing.');
  });
});

describe('a server that does not answer', () => {
  const down = picture({
    snapshot: offlineSnapshot(),
    availability: availability({ state: 'down', downSince: NOON - 600_000 }),
    lastSeen: {
      at: NOON - 660_000,
      name: 'Evening Payload',
      map: 'pl_upward',
      game: 'teamfortress2',
      address: '203.0.113.5',
      port: 27015,
      gamePort: 27020,
      online: 12,
      max: 24,
    },
  });

  it('says since when, why, what was tried and what it was like before', () => {
    const embed = statusEmbed(down, t);
    expect(embed.title).toBe('Evening Payload');
    expect(embed.description).toBe(
      '🔴 **Offline** · went down <t:1796039400:R>\nNo answer from `203.0.113.5:27015`.',
    );
    expect(field(embed, 'What was tried')).toBe('`203.0.113.5:27015` (Source): no answer');
    expect(field(embed, 'Last seen')).toContain('12/24 players');
    expect(field(embed, 'Address')).toBe('`203.0.113.5:27020`');
    expect(field(embed, 'Likely cause')).toContain('its machine or network is off');
    expect(embed.author?.name).toBe('Team Fortress 2');
  });

  it('is "checking" first, not offline', () => {
    for (const state of ['suspect', 'unknown', 'up'] as const) {
      const embed = statusEmbed({ ...down, availability: availability({ state }) }, t);
      expect(embed.description).toContain('🟡 **Not answering, checking again**');
    }
  });

  it('does not guess while it is only checking', () => {
    const checking = { ...down, availability: availability({ state: 'suspect' }) };
    expect(field(statusEmbed(checking, t), 'Likely cause')).toBeUndefined();
  });

  it('gives whoever looks it up a sentence for each reason', () => {
    for (const language of LANGUAGES) {
      const said = OFFLINE_REASONS.map(
        (reason) =>
          statusEmbed(
            picture({ snapshot: offlineSnapshot({ reason }), availability: null }),
            texts.in(language),
          ).description,
      );
      expect(new Set(said).size).toBe(OFFLINE_REASONS.length);
    }
  });

  it('tells who looks it up since when the watch knows it to be down', () => {
    const embed = statusEmbed({ ...down, availability: null, downSince: NOON - 600_000 }, t);
    expect(embed.description).toContain('🔴 **Offline** · went down <t:1796039400:R>');
  });
});

describe('a server that the bot itself can not see', () => {
  const unseen = picture({
    snapshot: offlineSnapshot(),
    watch: { paused: null },
    unseen: true,
    checkedAt: NOON - 300_000,
  });

  it('is not called offline: it is said of when that is, and that the server may be well', () => {
    const embed = statusEmbed(unseen, t);
    const [state, why] = embed.description?.split('\n') ?? [];
    expect(state).toBe('🌫️ **I cannot see it right now** · as of <t:1796039700:R>: Online');
    expect(why).toBe('The trouble is on my side, so this says nothing about the server.');
    expect(field(embed, 'Likely cause') ?? field(embed, 'What was tried')).toBeUndefined();
  });

  it('does not count on a board', () => {
    const look = { style: 'compact', title: null } as const;
    const [rows] = boardEmbeds(look, [picture(), unseen], t);
    expect(rows?.title).toBe('1 of 1 server online, 3 players');
    expect(rows?.description).toContain('🌫️ **203.0.113.5\\:27015** · as of');
    expect(boardEmbeds(look, [unseen], t)[0]?.title).toBe('I cannot see it right now');
  });
});

describe('the message of a watch', () => {
  const watched = picture({ watch: { paused: null } });

  it('says how old it may get, so that people see when nobody keeps it current', () => {
    expect(statusEmbed(watched, t).footer?.text).toContain('renewed every 10 min');
  });

  it('links to the page of the operator where one opens the game, and only there', () => {
    const joinUrl = 'https://join.example.org/{scheme}/{address}';
    const joined = (snapshot: Snapshot) =>
      field(statusEmbed({ ...watched, snapshot, joinUrl }, t), 'Join');
    const steam =
      '`203.0.113.5:27015`\n[Connect](https://join.example.org/steam/203.0.113.5:27015)';
    expect(joined(onlineSnapshot())).toBe(steam);
    const v6 = { ...onlineSnapshot().target, host: '2001:db8::5', port: 7777 };
    expect(joined(onlineSnapshot({ protocol: 'openmp', target: v6 }))).toBe(
      '`[2001:db8::5]:7777`\n[Connect](https://join.example.org/samp/%5B2001:db8::5%5D:7777)',
    );
    expect(joined(onlineSnapshot({ protocol: 'minecraft' }))).toBe('`203.0.113.5:27015`');
    const offline = statusEmbed({ ...watched, snapshot: offlineSnapshot(), joinUrl }, t);
    expect(JSON.stringify(offline)).not.toContain('https:');
  });
});

describe('the hash', () => {
  it('stays when only the clock and the ping moved', () => {
    const later = picture({
      checkedAt: NOON + 60_000,
      snapshot: onlineSnapshot({ pingMs: 80, problems: ['info: cut'] }),
    });
    expect(statusHash(later, t)).toBe(statusHash(picture(), t));
  });

  it('stays when the server lists the same people in another order', () => {
    const players = [player('Cy'), player('Ann', { score: 9 }), player('Bo')];
    const snapshot = onlineSnapshot({ roster: { state: 'complete', players } });
    expect(statusHash(picture({ snapshot }), t)).toBe(statusHash(picture(), t));
  });

  it('changes with what people see, and with the language', () => {
    const hashes = [
      statusHash(picture(), t),
      statusHash(picture(), texts.in('ru')),
      statusHash(picture({ snapshot: onlineSnapshot({ map: 'cp_dustbowl' }) }), t),
      statusHash(picture({ availability: availability({ state: 'recovering' }) }), t),
      statusHash(picture({ snapshot: offlineSnapshot() }), t),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
