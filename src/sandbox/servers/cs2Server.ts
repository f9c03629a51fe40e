import { encodeInfo } from '#codec/a2s/info.ts';
import { encodePlayers } from '#codec/a2s/players.ts';
import { type GameKind, score, secondsPlayed } from './gameKind.ts';

const SLOTS = 24;
const NAME = 'Crowsnest Retakes | 128 tick | EU';

/** Counter-Strike 2: info only for a challenge, names and scores withheld, rules never answered (spec a2s cases 2, 98, 103). */
export const cs2Server: GameKind = {
  id: 'cs2',
  game: 'counterstrike2',
  gameName: 'Counter-Strike 2',
  name: NAME,
  habits: {
    slots: SLOTS,
    maps: ['de_mirage', 'de_inferno', 'de_nuke', 'de_ancient', 'de_anubis'],
    regulars: [
      'flick',
      'boostedmonkey',
      'Ann',
      'Vasya',
      'OneTap',
      'eco_round',
      'smoke mid',
      'RushB',
    ],
    arrivalEvery: 45_000,
    stay: 12 * 60_000,
    mapLasts: 14 * 60_000,
    outage: { every: 40 * 60_000, lasts: 2 * 60_000 },
  },
  hidesNames: true,
  challengesInfo: true,
  answersOldRequests: false,
  heartbeat: { engine: 'source', gamedir: 'csgo', version: '1.40.1.2', tags: [] },
  bots: () => [],
  info: ({ life, port }) => [
    encodeInfo({
      protocol: 17,
      name: NAME,
      map: life.map,
      folder: 'csgo',
      game: 'Counter-Strike 2',
      appId: 730,
      players: life.visitors.length,
      maxPlayers: SLOTS,
      bots: 0,
      serverType: 'd',
      os: 'l',
      password: false,
      secure: true,
      ship: null,
      version: '1.41.1.7',
      port,
      steamId: 90_201_966_006_484_993n,
      tv: null,
      keywords: 'retakes,128tick,secure',
      gameId: 730n,
    }),
  ],
  players: ({ life, hideNames }) => [
    encodePlayers({
      declared: life.visitors.length,
      entries: life.visitors.map((visitor) => ({
        index: 0,
        name: hideNames ? '' : visitor.name,
        score: hideNames ? 0 : score(visitor, life),
        seconds: secondsPlayed(visitor, life.at),
      })),
      ship: null,
    }),
  ],
  rules: () => null,
};
