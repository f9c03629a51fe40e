import { encodePlayers } from '#codec/a2s/players.ts';
import { encodeRules, rulesOf } from '#codec/a2s/rules.ts';
import { encodeGoldsrcInfo } from '#codec/goldsrc/info.ts';
import { encodeFragments } from '#codec/goldsrc/split.ts';
import { CS16_CONSOLE_VARIABLES } from './cs16ConsoleVariables.ts';
import { type GameKind, score, secondsPlayed } from './gameKind.ts';

const SLOTS = 32;
const NAME = 'Воронье Гнездо | Dust2 24/7 | Crowsnest';

/** Counter-Strike 1.6: GoldSrc info with its mod block, GoldSrc fragments, old requests; the one that fails most. */
export const cs16Server: GameKind = {
  id: 'cs16',
  game: 'counterstrike16',
  gameName: 'Counter-Strike 1.6',
  name: NAME,
  habits: {
    slots: SLOTS,
    maps: ['de_dust2', 'de_inferno', 'de_nuke', 'cs_assault', 'fy_pool_day'],
    regulars: [
      'Ведьма из Сибири',
      'ak47',
      '[RUS] Серый',
      '`rm -rf`',
      'Player',
      '(1)Player',
      '-=Ветеран=-',
    ],
    arrivalEvery: 40_000,
    stay: 11 * 60_000,
    mapLasts: 25 * 60_000,
    outage: { every: 25 * 60_000, lasts: 3 * 60_000 },
  },
  hidesNames: false,
  challengesInfo: false,
  answersOldRequests: true,
  heartbeat: { engine: 'goldsrc', gamedir: 'cstrike', version: '1.1.2.7/Stdio', tags: [] },
  bots: () => [],
  info: ({ life, port }) => [
    encodeGoldsrcInfo({
      address: `127.0.0.1:${port}`,
      name: NAME,
      map: life.map,
      folder: 'cstrike',
      game: 'Counter-Strike',
      players: life.visitors.length,
      maxPlayers: SLOTS,
      protocol: 48,
      serverType: 'd',
      os: 'l',
      password: false,
      isMod: true,
      mod: {
        link: 'http://www.counter-strike.net/',
        downloadLink: '',
        version: 1,
        size: 184_000_000,
        multiplayerOnly: false,
        ownDll: true,
      },
      secure: true,
      bots: 0,
    }),
  ],
  players: ({ life, hideNames }) => [
    encodePlayers({
      declared: life.visitors.length,
      entries: life.visitors.map((visitor, place) => ({
        index: place + 1,
        name: hideNames ? '' : visitor.name,
        score: score(visitor, life),
        seconds: secondsPlayed(visitor, life.at),
      })),
      ship: null,
    }),
  ],
  rules: ({ answerNumber, life }) =>
    encodeFragments(encodeRules(rulesOf({ ...CS16_CONSOLE_VARIABLES, amx_nextmap: life.map })), {
      id: answerNumber,
    }),
};
