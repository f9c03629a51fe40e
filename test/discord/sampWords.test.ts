import type { APIEmbed } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { playersPage } from '#discord/playersPages.ts';
import { rulesPage } from '#discord/rulesPages.ts';
import { bareStatusEmbed, statusEmbed } from '#discord/statusEmbed.ts';
import { queryDisabledSnapshot } from '#snapshot/fromSamp.ts';
import type { SampDetails, Snapshot } from '#snapshot/snapshot.ts';
import { createTexts } from '#text/texts.ts';
import { availability, NOON, onlineSnapshot, picture, player } from './pictures.ts';

const t = createTexts().in('en');

const details: SampDetails = {
  gamemode: 'RP_v4 *best*',
  language: 'Русский',
  openmp: false,
  website: null,
  links: null,
};

function sampSnapshot(change: Partial<Snapshot> = {}, samp: Partial<SampDetails> = {}): Snapshot {
  return onlineSnapshot({
    target: { game: null, host: '203.0.113.7', address: '203.0.113.7', port: 7777 },
    protocol: 'samp',
    name: '{FF0000}Север',
    map: 'San Andreas',
    folder: null,
    description: null,
    appId: null,
    version: '0.3.7-R2',
    players: { online: 2, max: 1000, bots: null, connecting: null },
    roster: { state: 'complete', players: [player('Lars_Vegas'), player('@everyone')] },
    rules: { state: 'complete', values: { weburl: 'www.gfzone.ro/forum' } },
    samp: { ...details, ...samp },
    ...change,
  });
}

const field = (embed: APIEmbed | undefined, name: string): string | undefined =>
  embed?.fields?.find((one) => one.name === name)?.value;
const status = (snapshot: Snapshot) => statusEmbed(picture({ snapshot }), t);

describe('a SA:MP server', () => {
  it('shows its game, mode and language, in whatever alphabet, and no colour codes', () => {
    const embed = status(sampSnapshot());
    expect(embed.author?.name).toBe('San Andreas Multiplayer (SA:MP)');
    expect(embed.title).toBe('Север');
    expect(field(embed, 'Game mode')).toBe('RP\\_v4 \\*best\\*');
    expect(field(embed, 'Language')).toBe('Русский');
    expect(field(embed, 'Playing now')).toBe('`@everyone` `Lars_Vegas`');
    expect(status(sampSnapshot({ protocol: 'openmp' })).author?.name).toBe('open.mp (San Andreas)');
  });

  it('case 16: above 100 players the count stays, and the missing list has its own words', () => {
    const crowded = sampSnapshot({
      players: { online: 545, max: 1000, bots: null, connecting: null },
      roster: { state: 'unavailable', players: [] },
    });
    expect(field(status(crowded), 'Players')).toBe('**545**/1000');
    expect(field(status(crowded), 'Playing now')).toMatch(/not available.* above 100 players/);
    const page = playersPage(crowded, 0, NOON, t).embeds[0]?.description;
    expect(page).toMatch(/545.*\/1000[\s\S]*above 100 players/);
    const silent = sampSnapshot({ roster: { state: 'unavailable', players: [] } });
    expect(field(status(silent), 'Playing now')).toBe('The server did not say who is playing.');
  });

  it('calls a missing list and a code page no oddities, and a fake count one (case 29)', () => {
    const problems = [
      'text: not UTF-8, read as windows-1251',
      'roster: more than 100 players (545): SA:MP servers tell no list then',
    ];
    expect(status(sampSnapshot({ problems })).footer?.text).not.toContain('odd');
    const fake = sampSnapshot({ problems: [...problems, 'players above max: 900/50'] });
    expect(status(fake).footer?.text).toContain('1 oddity: players above max: 900/50');
  });

  it('case 33: weburl is a link only when it is one', () => {
    expect(field(status(sampSnapshot()), 'Links')).toBe('www.gfzone.ro/forum');
    const linked = sampSnapshot({}, { website: 'https://samp.example.org/a_(b)' });
    expect(field(status(linked), 'Links')).toBe(
      '[samp.example.org](https://samp.example.org/a_%28b%29)',
    );
    const hostile = sampSnapshot({
      rules: { state: 'complete', values: { WebURL: '[x](javascript:y) @everyone' } },
    });
    expect(field(status(hostile), 'Links')).toBe('\\[x\\]\\(javascript\\:y\\) \\@everyone');
    const none = sampSnapshot({ rules: { state: 'unavailable', values: {} } });
    expect(field(status(none), 'Links')).toBeUndefined();
  });

  it('case 34: shows the links of open.mp in status and rules, the longest without breaking a limit', () => {
    const long = `https://host-${'x'.repeat(50)}.example.org/${'(y)'.repeat(140)}`;
    const snapshot = sampSnapshot(
      { protocol: 'openmp' },
      {
        website: long,
        links: {
          discord: 'https://discord.gg/samp',
          lightBanner: long,
          darkBanner: null,
          logo: 'https://cdn.example.org/logo.png',
        },
      },
    );
    expect(field(status(snapshot), 'Links')).toMatch(
      /^host.*… · \[Discord\]\(https:\/\/discord\.gg\/samp\)$/,
    );
    const [summary] = rulesPage(snapshot, 0, NOON, t).embeds;
    expect(field(summary, 'Pictures')).toMatch(
      /^\[logo\]\(https:\/\/cdn\.example\.org\/logo\.png\) · host/,
    );
    expect(field(summary, 'Game mode')).toBeDefined();
  });
});

describe('case 19: a server with its query switched off', () => {
  const target = { host: '203.0.113.7', port: 7777, game: 'samp' };
  const silent = queryDisabledSnapshot(target, null, 'pings only');

  it('is online, says what is off, and keeps the name it was known by', () => {
    const lastSeen = {
      at: NOON,
      name: 'Vida Real',
      map: null,
      game: 'samp',
      address: '203.0.113.7',
      port: 7777,
      gamePort: null,
      online: null,
      max: null,
    };
    const embed = statusEmbed(picture({ snapshot: silent, lastSeen }), t);
    expect(embed.title).toBe('Vida Real');
    expect(embed.description).toBe('🟢 **Online, query switched off**');
    expect(field(embed, 'Players')).toBe('not told');
    expect(field(embed, 'Playing now')).toContain('answers pings and nothing else');
    expect(JSON.stringify(embed)).not.toContain('Offline');
    expect(bareStatusEmbed(picture({ snapshot: silent }), t).description).toContain('switched off');
  });

  it('says so in /players and /rules too, and while it is only just back', () => {
    expect(playersPage(silent, 0, NOON, t).embeds[0]?.description).toContain('answers pings');
    expect(rulesPage(silent, 0, NOON, t).embeds[0]?.description).toContain('answers pings');
    const back = picture({ snapshot: silent, availability: availability({ state: 'recovering' }) });
    expect(statusEmbed(back, t).description).toContain('Back, keeping an eye on it');
  });
});
