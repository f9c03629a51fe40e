import { describe, expect, it } from 'vitest';
import { serverKey } from '#snapshot/serverKey.ts';
import { describeTargetProblem, parseTarget, type Target } from '#snapshot/target.ts';

function target(text: string, game: string | null = null): Target {
  const parsed = parseTarget(text, game);
  if (!parsed.ok) {
    throw new Error(`${text} was refused: ${parsed.problem.kind}`);
  }
  return parsed.target;
}

function problem(text: string, game: string | null = null, encoding: string | null = null): string {
  const parsed = parseTarget(text, game, encoding);
  return parsed.ok ? 'accepted' : parsed.problem.kind;
}

describe('an address as people type it (spec a2s case 129)', () => {
  it.each([
    ['203.0.113.5:27015', '203.0.113.5', 27015],
    ['  203.0.113.5:27015 ', '203.0.113.5', 27015],
    ['203.0.113.5,27015', '203.0.113.5', 27015],
    ['Play.Example.COM:27015', 'play.example.com', 27015],
    ['play.example.com.:27015', 'play.example.com', 27015],
    ['my_server:28015', 'my_server', 28015],
    ['steam://connect/203.0.113.5:27015', '203.0.113.5', 27015],
    ['steam://connect/play.example.com:27015/s3cret', 'play.example.com', 27015],
    ['samp://203.0.113.5:7777', '203.0.113.5', 7777],
    ['connect 203.0.113.5:27015; password s3cret', '203.0.113.5', 27015],
    ['`203.0.113.5:27015`', '203.0.113.5', 27015],
    ['[2001:DB8::5]:27015', '2001:db8::5', 27015],
    ['пример.рф:27015', 'xn--e1afmkfd.xn--p1ai', 27015],
    ['203.0.113.5:65535', '203.0.113.5', 65535],
  ])('%s', (text, host, port) => {
    expect(target(text)).toEqual({ host, port, game: null });
  });

  it('leaves the port to the game when only the game is named', () => {
    expect(target('play.example.com', 'ase')).toEqual({
      host: 'play.example.com',
      port: null,
      game: 'ase',
    });
    expect(target('2001:db8::5', 'tf2').host).toBe('2001:db8::5');
  });

  it('knows a game by its id, its old id, its short name and its title', () => {
    for (const name of ['teamfortress2', 'tf2', 'TF2', 'Team Fortress 2']) {
      expect(target('203.0.113.5:27015', name).game).toBe('teamfortress2');
    }
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['hello world:27015', 'bad-host'],
    ['https://example.com:27015', 'bad-host'],
    ['user@example.com:27015', 'bad-host'],
    ['*:27015', 'bad-host'],
    ['-bad-.example:27015', 'bad-host'],
    ['2130706433:27015', 'bad-host'],
    ['0x7f.1:27015', 'bad-host'],
    ['010.1.1.1:27015', 'bad-host'],
    ['300.1.1.1:27015', 'bad-host'],
    ['[nonsense]:27015', 'bad-host'],
    [`${'a'.repeat(64)}.example:27015`, 'bad-host'],
    [':27015', 'bad-host'],
    ['203.0.113.5:0', 'port-zero'],
    ['203.0.113.5:70000', 'port-too-large'],
    ['203.0.113.5:99999999999999', 'bad-port'],
    ['203.0.113.5:abc', 'bad-port'],
    ['203.0.113.5:-1', 'bad-port'],
    ['203.0.113.5:', 'bad-port'],
    ['203.0.113.5', 'port-needed'],
    ['169.254.12.7:27015', 'fake-ip'],
  ])('refuses %s as %s, with a line of its own', (text, kind) => {
    expect(problem(text)).toBe(kind);
    const parsed = parseTarget(text);
    const line = parsed.ok ? '' : describeTargetProblem(parsed.problem);
    expect(line).toMatch(/^\S.{20,}$/);
  });

  it('refuses a game and a code page that do not exist', () => {
    expect(problem('203.0.113.5:1', 'no-such-game')).toBe('unknown-game');
    // gamedig lists them, with an account or a password beside the address.
    expect(problem('203.0.113.5:1', 'palworld')).toBe('not-by-address');
    expect(problem('203.0.113.5:1', 'Farming Simulator 22')).toBe('not-by-address');
    expect(problem('203.0.113.5:27015', null, 'klingon')).toBe('bad-encoding');
    expect(problem('203.0.113.5:27015', null, 'windows-1251')).toBe('accepted');
  });

  it('never repeats a password', () => {
    const parsed = parseTarget('steam://connect/bad host:1/s3cret');
    expect(JSON.stringify(parsed)).not.toContain('s3cret');
  });
});

describe('one key per distinct server', () => {
  it('is the same for everybody who means one server', () => {
    const keys = [
      serverKey(target('203.0.113.5:7777', 'ase')),
      serverKey(target('203.0.113.5,7777')),
      serverKey(target('steam://connect/203.0.113.5:7777', 'conan')),
    ];
    expect(new Set(keys)).toEqual(new Set(['a2s/203.0.113.5:7777']));
  });

  it('takes the default port of the game where none was typed', () => {
    expect(serverKey(target('play.example.com', 'rust'))).toBe('a2s/play.example.com:28015');
  });

  it('differs by port, by host and by protocol', () => {
    const keys = [
      target('203.0.113.5:25565', 'minecraft'),
      target('203.0.113.5:25565', 'samp'),
      target('203.0.113.5:25565'),
      target('203.0.113.5:25566'),
      target('[2001:db8::5]:25565'),
    ].map(serverKey);
    expect(new Set(keys).size).toBe(5);
    expect(keys[4]).toBe('a2s/[2001:db8::5]:25565');
  });
});
