import type { StatusPicture } from '#discord/statusFace.ts';
import { blankSnapshot } from '#snapshot/blankSnapshot.ts';
import type { PlayerEntry, Snapshot } from '#snapshot/snapshot.ts';
import type { Watch } from '#store/guildDocument.ts';
import { usualSettings } from '#store/watchSettings.ts';
import type { Availability } from '#store/serverDocument.ts';

/** Noon of an ordinary day; all stories begin here. */
export const NOON = Date.UTC(2026, 10, 30, 12, 0, 0);

/** Names that have been seen to break other bots, and a few that should not even be possible. */
export const HOSTILE_NAMES = [
  '@everyone **x** https://discord.gg/x',
  '@here <@123456789012345678> <@&123456789012345678> <#123456789012345678>',
  '[free skins](https://evil.example) ||spoiler|| ~~gone~~ __under__',
  '```js\nprocess.exit()\n``` `tick` ``two``',
  '# heading\n> quote\n>>> all\n- list\n-# small\n1. one',
  '\\\\\\ backslashes \\',
  '\u202Eesrever\u202C \u2066isolated\u2069 \u200Fmark',
  'zero\u200Bwidth\u200D\uFEFF joined\u2060',
  '<t:1:R> </status:123456789012345678> <a:e:123456789012345678> :smile:',
  'nul\u0000 bell\u0007 escape\u001B[31m',
  `${'z\u0300\u0301\u0302\u0303'.repeat(40)}`,
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 семья 家族',
  '_a_b_c_ *d*e* ~f~ |g| ^1red {FF0000}red',
] as const;

export const player = (name: string, change: Partial<PlayerEntry> = {}): PlayerEntry => ({
  name,
  score: 3,
  seconds: 600,
  ping: null,
  ...change,
});

/** A Team Fortress 2 server with three people on it. */
export function onlineSnapshot(change: Partial<Snapshot> = {}): Snapshot {
  return {
    ...blankSnapshot({ host: '203.0.113.5', port: 27015, game: null }),
    protocol: 'source',
    name: 'Evening Payload',
    map: 'pl_upward',
    folder: 'tf',
    description: 'Team Fortress',
    version: '8835751',
    appId: 440,
    players: { online: 3, max: 24, bots: 0, connecting: null },
    roster: { state: 'complete', players: [player('Ann'), player('Bo'), player('Cy')] },
    rules: { state: 'complete', values: { sv_gravity: '800', mp_timelimit: '30' } },
    pingMs: 23.4,
    tried: [{ protocol: 'a2s', address: '203.0.113.5', port: 27015, outcome: 'answered', ms: 24 }],
    ...change,
  };
}

export function offlineSnapshot(change: Partial<Snapshot> = {}): Snapshot {
  return {
    ...blankSnapshot({ host: '203.0.113.5', port: 27015, game: null }),
    state: 'offline',
    reason: 'timeout',
    tried: [{ protocol: 'a2s', address: '203.0.113.5', port: 27015, outcome: 'timeout', ms: 3000 }],
    ...change,
  };
}

/** The official server of the captures' kind: 9 of 70 play, 10 connect. */
export function arkSnapshot(change: Partial<Snapshot> = {}): Snapshot {
  return onlineSnapshot({
    name: 'EU-PVE-Official-CrystalIsles808 - (v313.33)',
    map: 'CrystalIsles',
    description: 'ARK: Survival Evolved',
    folder: 'ark_survival_evolved',
    appId: 346110,
    version: '1.0.0.0',
    gamePort: 7777,
    players: { online: 9, max: 70, bots: 0, connecting: 10 },
    ark: {
      title: 'EU-PVE-Official-CrystalIsles808',
      version: '313.33',
      day: 140,
      time: null,
      stage: null,
      pvp: false,
      cluster: 'PCArkpocalypse',
      official: true,
      listed: null,
      legacy: false,
      battleye: true,
      password: false,
      allowDownloadChars: true,
      allowDownloadItems: false,
      mods: ['731604991', '1404697612'],
    },
    ...change,
  });
}

export function availability(change: Partial<Availability> = {}): Availability {
  return {
    state: 'up',
    since: NOON,
    misses: 0,
    answers: 0,
    downSince: null,
    lastAnswerAt: NOON,
    unwatched: null,
    ...change,
  };
}

export function picture(change: Partial<StatusPicture> = {}): StatusPicture {
  return {
    snapshot: onlineSnapshot(),
    availability: availability(),
    lastSeen: null,
    checkedAt: NOON,
    ...change,
  };
}

export function watchOf(change: Partial<Watch> = {}): Watch {
  return {
    id: 'tf2watch',
    target: { host: '203.0.113.5', port: 27015, game: null, encoding: null },
    channelId: '100000000000000001',
    noticeChannelId: '100000000000000002',
    roleId: null,
    ...usualSettings(),
    message: null,
    trouble: null,
    noticeTrouble: null,
    createdAt: NOON,
    ...change,
  };
}
