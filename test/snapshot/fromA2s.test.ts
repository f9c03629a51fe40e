import { describe, expect, it } from 'vitest';
import { type A2sInfo, decodeInfo, encodeInfo } from '#codec/a2s/info.ts';
import { decodePlayers } from '#codec/a2s/players.ts';
import { encodePages } from '#codec/a2s/rulePages.ts';
import { decodeRules, type RulePair, rulesOf } from '#codec/a2s/rules.ts';
import { decodeGoldsrcInfo, encodeGoldsrcInfo, type GoldsrcInfo } from '#codec/goldsrc/info.ts';
import type { A2sAnswer } from '#query/a2sAnswer.ts';
import { fromA2s } from '#snapshot/fromA2s.ts';
import { rawText } from '#bytes/rawText.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { PLAIN_INFO, playersNamed } from './a2sServer.ts';

const hex = (text: string): Uint8Array => Buffer.from(text.replace(/\s/g, ''), 'hex');
/** A datagram from its type byte on. */
const payload = (datagram: Uint8Array): Uint8Array => datagram.subarray(4);
const infoOf = (datagram: Uint8Array) => decodeInfo(payload(datagram), { decodeText: rawText });
const playersOf = (datagram: Uint8Array) =>
  decodePlayers(payload(datagram), { decodeText: rawText });

type Story = {
  info?: Partial<A2sInfo>;
  infoBytes?: Uint8Array;
  players?: Uint8Array;
  rules?: Record<string, string>;
  pairs?: RulePair[];
  game?: string;
  encoding?: string;
};

/** An HLTV relay, which ends before the bots (case 59). */
const HLTV: Omit<GoldsrcInfo, 'problems'> = {
  address: '127.0.0.1:27020',
  name: 'Castle Mortimus:0',
  map: 'op4_kbase',
  folder: 'gearbox',
  game: 'HLTV',
  players: 0,
  maxPlayers: 1,
  protocol: 47,
  serverType: 'p',
  os: 'w',
  password: false,
  isMod: false,
  mod: null,
  secure: false,
  bots: null,
};

/** What a server that said this looks like. */
function seen({ info, infoBytes, players, rules, pairs, game, encoding }: Story): Snapshot {
  const ruleSet = pairs ?? (rules === undefined ? undefined : [...rulesOf(rules).pairs]);
  const answer: A2sAnswer = {
    info: infoOf(infoBytes ?? encodeInfo({ ...PLAIN_INFO, ...info })),
    goldsrcInfo: null,
    players:
      players === undefined
        ? { state: 'silent', reason: 'no answer' }
        : { state: 'answered', value: playersOf(players) },
    rules:
      ruleSet === undefined
        ? { state: 'silent', reason: 'no answer' }
        : {
            state: 'answered',
            value: { declared: ruleSet.length, pairs: ruleSet, complete: true },
          },
    pingMs: 12.34,
    problems: [],
  };
  return fromA2s(answer, {
    host: '203.0.113.5',
    port: 27015,
    game: game ?? null,
    ...(encoding === undefined ? {} : { encoding }),
  });
}

const app = (id: number) => ({ gameId: BigInt(id) });

describe('how many play (spec a2s section 0)', () => {
  it('ARK: slots minus open slots; ghosts of failed joins are "connecting" (case 90)', () => {
    const snapshot = seen({
      info: {
        ...app(346110),
        players: 19,
        maxPlayers: 70,
        keywords: ',NUMOPENPUBCONN:61,P2PPORT:7779',
      },
      players: playersNamed('A', 'B', '', ''),
    });
    expect(snapshot.players).toEqual({ online: 9, max: 70, bots: 0, connecting: 10 });
  });

  it('ARK: the rule wins over the keyword, in any case', () => {
    const snapshot = seen({
      info: { ...app(346110), players: 4, maxPlayers: 50, keywords: ',NUMOPENPUBCONN:1' },
      rules: { NumOpenPubConn: '49' },
    });
    expect(snapshot.players).toMatchObject({ online: 1, connecting: 3 });
  });

  it('ARK: nonsense in the open slots falls back to the named entries, and says so', () => {
    const snapshot = seen({
      info: { ...app(346110), players: 5, maxPlayers: 50, keywords: ',NUMOPENPUBCONN:900' },
      players: playersNamed('A', 'B', ''),
    });
    expect(snapshot.players).toMatchObject({ online: 2, connecting: null });
    expect(snapshot.problems.join()).toContain('NUMOPENPUBCONN');
  });

  it('Rust: cp and mp of the keywords, above 255 (case 47, as sent)', () => {
    const snapshot = seen({
      infoBytes: hex(
        `ffffffff491152757374203330300050726f6365647572616c204d617000727573740052757374004ada162c
         00647700013235393200b16f6d040027bd651640016d703330302c63703237382c7170302c76323539322c68
         302c626f726e31373030303030303030004ada030000000000`,
      ),
    });
    expect(snapshot.players).toMatchObject({ online: 278, max: 300 });
    expect(snapshot).toMatchObject({ appId: 252490, steamId: '90096618768367620' });
  });

  it('Rust: bytes when the keywords say nothing, with a note', () => {
    const snapshot = seen({
      info: { ...app(252490), players: 145, maxPlayers: 169, keywords: 'monthly,cpx,mp' },
    });
    expect(snapshot.players).toMatchObject({ online: 145, max: 169 });
    expect(snapshot.problems.join()).toContain('cp and mp');
  });

  it('Squad and Post Scriptum: PlayerCount_i, not the ghosts of info (case 91)', () => {
    for (const id of [393380, 736220]) {
      const snapshot = seen({
        info: { ...app(id), players: 104, maxPlayers: 80 },
        rules: { PlayerCount_i: '77' },
      });
      expect(snapshot.players).toMatchObject({ online: 77, max: 80, connecting: null });
    }
  });

  it('Battalion 1944: everything stands in the rules (case 110)', () => {
    const snapshot = seen({
      info: { ...app(489940), name: '90113301119333382', players: 0, maxPlayers: 100 },
      players: playersNamed(),
      rules: {
        bat_name_s: '[NF] Snipers',
        bat_map_s: 'Derailed',
        bat_player_count_s: '11',
        bat_max_players_i: '10',
        bat_has_password_s: 'Y',
      },
    });
    expect(snapshot).toMatchObject({
      name: '[NF] Snipers',
      map: 'Derailed',
      players: { online: 11, max: 10 },
      password: true,
      roster: { state: 'hidden' },
    });
  });

  it('Battalion 1944: without its rules nobody knows how many play, and 0 is not said (case 110)', () => {
    const silent = seen({
      info: { ...app(489940), players: 0, maxPlayers: 100 },
      players: playersNamed(),
    });
    expect(silent.players).toMatchObject({ online: null, max: 100 });
    expect(silent.roster.state).toBe('hidden');
    expect(silent.problems.join()).toContain('bat_player_count_s');
  });

  it('everybody else: the bytes as sent, more players than slots included (cases 31, 44)', () => {
    expect(seen({ info: { players: 224, maxPlayers: 100, bots: 7 } }).players).toEqual({
      online: 224,
      max: 100,
      bots: 7,
      connecting: null,
    });
  });

  it('case 46: info counts who is connecting, the list does not: both are shown as sent', () => {
    const names = Array.from({ length: 26 }, (_, at) => `P${at}`);
    const snapshot = seen({
      info: { players: 27, maxPlayers: 32 },
      players: playersNamed(...names),
    });
    expect(snapshot.players).toMatchObject({ online: 27, max: 32, connecting: null });
    expect(snapshot.roster.state).toBe('complete');
    expect(snapshot.roster.players).toHaveLength(26);
    expect(snapshot.problems).not.toContainEqual(expect.stringContaining('players'));
  });

  it('case 134: a proxy answers info and players of other moments, and no rules: nothing is odd', () => {
    const snapshot = seen({
      info: { players: 5 },
      players: playersNamed('A', 'B', 'C', 'D', 'E', 'F', 'G'),
    });
    expect(snapshot).toMatchObject({
      state: 'online',
      players: { online: 5 },
      roster: { state: 'complete' },
    });
    expect(snapshot.roster.players).toHaveLength(7);
    expect(snapshot.rules).toEqual({ state: 'unavailable', values: {} });
  });

  it('case 136: info rewritten by a filter names the same game and the same tags', () => {
    const own = seen({
      info: { appId: 4000, gameId: (9n << 32n) | 4000n, keywords: ' gm:darkrp gmc:rp' },
    });
    const rewritten = seen({
      info: { appId: 4000, gameId: 4000n, steamId: 1n, keywords: 'gm:darkrp gmc:rp' },
    });
    expect(rewritten.tags).toEqual(own.tags);
    expect(rewritten.appId).toBe(own.appId);
  });

  it('a game named by the person counts when the app id says nothing (case 40)', () => {
    const snapshot = seen({
      info: { appId: 0, players: 4, maxPlayers: 50, keywords: ',NUMOPENPUBCONN:49' },
      game: 'ase',
    });
    expect(snapshot.players.online).toBe(1);
  });
});

describe('what a list is worth (spec a2s section 6)', () => {
  it('complete: every entry in the order sent, nameless ones kept (case 89)', () => {
    const snapshot = seen({ players: playersNamed('Zoe', '', 'Ann') });
    expect(snapshot.roster.state).toBe('complete');
    expect(snapshot.roster.players.map(({ name }) => name)).toEqual(['Zoe', '', 'Ann']);
    expect(snapshot.roster.players[0]).toEqual({ name: 'Zoe', score: 0, seconds: 60, ping: null });
  });

  it('hidden: entries, but no name at all', () => {
    const snapshot = seen({ info: { players: 2 }, players: playersNamed('', '') });
    expect(snapshot.roster).toMatchObject({
      state: 'hidden',
      players: [{ name: '' }, { name: '' }],
    });
  });

  it('partial: fewer than declared, the rest was cut (case 86)', () => {
    const snapshot = seen({
      players: hex('ffffffff440300426f620000000000000076420000000000000004614500416c69'),
    });
    expect(snapshot.roster).toMatchObject({
      state: 'partial',
      players: [
        { name: 'Bob', seconds: 61.5 },
        { name: '', seconds: 3600.25 },
      ],
    });
  });

  it('unavailable: silence is not an empty list (case 99)', () => {
    const snapshot = seen({ info: { players: 12 } });
    expect(snapshot.roster).toEqual({ state: 'unavailable', players: [] });
    expect(snapshot.players.online).toBe(12);
    expect(snapshot.problems).toContain('players: no answer');
  });

  it('CS:GO’s stub "Max Players" is nobody (case 97, as sent)', () => {
    const stub = hex('ffffffff4401004d617820506c617965727300140000000000b742');
    expect(seen({ info: app(730), players: stub }).roster).toEqual({
      state: 'hidden',
      players: [],
    });
    expect(seen({ info: app(440), players: stub }).roster.players).toHaveLength(1);
  });

  it('a negative score is negative, times below zero are unknown (cases 24, 94, 95)', () => {
    const snapshot = seen({
      players: hex('ffffffff 44 02 00 426f6200 e3ffffff 00007642 00 5800 00000000 000080bf'),
    });
    expect(snapshot.roster.players).toMatchObject([
      { name: 'Bob', score: -29, seconds: 61.5 },
      { name: 'X', seconds: null },
    ]);
  });

  it('The Ship: a list cut inside its block of deaths and money has no invented players (case 100)', () => {
    const whole = hex(
      `ffffffff44 02 0041000100000000002041 004200ffffffff000080bf
       03000000e8030000 05000000c4090000`,
    );
    const ship = { mode: 0, witnesses: 2, duration: 5 };
    const list = (bytes: Uint8Array) =>
      seen({ info: { appId: 2400, ship }, players: bytes }).roster;
    expect(list(whole)).toMatchObject({
      state: 'complete',
      players: [{ name: 'A' }, { name: 'B' }],
    });
    for (let left = 28; left < whole.length; left += 1) {
      expect(list(whole.subarray(0, left)).players).toHaveLength(2);
      expect(list(whole.subarray(0, left)).state).toBe(left === 28 ? 'complete' : 'partial');
    }
  });

  it('ARK ghosts on an empty server are no hidden players', () => {
    const snapshot = seen({
      info: { ...app(529180), players: 2, maxPlayers: 255, keywords: ',NUMOPENPUBCONN:255' },
      players: playersNamed('', ''),
    });
    expect(snapshot).toMatchObject({
      players: { online: 0, connecting: 2 },
      roster: { state: 'complete' },
    });
  });
});

describe('fields of info (spec a2s section 3)', () => {
  it('64-bit ids stay exact, the app is the low 24 bits of the game id (cases 38, 39)', () => {
    const snapshot = seen({
      info: { appId: 18506, gameId: (123n << 32n) | 346110n, steamId: 90096618768367620n },
    });
    expect(snapshot).toMatchObject({
      appId: 346110,
      gameId: ((123n << 32n) | 346110n).toString(),
      steamId: '90096618768367620',
    });
  });

  it('a cut game id leaves the rest and a note (case 35)', () => {
    const whole = encodeInfo({ ...PLAIN_INFO, keywords: 'a,b', gameId: 730n });
    const snapshot = seen({ infoBytes: whole.subarray(0, whole.length - 5) });
    expect(snapshot).toMatchObject({ state: 'online', gameId: null, appId: 1, keywords: 'a,b' });
    expect(snapshot.problems.join()).toContain('gameId');
  });

  it('game port 0 is unknown (case 125)', () => {
    expect(seen({ info: { port: 0 } }).gamePort).toBeNull();
    expect(seen({ info: { port: 49153 } }).gamePort).toBe(49153);
  });

  it('"" is not null (case 36)', () => {
    expect(seen({ info: { keywords: '' } })).toMatchObject({ keywords: '', tags: [] });
    expect(seen({ info: { keywords: null } })).toMatchObject({ keywords: null, tags: [] });
  });

  it('keywords are taken apart at the separator of the game (case 51)', () => {
    const tags = (keywords: string) => seen({ info: { keywords } }).tags;
    expect(tags('alltalk,,surf')).toEqual(['alltalk', 'surf']);
    expect(tags(';modded;pvp;VERSION:42.20')).toEqual(['modded', 'pvp', 'VERSION:42.20']);
    expect(tags(' gm:darkrp')).toEqual(['gm:darkrp']);
    expect(tags('A7gBQQ==')).toEqual(['A7gBQQ==']);
  });

  it('control characters leave names and stay in keywords (cases 67, 119)', () => {
    const snapshot = seen({
      info: { name: '\x01\x01[EU]', version: '1.1.2.7\r/Stdio', keywords: 'a\tb' },
    });
    expect(snapshot).toMatchObject({ name: '[EU]', version: '1.1.2.7/Stdio', keywords: 'a\tb' });
  });

  it('a name in Windows-1251 is readable, guessed or chosen (case 117, as sent)', () => {
    const infoBytes = hex(
      `ffffffff4911c3eef0eee40064655f64757374320063737472696b65004353000a0005200064
       770001312e312e322e3700808769`,
    );
    const guessed = seen({ infoBytes });
    expect(guessed).toMatchObject({
      name: 'Город',
      players: { online: 5, max: 32 },
      gamePort: 27015,
    });
    expect(guessed.problems.join()).toContain('windows-1251');
    expect(seen({ infoBytes, encoding: 'windows-1251' })).toMatchObject({
      name: 'Город',
      problems: expect.not.arrayContaining([expect.stringContaining('text:')]),
    });
  });
});

describe('GoldSrc info alone (spec a2s section 4)', () => {
  const goldsrc = (more: Partial<GoldsrcInfo>, game: string | null = null) =>
    fromA2s(
      {
        info: null,
        goldsrcInfo: decodeGoldsrcInfo(payload(encodeGoldsrcInfo({ ...HLTV, ...more })), {
          decodeText: rawText,
        }),
        players: { state: 'skipped', reason: 'not asked for' },
        rules: { state: 'skipped', reason: 'not asked for' },
        pingMs: 1,
        problems: [],
      },
      { host: '203.0.113.5', port: 27015, game },
    );

  it('is enough to be online; what it cannot say is null (cases 59, 66)', () => {
    expect(goldsrc({})).toMatchObject({
      state: 'online',
      protocol: 'goldsrc',
      name: 'Castle Mortimus:0',
      map: 'op4_kbase',
      kind: 'proxy',
      os: 'windows',
      version: null,
      appId: null,
      gameId: null,
      gamePort: null,
      keywords: null,
      players: { online: 0, max: 1, bots: null, connecting: null },
      problems: [],
    });
  });

  it('its address is never used (case 62)', () => {
    expect(JSON.stringify(goldsrc({ address: '192.168.10.3:27015' }))).not.toContain('192.168');
  });

  it('"49" wins when both came (case 64)', () => {
    const both = fromA2s(
      {
        info: infoOf(encodeInfo({ ...PLAIN_INFO, name: 'from 49' })),
        goldsrcInfo: { ...HLTV, problems: [] },
        players: { state: 'skipped', reason: 'not asked for' },
        rules: { state: 'skipped', reason: 'not asked for' },
        pingMs: 1,
        problems: [],
      },
      { host: '203.0.113.5', port: 27015, game: null },
    );
    expect(both).toMatchObject({ protocol: 'source', name: 'from 49' });
  });
});

describe('rules (spec a2s section 7)', () => {
  it('last of equal names wins, empty names are left out, values as sent (cases 106, 107, 112)', () => {
    const { pairs } = decodeRules(payload(hex('ffffffff4503006100620061006300006400')));
    expect(seen({ pairs }).rules).toEqual({
      state: 'complete',
      values: expect.objectContaining({ a: 'c' }),
    });
    expect(Object.keys(seen({ pairs }).rules.values)).toEqual(['a']);
    expect(seen({ rules: { text: 'line\n\ttab' } }).rules.values).toMatchObject({
      text: 'line\n\ttab',
    });
  });

  it('a rule named like a field changes no field (case 141)', () => {
    expect(seen({ rules: { version: '41.71', map: 'x' } })).toMatchObject({
      version: '1.0',
      map: 'de_dust2',
      rules: { values: { version: '41.71', map: 'x' } },
    });
  });

  it('case 68: throttle cvars are rules like others', () => {
    const rules = { max_queries_sec: '1', max_queries_sec_global: '1', max_queries_window: '1' };
    expect(seen({ rules }).rules).toEqual({
      state: 'complete',
      values: expect.objectContaining(rules),
    });
  });

  it('Arma 3: mods, signatures and DLC names from the binary pages, plain rules beside them (cases 113, 114)', () => {
    const bytes = hex(
      // version 3, overflow 0, DLC bits 0x21 (Karts, Jets), difficulty, crosshair, two hashes
      `03 00 2100 89 01 11111111 22222222
       02 33333333 04 c5c6d735 07 434241205f4133 44444444 10 05 476c6f6261
       01 04 61336261`,
    );
    const pairs = [...encodePages(bytes), ...rulesOf({ island: 'Altis' }).pairs];
    const snapshot = seen({ info: app(107410), pairs });
    expect(snapshot.arma).toEqual({
      dlcs: ['Karts', 'Jets'],
      mods: [
        { name: 'CBA _A3', workshopId: '903333573', dlc: false },
        { name: 'Globa', workshopId: null, dlc: true },
      ],
      signatures: ['a3ba'],
    });
    expect(snapshot.rules).toEqual({
      state: 'complete',
      values: expect.objectContaining({ island: 'Altis' }),
    });
  });

  it('a missing binary page makes the rules partial', () => {
    const pages = encodePages(new Uint8Array(400).fill(0x41));
    const snapshot = seen({ info: app(107410), pairs: pages.filter((_, at) => at !== 1) });
    expect(snapshot.rules.state).toBe('partial');
  });
});

describe('ARK details (spec ark sections 3 and 5)', () => {
  const ark = (story: Story) => seen({ ...story, info: { ...app(346110), ...story.info } }).ark;

  it('version from the name; the name stays as sent', () => {
    const snapshot = seen({ info: { ...app(346110), name: 'Foo - (PvP) Bar - (v313.33)' } });
    expect(snapshot).toMatchObject({
      name: 'Foo - (PvP) Bar - (v313.33)',
      version: '1.0',
      ark: { title: 'Foo - (PvP) Bar', version: '313.33' },
    });
  });

  it('day is no clock and clock no day', () => {
    expect(ark({ rules: { DAYTIME_s: '01:27' } })).toMatchObject({ time: '01:27', day: null });
    expect(ark({ rules: { DayTime_s: '701' } })).toMatchObject({ time: null, day: 701 });
    expect(ark({ info: { keywords: ',DayTime_s:46' } })).toMatchObject({ day: 46 });
  });

  it('what the server does not say is null, not false', () => {
    expect(ark({})).toMatchObject({
      pvp: null,
      official: null,
      battleye: null,
      password: null,
      mods: [],
    });
  });

  it('switches, cluster and mods in numeric order', () => {
    expect(
      ark({
        rules: {
          SESSIONISPVE_i: '0',
          OFFICIALSERVER_i: '1',
          SERVERUSESBATTLEYE_b: 'true',
          ClusterId_s: 'arknordic',
          MOD1_s: '889745138:AA',
          MOD0_s: '731604991:BB',
        },
      }),
    ).toMatchObject({
      pvp: true,
      official: true,
      battleye: true,
      cluster: 'arknordic',
      mods: ['731604991', '889745138'],
    });
  });

  it('the rule about the password wins over the byte of info', () => {
    expect(seen({ info: app(346110), rules: { ServerPassword_b: 'true' } }).password).toBe(true);
  });

  it('the rules know a title that info cuts', () => {
    expect(
      ark({
        info: { name: 'ARK My Server - (v1.2)' },
        rules: { CUSTOMSERVERNAME_s: 'ark my server' },
      }),
    ).toMatchObject({ title: 'ARK My Server', version: '1.2' });
    expect(
      ark({
        info: { name: 'Long name cu' },
        rules: { SessionName_s: 'Long name cut off - (v1.177)' },
      }),
    ).toMatchObject({ title: 'Long name cut off', version: '1.177' });
  });

  it('is there for ARK’s family only', () => {
    expect(seen({ info: app(440900) }).ark).toBeNull();
    expect(seen({ info: app(593600) }).ark).not.toBeNull();
  });
});
