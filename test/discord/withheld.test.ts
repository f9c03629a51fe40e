import type { APIEmbed } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { playersPage } from '#discord/playersPages.ts';
import { rulesPage } from '#discord/rulesPages.ts';
import { statusEmbed } from '#discord/statusEmbed.ts';
import { readGamedigAnswer } from '#query/gamedigAnswer.ts';
import { fromGamedig } from '#snapshot/fromGamedig.ts';
import { findGame } from '#snapshot/games.ts';
import { printSnapshot } from '#snapshot/printSnapshot.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { createTexts } from '#text/texts.ts';
import { NOON, offlineSnapshot, onlineSnapshot, picture, player } from './pictures.ts';

const t = createTexts().in('en');

const playing = (snapshot: Snapshot): string | undefined =>
  statusEmbed(picture({ snapshot }), t).fields?.find(({ name }) => name === 'Playing now')?.value;
const wordsOf = (embeds: readonly APIEmbed[]): string =>
  embeds
    .flatMap(({ description, fields = [] }) => [description, ...fields.map(({ value }) => value)])
    .join('\n');
const playersWords = (snapshot: Snapshot) => wordsOf(playersPage(snapshot, 0, NOON, t).embeds);
const rulesWords = (snapshot: Snapshot) => wordsOf(rulesPage(snapshot, 0, NOON, t).embeds);
const printed = (snapshot: Snapshot, sheet: 'status' | 'players' | 'rules') =>
  printSnapshot(snapshot, sheet).join('\n');

/** An answer as gamedig gives it. */
function viaGamedig(id: string, result: Record<string, unknown>): Snapshot {
  const game = findGame(id);
  if (game === null) {
    throw new Error(`no row ${id}`);
  }
  return fromGamedig(readGamedigAnswer(result), game, {
    host: '203.0.113.5',
    port: 7777,
    game: id,
  });
}

const counts = { online: 20, max: 32, bots: 0, connecting: null };

describe('what a game keeps to itself is said with its name', () => {
  it('case 98: Counter-Strike 2 sends entries without names and no rules', () => {
    const cs2 = onlineSnapshot({
      appId: 730,
      players: counts,
      roster: { state: 'hidden', players: [player('', { score: 0 }), player('', { score: 0 })] },
      rules: { state: 'unavailable', values: {} },
    });
    const sentence = 'Counter\\-Strike 2 servers do not publish player names.';
    expect(playing(cs2)).toBe(sentence);
    expect(playersWords(cs2)).toContain(`**20**/32\n${sentence}`);
    expect(rulesWords(cs2)).toContain(
      'Counter\\-Strike 2 servers do not answer the question for their rules.',
    );
    expect(printed(cs2, 'status')).toContain(
      'names not published, as on other Counter-Strike 2 servers',
    );
    expect(printed(cs2, 'rules')).toContain('not answered, as on other Counter-Strike 2 servers');
  });

  it('case 99: Conan Exiles often keeps silent about its players', () => {
    const conan = onlineSnapshot({
      appId: 440900,
      players: counts,
      roster: { state: 'unavailable', players: [] },
    });
    expect(playing(conan)).toBe('Conan Exiles servers often do not say who is playing.');
    expect(printed(conan, 'players')).toContain('not answered, as on other Conan Exiles servers');
  });

  it('case 127: ARK: Survival Ascended tells a count, and neither names nor rules', () => {
    const asa = viaGamedig('asa', { name: 'Island', numplayers: 20, maxplayers: 70, players: [] });
    expect(playing(asa)).toBe('Ark\\: Survival Ascended servers do not publish player names.');
    expect(rulesWords(asa)).toContain('Ark\\: Survival Ascended servers publish no rules.');
    expect(printed(asa, 'status')).toMatch(/names not published.*Ascended/);
    expect(printed(asa, 'rules')).toContain('not published by this game');
  });

  it('a Minecraft server that hides its list tells how many play, not who', () => {
    const blocks = viaGamedig('minecraft', { numplayers: 3, maxplayers: 20, players: [] });
    expect(playing(blocks)).toBe('Minecraft servers tell how many are playing, not who.');
    expect(playersWords(blocks)).toContain('**3**/20');
    expect(printed(blocks, 'players')).toContain('tells how many play, not who');
  });

  it('case 139: Valve’s own servers answer neither players nor rules, and nobody is blamed', () => {
    const silent = { state: 'unavailable' as const };
    const valve = onlineSnapshot({
      name: 'Valve Matchmaking Server (Luxembourg eat-1/srcds138 #12)',
      players: counts,
      roster: { ...silent, players: [] },
      rules: { ...silent, values: {} },
      problems: ['players: asked 3 times, no answer', 'rules: asked 3 times, no answer'],
    });
    const embed = statusEmbed(picture({ snapshot: valve }), t);
    expect(embed.description).toBe('🟢 **Online**');
    expect(playersWords(valve)).toContain('**20**/32\nThe server did not say who is playing.');
    expect(rulesWords(valve)).toContain('did not answer the question for its rules');
  });

  it('other servers are not excused by a game', () => {
    const silent = onlineSnapshot({
      players: counts,
      roster: { state: 'unavailable', players: [] },
      rules: { state: 'unavailable', values: {} },
    });
    expect(playing(silent)).toBe('The server did not say who is playing.');
    expect(rulesWords(silent)).toContain('The server did not answer the question for its rules.');
  });
});

describe('people whom the list does not name', () => {
  it('case 89: entries without a name are counted, not dropped', () => {
    const snapshot = onlineSnapshot({
      players: counts,
      roster: { state: 'complete', players: [player('Ann'), player(''), player('')] },
    });
    expect(playersWords(snapshot)).toMatch(/`Ann`.*\n2 without a name$/);
    expect(printed(snapshot, 'players')).toContain('unnamed ×2');
  });

  it('case 87: a list of 255 ends before the players of a big Rust server do', () => {
    const players = Array.from({ length: 255 }, (_, at) => player(`P${at}`, { score: 0 }));
    const snapshot = onlineSnapshot({
      appId: 252490,
      players: { online: 396, max: 425, bots: 0, connecting: null },
      roster: { state: 'complete', players },
    });
    const { pages } = playersPage(snapshot, 0, NOON, t);
    const last = wordsOf(playersPage(snapshot, pages - 1, NOON, t).embeds);
    expect(last).toContain('The list ends here; 141 more are playing.');
  });

  it('cases 44, 46: the counts are those of info, whatever the list holds', () => {
    const connecting = onlineSnapshot({ players: { ...counts, online: 27 } });
    expect(playersWords(connecting)).toContain('**27**/32');
    const crowded = onlineSnapshot({ players: { ...counts, online: 104, max: 80 } });
    expect(playersWords(crowded)).toContain('**104**/80');
  });
});

describe('rules for people', () => {
  it('case 111: a text in numbered parts is one, in the order of its numbers', () => {
    const values = { description_01: ' two', description_00: 'one', description_10: ' three' };
    const words = rulesWords(onlineSnapshot({ rules: { state: 'complete', values } }));
    expect(words).toContain('1 rule');
    expect(words).toContain('`description` one two three');
    const long = { ...values, description_02: 'x'.repeat(500), sv_long: 'y'.repeat(500) };
    const cut = rulesWords(onlineSnapshot({ rules: { state: 'complete', values: long } }));
    expect(cut).toContain('x'.repeat(500));
    expect(cut).not.toContain('y'.repeat(201));
  });

  it('case 113: mods, DLC and signatures of Arma 3 by their names', () => {
    const arma = onlineSnapshot({
      appId: 107410,
      arma: {
        dlcs: ['Karts', 'Jets'],
        mods: [
          { name: 'CBA_A3', workshopId: '450814997', dlc: false },
          { name: 'local mod', workshopId: null, dlc: false },
        ],
        signatures: ['a3', 'cba_3.15'],
      },
    });
    const words = rulesWords(arma);
    expect(words).toContain('Karts · Jets');
    expect(words).toContain(
      '[CBA\\_A3](https://steamcommunity.com/sharedfiles/filedetails/?id=450814997) · local mod',
    );
    expect(words).toContain('`a3` · `cba_3.15`');
    const lines = printed(arma, 'rules');
    for (const line of ['DLC: Jets', 'mod: CBA_A3 (450814997)', 'signature: cba_3.15']) {
      expect(lines).toContain(line);
    }
  });

  it('case 116: a protected cvar is shown as it came, a 1 or a 0', () => {
    const values = { sv_password: '1', rcon_password: '0' };
    const words = rulesWords(onlineSnapshot({ rules: { state: 'complete', values } }));
    expect(words).toContain('`sv_password` 1');
    expect(words).toContain('`rcon_password` 0');
  });
});

describe('names as people see them', () => {
  const named = (appId: number | null, name: string): string | undefined =>
    statusEmbed(picture({ snapshot: onlineSnapshot({ appId, name }) }), t).title;

  it('case 120: colour codes go only where the game uses them', () => {
    const quakeLive = 282440;
    expect(named(quakeLive, '^1Quake ^7Live')).toBe('Quake Live');
    // The caret that is escaped stays, and the digit behind it is no colour.
    expect(named(quakeLive, '^5ρ ^3^^0♥')).toBe('ρ ^0♥');
    expect(named(440, '^1not a colour')).toBe('^1not a colour');
    expect(named(null, '§4not Minecraft')).toBe('§4not Minecraft');
  });

  it('case 120: of the games that gamedig asks, Quake and Minecraft have colours, Mumble has none', () => {
    const name = '^1Red §4House';
    const titles = ['q3a', 'minecraft', 'mumble'].map(
      (id) => statusEmbed(picture({ snapshot: viaGamedig(id, { name }) }), t).title,
    );
    expect(titles).toEqual(['Red House', 'Red House', '^1Red §4House']);
  });

  it('case 121: blanks around a name go for display only', () => {
    const snapshot = onlineSnapshot({ name: ' FirePowered.org \t ' });
    expect(statusEmbed(picture({ snapshot }), t).title).toBe('FirePowered.org');
    expect(snapshot.name).toBe(' FirePowered.org \t ');
  });

  it('case 122: markdown, links and mentions in names are only text', () => {
    const snapshot = onlineSnapshot({
      name: '*_~|@everyone discord.gg/x',
      roster: { state: 'complete', players: [player('@here `x` <@1>')] },
    });
    const embed = statusEmbed(picture({ snapshot }), t);
    expect(embed.title).toBe('\\*\\_\\~\\|\\@everyone discord.gg/x');
    expect(playing(snapshot)).toBe("`@here 'x' <@1>`");
  });
});

describe('where a server was found', () => {
  const lookUp = (snapshot: Snapshot) =>
    statusEmbed({ ...picture({ snapshot }), availability: null }, t);

  it('case 124: says that another port answers than the one that was named', () => {
    const base = onlineSnapshot();
    const found = onlineSnapshot({
      target: { ...base.target, port: 27015 },
      tried: [
        { protocol: 'a2s', address: '203.0.113.5', port: 7777, outcome: 'timeout', ms: 1000 },
        { protocol: 'source', address: '203.0.113.5', port: 27015, outcome: 'answered', ms: 30 },
      ],
    });
    expect(lookUp(found).description).toContain(
      'Port 7777 does not answer queries; port 27015 does, and belongs to it.',
    );
    expect(lookUp(found).footer?.text).toContain('asked as Source');
    expect(lookUp(base).description).not.toContain('does not answer');
  });

  it('case 127: silence without a game named leads to the games of other protocols', () => {
    const silent = offlineSnapshot();
    expect(JSON.stringify(lookUp(silent).fields)).toContain('ARK: Survival Ascended');
    const target = { ...silent.target, game: 'teamfortress2' };
    const named = JSON.stringify(lookUp({ ...silent, target }).fields);
    expect(named).not.toContain('ARK: Survival Ascended');
  });
});
