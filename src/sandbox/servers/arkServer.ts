import { encodeInfo } from '#codec/a2s/info.ts';
import { encodePlayers } from '#codec/a2s/players.ts';
import { encodeRules, rulesOf } from '#codec/a2s/rules.ts';
import { type GameKind, type Moment, secondsPlayed } from './gameKind.ts';
import { DIFFICULT_NAMES, SHARED_NAME } from './playerNames.ts';
import type { Life, Visitor } from './serverLife.ts';

const SLOTS = 70;
const TITLE = 'Crowsnest Dodo Isles [PvE] x3';
const STEAM_ID = 90_138_890_338_778_115n;
const APP_ID = 346_110;
const FIRST_DAY = 1_204;
const DAY_MS = 10 * 60_000;
/** How long a player is only a connection: counted by info, nameless in the list (spec ark section 4). */
const LOADING_MS = 20_000;

/** ARK: Survival Evolved: info at once, free slots in keywords and rules, several players of one name. */
export const arkServer: GameKind = {
  id: 'ark',
  game: 'ase',
  gameName: 'ARK: Survival Evolved',
  name: `${TITLE} - (v361.7)`,
  habits: {
    slots: SLOTS,
    maps: ['TheIsland'],
    regulars: [
      DIFFICULT_NAMES[0],
      SHARED_NAME,
      'Дмитрий',
      'DodoWhisperer',
      '🔥Blaze🔥',
      SHARED_NAME,
    ],
    arrivalEvery: 75_000,
    stay: 15 * 60_000,
    mapLasts: null,
    outage: null,
  },
  hidesNames: false,
  challengesInfo: false,
  answersOldRequests: false,
  heartbeat: null,
  bots: () => [],
  info: (moment) => [
    encodeInfo({
      protocol: 17,
      name: `${TITLE} - (v361.7)`,
      map: moment.life.map,
      folder: 'ark_survival_evolved',
      game: 'ARK: Survival Evolved',
      appId: 0,
      players: moment.life.visitors.length,
      maxPlayers: SLOTS,
      bots: 0,
      serverType: 'd',
      os: 'w',
      password: false,
      secure: true,
      ship: null,
      version: '1.0.0.0',
      port: 7777,
      steamId: STEAM_ID,
      tv: null,
      keywords: keywords(moment.life),
      gameId: BigInt(APP_ID),
    }),
  ],
  players: ({ life, hideNames }) => [
    encodePlayers({
      declared: life.visitors.length,
      entries: life.visitors.map((visitor) => ({
        index: 0,
        name: hideNames || isLoading(visitor, life) ? '' : visitor.name,
        score: 0,
        seconds: secondsPlayed(visitor, life.at),
      })),
      ship: null,
    }),
  ],
  rules: (moment) => [encodeRules(rulesOf(rules(moment)))],
};

function isLoading(visitor: Visitor, life: Life): boolean {
  return life.at - visitor.joinedAt < LOADING_MS;
}

function openSlots(life: Life): number {
  return SLOTS - life.visitors.filter((visitor) => !isLoading(visitor, life)).length;
}

function keywords(life: Life): string {
  return [
    '',
    `OWNINGID:${STEAM_ID}`,
    `OWNINGNAME:${STEAM_ID}`,
    `NUMOPENPUBCONN:${openSlots(life)}`,
    `P2PADDR:${STEAM_ID}`,
    'P2PPORT:7777',
    'LEGACY_i:0',
  ].join(',');
}

function rules({ life }: Moment): Record<string, string> {
  const day = FIRST_DAY + Math.floor((life.at - life.bornAt) / DAY_MS);
  return {
    ALLOWDOWNLOADCHARS_i: '1',
    ALLOWDOWNLOADITEMS_i: '0',
    ClusterId_s: 'crowsnest-cluster',
    CUSTOMSERVERNAME_s: TITLE.toLowerCase(),
    DayTime_s: String(day),
    GameMode_s: 'TestGameMode_C',
    HASACTIVEMODS_i: '1',
    LEGACY_i: '0',
    MATCHTIMEOUT_f: '120.000000',
    MOD0_s: '731604991:8E24D60643B4AD865ADCCDB6BD0EC89A',
    MOD1_s: '889745138:1A7F03C2D55E4B9C8F21A6E0D4B3C7F5',
    MOD2_s: '1404697612:C3D9E1F04A6B4D27B85290FE7A1C6D38',
    ModId_l: '0',
    Networking_i: '0',
    NUMOPENPUBCONN: String(openSlots(life)),
    OFFICIALSERVER_i: '0',
    OWNINGID: String(STEAM_ID),
    OWNINGNAME: String(STEAM_ID),
    P2PADDR: String(STEAM_ID),
    P2PPORT: '7777',
    SEARCHKEYWORDS_s: 'Custom',
    ServerPassword_b: 'false',
    SERVERUSESBATTLEYE_b: 'true',
    SESSIONFLAGS: '683',
    SESSIONISPVE_i: '1',
  };
}
