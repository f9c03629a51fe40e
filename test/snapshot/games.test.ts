import { describe, expect, it } from 'vitest';
import { GAMEDIG_TYPES } from '#query/gamedigTypes.ts';
import { findGame, findGameByApp, GAMES, searchGames } from '#snapshot/games.ts';
import { SOURCE_GAMES } from '#snapshot/sourceGames.ts';

describe('the games table', () => {
  it('gives every id, and every alias that is not another game’s id, to one game only', () => {
    const ids = GAMES.map((game) => game.id);
    expect(new Set(ids).size).toBe(ids.length);
    const aliases = SOURCE_GAMES.flatMap((game) => game.aliases);
    expect(new Set(aliases).size).toBe(aliases.length);
    for (const game of SOURCE_GAMES) {
      expect(ids.filter((id) => game.aliases.includes(id))).toEqual([]);
    }
  });

  it('gives every Steam app to one game only', () => {
    const apps = GAMES.flatMap((game) => game.appIds);
    expect(new Set(apps).size).toBe(apps.length);
  });

  it('has 60 A2S games and more of its own, under gamedig’s ids where gamedig has one', () => {
    expect(SOURCE_GAMES.length).toBeGreaterThanOrEqual(60);
    const foreign = new Set(GAMEDIG_TYPES.map((type) => type.id));
    const ownIds = SOURCE_GAMES.map((game) => game.id).filter((id) => !foreign.has(id));
    // Games of which only servers are known, or whose gamedig type speaks another protocol.
    const withoutType = ['sin1', 'ragdollkungfu', 'modiverse', 'rfactorsteam'];
    expect(ownIds).toEqual([...withoutType, 'stormworks', 'lifeisfeudal', 'miscreated', 'citadel']);
  });

  it('reaches every gamedig type by its id', () => {
    const own = new Map([
      ['gtasam', 'samp'],
      ['gtasao', 'samp'],
    ]);
    for (const type of GAMEDIG_TYPES) {
      const expected = own.get(type.id) ?? (type.speaksA2s ? 'a2s' : 'gamedig');
      expect(findGame(type.id)?.protocol).toBe(expected);
    }
    expect(GAMEDIG_TYPES.length).toBeGreaterThan(340);
  });

  it.each([
    ['7777 of ARK asks 27015', 'ase', 27015],
    ['Atlas asks 51800 above its game port', 'atlas', 57561],
    ['Squad asks 27165', 'squad', 27165],
    ['Valheim asks one above', 'valheim', 2457],
    ['7 Days to Die asks the port people know', 'sdtd', 26900],
    ['Insurgency: Sandstorm asks 29 above', 'insurgencysandstorm', 27131],
    ['Minecraft asks its game port', 'minecraft', 25565],
    ['Battlefield 4 asks 22000 above', 'battlefield4', 47200],
    ['any Source game asks 27015', 'source', 27015],
  ])('default query port: %s (spec a2s case 123)', (_, id, port) => {
    expect(findGame(id)?.queryPort).toBe(port);
  });

  it('finds the game by the app that answered', () => {
    expect(findGameByApp(346110)?.id).toBe('ase');
    expect(findGameByApp(252490)?.counts).toBe('rust');
    expect(findGameByApp(1)).toBeNull();
    expect(findGameByApp(null)).toBeNull();
  });
});

describe('finding a game while typing', () => {
  const found = (text: string) => searchGames(text, 5).map((game) => game.id);

  it('shows the most played ones before anything is typed', () => {
    expect(found('')).toEqual(['counterstrike2', 'rust', 'teamfortress2', 'garrysmod', 'ase']);
  });

  it('puts the short name people know first', () => {
    expect(found('ark')[0]).toBe('ase');
    expect(found('cs2')[0]).toBe('counterstrike2');
    expect(found('7d2d')[0]).toBe('sdtd');
    expect(found('samp')[0]).toBe('samp');
    expect(found('omp')[0]).toBe('openmp');
    expect(found('gtasam')[0]).toBe('samp');
    expect(findGame('gtasao')?.id).toBe('openmp');
  });

  it('finds words inside a title', () => {
    expect(found('mine')).toContain('minecraft');
    expect(found('ascended')).toEqual(['asa']);
    expect(found('source')).toContain('source');
  });

  it('gives nothing for nonsense, and never more than asked for', () => {
    expect(found('zzzzzz')).toEqual([]);
    expect(searchGames('a', 25)).toHaveLength(25);
  });
});
