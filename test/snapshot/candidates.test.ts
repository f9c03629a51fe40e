import { describe, expect, it } from 'vitest';
import { candidatesFor } from '#snapshot/candidates.ts';
import { findGame } from '#snapshot/games.ts';
import type { Target } from '#snapshot/target.ts';

const target = (port: number | null, game: string | null = null): Target => ({
  host: 'play.example.com',
  port,
  game,
});
const places = (of: Target) =>
  candidatesFor(of, null).map(({ protocol, game, port }) => `${game?.id ?? protocol} ${port}`);

describe('where a server is looked for, in order', () => {
  it('the port given, then the neighbours of the game named (spec a2s case 123)', () => {
    expect(places(target(7777, 'ase'))).toEqual(['a2s 7777', 'a2s 27015']);
    expect(places(target(7779, 'ase'))).toEqual(['a2s 7779', 'a2s 27017']);
    expect(places(target(2302, 'dayz'))).toEqual(['a2s 2302', 'a2s 27016', 'a2s 2303']);
    expect(places(target(27015, 'tf2'))).toEqual(['a2s 27015']);
  });

  it('nothing is added to the port that a game asks by default', () => {
    expect(places(target(null, 'ase'))).toEqual(['a2s 27015']);
    expect(places(target(null, 'atlas'))).toEqual(['a2s 57561']);
  });

  it('no game named: the neighbours of games that live near, four at most', () => {
    const found = places(target(7787));
    expect(found[0]).toBe('a2s 7787');
    expect(found).toContain('a2s 27025');
    expect(found).toContain('a2s 27165');
    expect(found.filter((place) => place.startsWith('a2s')).length).toBeLessThanOrEqual(5);
  });

  it('no game named: another protocol that lives on the port', () => {
    expect(places(target(25565)).slice(0, 2)).toEqual(['a2s 25565', 'minecraft 25565']);
    expect(places(target(7777)).slice(0, 3)).toEqual(['a2s 7777', 'samp 7777', 'a2s 27015']);
    expect(places(target(7788)).slice(0, 2)).toEqual(['a2s 7788', 'samp 7788']);
    expect(places(target(7776))).not.toContain('samp 7776');
    expect(places(target(40_000))).toEqual(['a2s 40000']);
  });

  it('a game of another protocol is never asked in A2S', () => {
    expect(places(target(25_200, 'battlefield4'))).toEqual([
      'battlefield4 25200',
      'battlefield4 47200',
    ]);
  });

  it('what fitted before comes first, once', () => {
    const remembered = { protocol: 'a2s', game: null, port: 27015 } as const;
    expect(candidatesFor(target(7777, 'ase'), remembered)).toEqual([
      { ...remembered, role: 'remembered' },
      { protocol: 'a2s', game: null, port: 7777, role: 'given' },
    ]);
    const guessed = { protocol: 'gamedig', game: findGame('minecraft'), port: 25565 } as const;
    expect(candidatesFor(target(25565), guessed)[0]).toMatchObject({ role: 'remembered' });
  });

  it('never a port that does not exist', () => {
    expect(places(target(60_000, 'atlas'))).toEqual(['a2s 60000']);
  });
});
