import { describe, expect, test } from 'vitest';
import { encodeTextAs } from '#codec/text/textEncoding.ts';
import { fromSamp } from '#snapshot/fromSamp.ts';
import type { Target } from '#snapshot/target.ts';
import { sampAnswer } from './sampFixture.ts';

const target: Target = { host: 'play.example.com', port: 7777, game: 'samp' };
const utf8 = encodeTextAs('utf-8');
const rules: [string, string][] = [
  ['lagcomp', 'On'],
  ['mapname', 'San Andreas'],
  ['version', '0.3.7-R2'],
  ['weather', '10'],
  ['weburl', 'www.gfzone.ro/forum'],
  ['worldtime', '05:00'],
];

describe('a SA:MP server', () => {
  test('is one Snapshot like any other', () => {
    const answer = sampAnswer(
      { hostname: 'GFZONE', gamemode: 'RPG', players: 2, max: 350 },
      { rules, names: ['Lars_Vegas', '@everyone'] },
      { openmp: false },
    );
    expect(fromSamp(answer, target)).toMatchObject({
      state: 'online',
      protocol: 'samp',
      name: 'GFZONE',
      map: 'San Andreas',
      version: '0.3.7-R2',
      players: { online: 2, max: 350, bots: null, connecting: null },
      roster: {
        state: 'complete',
        players: [
          { name: 'Lars_Vegas', score: 27, seconds: null, ping: 40 },
          { name: '@everyone', score: -5, seconds: null, ping: 40 },
        ],
      },
      rules: { state: 'complete', values: Object.fromEntries(rules) },
      password: false,
      samp: { gamemode: 'RPG', language: 'English', openmp: false, website: null, links: null },
      pingMs: 23,
      problems: [],
    });
  });

  test('open.mp has its own protocol and links, only such as may be clicked', () => {
    const answer = sampAnswer(
      {},
      { rules: [['weburl', 'https://open.mp/']] },
      {
        openmp: true,
        links: {
          discord: utf8('https://discord.gg/samp'),
          lightBanner: utf8('ftp://x'),
          darkBanner: utf8('http://'),
          logo: utf8('https://example.org/logo.png'),
          trailing: 0,
        },
      },
    );
    expect(fromSamp(answer, target)).toMatchObject({
      protocol: 'openmp',
      samp: {
        openmp: true,
        website: 'https://open.mp/',
        links: {
          discord: 'https://discord.gg/samp',
          lightBanner: null,
          darkBanner: null,
          logo: 'https://example.org/logo.png',
        },
      },
    });
  });

  test('case 34: a link that is not to Discord is no Discord link', () => {
    const links = {
      discord: utf8('https://discord.gg.example.org/samp'),
      lightBanner: utf8('javascript:alert(1)'),
      darkBanner: utf8('not a url'),
      logo: null,
      trailing: 0,
    };
    expect(fromSamp(sampAnswer({}, {}, { links }), target).samp?.links).toEqual({
      discord: null,
      lightBanner: null,
      darkBanner: null,
      logo: null,
    });
  });

  test.each([
    ['www.gfzone.ro/forum', null],
    ['', null],
    ['https://', null],
    ['https://user:secret@example.org', null],
    ['https://exa mple.org', null],
    ['javascript:alert(1)', null],
    ['http://localhost', null],
    ['https://example.org/форум', 'https://example.org/%D1%84%D0%BE%D1%80%D1%83%D0%BC'],
    ['  http://example.org ', 'http://example.org/'],
  ])('case 33: weburl %j as a link is %j', (weburl, website) => {
    const snapshot = fromSamp(sampAnswer({}, { rules: [['weburl', weburl]] }), target);
    expect(snapshot.samp?.website).toBe(website);
    expect(snapshot.rules.values).toEqual({ weburl });
  });

  test('case 8, 16: a partial list is partial, a missing one unavailable; the count stays that of i', () => {
    const partial = sampAnswer({ players: 70 }, { names: ['A'], complete: false });
    expect(fromSamp(partial, target)).toMatchObject({
      players: { online: 70 },
      roster: { state: 'partial' },
    });
    const crowded = sampAnswer(
      { players: 545, max: 1000 },
      {},
      {
        players: { state: 'skipped', reason: 'more than 100 players' },
      },
    );
    const snapshot = fromSamp(crowded, target);
    expect(snapshot).toMatchObject({
      players: { online: 545, max: 1000 },
      roster: { state: 'unavailable', players: [] },
      rules: { state: 'unavailable', values: {} },
      map: null,
      version: null,
    });
    expect(snapshot.problems).toContain('roster: more than 100 players');
  });

  test('case 9: when every player is hidden, the names are not published', () => {
    const value = { declared: 3, entries: [], complete: true, trailing: 0 };
    const answer = sampAnswer({ players: 3 }, {}, { players: { state: 'answered', value } });
    expect(fromSamp(answer, target)).toMatchObject({
      players: { online: 3 },
      roster: { state: 'hidden', players: [] },
    });
  });

  test('case 25: empty names are kept', () => {
    const snapshot = fromSamp(sampAnswer({ players: 2 }, { names: ['', 'x'.repeat(64)] }), target);
    expect(snapshot.roster.players.map(({ name }) => name)).toEqual(['', 'x'.repeat(64)]);
  });

  test('case 29: more players than slots are shown and marked', () => {
    const fake = fromSamp(sampAnswer({ players: 5000, max: 1001 }), target);
    expect(fake.players).toMatchObject({ online: 5000, max: 1001 });
    expect(fake.problems).toEqual(
      expect.arrayContaining(['players above max: 5000/1001', 'max above 1000: 1001']),
    );
  });

  test('case 31: no control characters, nothing behind a NUL, blanks as sent', () => {
    const hostile = '  @everyone\t**x**\0hidden';
    expect(fromSamp(sampAnswer({ hostname: hostile }), target).name).toBe('  @everyone**x**');
    expect(fromSamp(sampAnswer({ hostname: '' }), target).name).toBe('');
  });

  test('case 32: the last of equal names wins, empty ones are left out, no name is dangerous', () => {
    const odd: [string, string][] = [
      ['__proto__', 'x'],
      ['SAMPCAC version', '0.11'],
      ['version', '0.3.7-R2'],
      ['Version', '0.3.7-R4'],
      ['', 'empty name'],
      ['weburl', ''],
    ];
    const { values } = fromSamp(sampAnswer({}, { rules: odd }), target).rules;
    expect(Object.entries(values)).toEqual([
      ['__proto__', 'x'],
      ['SAMPCAC version', '0.11'],
      ['Version', '0.3.7-R4'],
      ['weburl', ''],
    ]);
    expect(fromSamp(sampAnswer({}, { rules: odd }), target).version).toBe('0.3.7-R4');
  });
});

describe('the language of a server', () => {
  test.each([
    ['windows-1251', 'Акция х2 | Русский сервер', 'Русский'],
    ['windows-1252', 'São Paulo Vida Real', 'Português'],
    ['windows-1250', 'România Roleplay ăâîșț'.replace(/[șț]/g, 't'), 'Română'],
    ['windows-874', 'เซิร์ฟเวอร์ไทย', 'ไทย'],
    ['gb18030', '中文游戏服务器', '中文'],
    ['utf-8', '中文游戏 и русский', 'Português'],
  ])('%s: %s', (encoding, hostname, language) => {
    const snapshot = fromSamp(
      sampAnswer(
        { encoding, hostname, language, players: 1 },
        { rules: [['mapname', hostname]], names: [language] },
      ),
      target,
    );
    expect(snapshot).toMatchObject({ name: hostname, map: hostname, samp: { language } });
    expect(snapshot.roster.players[0]?.name).toBe(language);
  });

  test('what a person set for the watch stands above every guess', () => {
    const answer = sampAnswer({ encoding: 'windows-1250', hostname: 'Łódź', language: 'English' });
    expect(fromSamp(answer, target).name).not.toBe('Łódź');
    expect(fromSamp(answer, { ...target, encoding: 'windows-1250' }).name).toBe('Łódź');
  });

  test('half a character where the server cut is dropped, and noted', () => {
    const whole = 'Лучший  и большой сервер для дружной игры';
    const answer = sampAnswer({ hostname: whole, language: 'Русский' });
    const cut = {
      ...answer,
      info: { ...answer.info, hostname: answer.info.hostname.subarray(0, 63) },
    };
    const snapshot = fromSamp(cut, target);
    expect(snapshot.name).toBe('Лучший  и большой сервер для дружн');
    expect(snapshot.problems).toContain('name: cut');
  });

  test('when info is plain ASCII, rules and names decide', () => {
    const answer = sampAnswer({ encoding: 'windows-1251', language: 'RU' }, { names: ['Ведьма'] });
    expect(answer.encoding).toEqual({ encoding: 'windows-1251', by: 'language' });
    expect(fromSamp(answer, target).roster.players[0]?.name).toBe('Ведьма');
  });
});
