import { encodeInfo } from '#codec/a2s/info.ts';
import { encodePlayers } from '#codec/a2s/players.ts';
import { encodeRules, rulesOf } from '#codec/a2s/rules.ts';
import { type GameKind, secondsPlayed } from './gameKind.ts';
import type { Life, Visitor } from './serverLife.ts';

const APP_ID = 346_110;
const VERSION = 'v361.7';
const DAY_MS = 10 * 60_000;
/** How long a player is only a connection: counted by info, nameless in the list (spec ark section 4). */
const LOADING_MS = 20_000;

/** What tells one ARK server from another. */
export type ArkCharacter = {
  id: string;
  /** Without the version. */
  title: string;
  map: string;
  pve: boolean;
  cluster: string;
  /** The day when the world starts. */
  day: number;
  slots: number;
  regulars: readonly string[];
  arrivalEvery: number;
  /** Where players join. */
  gamePort: number;
  steamId: bigint;
};

/** ARK: Survival Evolved: info at once, free slots in keywords and rules, several players of one name. */
export function arkKind(character: ArkCharacter): GameKind {
  const { id, title, map, slots, regulars, arrivalEvery, gamePort, steamId } = character;
  const name = `${title} - (${VERSION})`;
  return {
    id,
    game: 'ase',
    gameName: 'ARK: Survival Evolved',
    name,
    habits: {
      slots,
      maps: [map],
      regulars,
      arrivalEvery,
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
        name,
        map: moment.life.map,
        folder: 'ark_survival_evolved',
        game: 'ARK: Survival Evolved',
        appId: 0,
        players: moment.life.visitors.length,
        maxPlayers: slots,
        bots: 0,
        serverType: 'd',
        os: 'w',
        password: false,
        secure: true,
        ship: null,
        version: '1.0.0.0',
        port: gamePort,
        steamId,
        tv: null,
        keywords: keywords(character, moment.life),
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
    rules: ({ life }) => [encodeRules(rulesOf(rules(character, life)))],
  };
}

function isLoading(visitor: Visitor, life: Life): boolean {
  return life.at - visitor.joinedAt < LOADING_MS;
}

function openSlots({ slots }: ArkCharacter, life: Life): number {
  return slots - life.visitors.filter((visitor) => !isLoading(visitor, life)).length;
}

function keywords(character: ArkCharacter, life: Life): string {
  const { steamId, gamePort } = character;
  return [
    '',
    `OWNINGID:${steamId}`,
    `OWNINGNAME:${steamId}`,
    `NUMOPENPUBCONN:${openSlots(character, life)}`,
    `P2PADDR:${steamId}`,
    `P2PPORT:${gamePort}`,
    'LEGACY_i:0',
  ].join(',');
}

function rules(character: ArkCharacter, life: Life): Record<string, string> {
  const { title, cluster, pve, steamId, gamePort } = character;
  const day = character.day + Math.floor((life.at - life.bornAt) / DAY_MS);
  return {
    ALLOWDOWNLOADCHARS_i: '1',
    ALLOWDOWNLOADITEMS_i: '0',
    ClusterId_s: cluster,
    CUSTOMSERVERNAME_s: title.toLowerCase(),
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
    NUMOPENPUBCONN: String(openSlots(character, life)),
    OFFICIALSERVER_i: '0',
    OWNINGID: String(steamId),
    OWNINGNAME: String(steamId),
    P2PADDR: String(steamId),
    P2PPORT: String(gamePort),
    SEARCHKEYWORDS_s: 'Custom',
    ServerPassword_b: 'false',
    SERVERUSESBATTLEYE_b: 'true',
    SESSIONFLAGS: '683',
    SESSIONISPVE_i: pve ? '1' : '0',
  };
}
