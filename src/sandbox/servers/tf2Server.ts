import { encodeInfo } from '#codec/a2s/info.ts';
import { encodePlayers } from '#codec/a2s/players.ts';
import { encodeRules, rulesOf } from '#codec/a2s/rules.ts';
import { encodeFragments } from '#codec/a2s/split.ts';
import { type GameKind, score, secondsPlayed } from './gameKind.ts';
import type { Life } from './serverLife.ts';
import { TF2_CONSOLE_VARIABLES } from './tf2ConsoleVariables.ts';

const SLOTS = 24;
const NAME = '  Crowsnest Payload | No Crits | *Friendly*';
const TAGS = ['alltalk', 'nocrits', 'norespawntime', 'payload'];
const BOT_QUOTA = 8;
const BOTS = [
  'Screamin Eagles',
  'CEDA',
  'A Professional With Standards',
  'Chucklenuts',
  'Saxton Hale',
  'Delicious Cake',
  'Mann Co.',
  'Kaboom!',
];

/** Team Fortress 2: bots fill the empty slots up to a quota, rules come in fragments, television on its own port. */
export const tf2Server: GameKind = {
  id: 'tf2',
  game: 'teamfortress2',
  gameName: 'Team Fortress 2',
  name: NAME,
  habits: {
    slots: SLOTS,
    maps: ['pl_upward', 'pl_badwater', 'koth_viaduct', 'cp_process_final', 'ctf_turbine'],
    regulars: ['**Bold** _Move_', 'Sandvich', 'SpyCrab', '||spoiler||', 'Heavy Metal'],
    arrivalEvery: 60_000,
    stay: 14 * 60_000,
    mapLasts: 20 * 60_000,
    outage: null,
  },
  hidesNames: false,
  challengesInfo: true,
  answersOldRequests: false,
  heartbeat: { engine: 'orangebox', gamedir: 'tf', version: '9811932', tags: TAGS },
  bots: botsOf,
  info: ({ life, port }) => [
    encodeInfo({
      protocol: 17,
      name: NAME,
      map: life.map,
      folder: 'tf',
      game: 'Team Fortress',
      appId: 440,
      players: life.visitors.length + botsOf(life).length,
      maxPlayers: SLOTS,
      bots: botsOf(life).length,
      serverType: 'd',
      os: 'l',
      password: false,
      secure: true,
      ship: null,
      version: '9811932',
      port,
      steamId: 85_568_392_920_039_968n,
      tv: { port: port < 0xffff ? port + 1 : port - 1, name: 'Crowsnest TV' },
      keywords: TAGS.join(','),
      gameId: 440n,
    }),
  ],
  players: ({ life, hideNames }) => {
    const people = life.visitors.map((visitor) => ({
      index: 0,
      name: hideNames ? '' : visitor.name,
      score: score(visitor, life),
      seconds: secondsPlayed(visitor, life.at),
    }));
    const bots = botsOf(life).map((name, place) => ({
      index: 0,
      name,
      score: Math.floor((life.at - life.mapSince) / (60_000 * (place + 2))),
      seconds: (life.at - life.mapSince) / 1000,
    }));
    const entries = [...people, ...bots];
    return [encodePlayers({ declared: entries.length, entries, ship: null })];
  },
  rules: ({ answerNumber, life }) =>
    encodeFragments(
      encodeRules(
        rulesOf({
          ...TF2_CONSOLE_VARIABLES,
          tf_gamemode_payload: life.map.startsWith('pl_') ? '1' : '0',
        }),
      ),
      { id: answerNumber },
    ),
};

function botsOf(life: Life): readonly string[] {
  return life.power.state === 'up'
    ? BOTS.slice(0, Math.max(0, BOT_QUOTA - life.visitors.length))
    : [];
}
