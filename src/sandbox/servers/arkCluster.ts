import { arkKind } from './arkKind.ts';
import type { GameKind } from './gameKind.ts';
import { DIFFICULT_NAMES, SHARED_NAME } from './playerNames.ts';

const CLUSTER = 'crowsnest-cluster';
const STEAM_ID = 90_138_890_338_778_115n;
const MINUTE = 60_000;

/** The island where the cluster begins: busy, with the names that make trouble. */
export const arkIsland: GameKind = arkKind({
  id: 'ark',
  title: 'Crowsnest Dodo Isles [PvE] x3',
  map: 'TheIsland',
  pve: true,
  cluster: CLUSTER,
  day: 1_204,
  slots: 70,
  regulars: [DIFFICULT_NAMES[0], SHARED_NAME, 'Дмитрий', 'DodoWhisperer', '🔥Blaze🔥', SHARED_NAME],
  arrivalEvery: 1.25 * MINUTE,
  gamePort: 7777,
  steamId: STEAM_ID,
});

const OTHER_MAPS = [
  {
    id: 'ark-ragnarok',
    map: 'Ragnarok',
    pve: true,
    day: 873,
    slots: 70,
    regulars: ['Luana', 'Moss', 'Капитан Рекс', 'TrikeRider', 'Pedro_GM', 'Old Viking', 'Saffron'],
    every: 2,
  },
  {
    id: 'ark-aberration',
    map: 'Aberration_P',
    pve: false,
    day: 311,
    slots: 50,
    regulars: ['rockdrake', 'Тень', 'NoLight', 'xX_Reaper_Xx'],
    every: 3,
  },
  {
    id: 'ark-extinction',
    map: 'Extinction',
    pve: false,
    day: 98,
    slots: 50,
    regulars: ['Enforcer', 'Zé do Gacha'],
    every: 4,
  },
  { id: 'ark-genesis', map: 'Genesis', pve: true, day: 12, slots: 30, regulars: [], every: 6 },
] as const;

/** The other four maps of the cluster: the same host and cluster id, PvE and PvP, each in days of its own. */
export const arkOtherMaps: readonly GameKind[] = OTHER_MAPS.map(
  ({ id, map, pve, day, slots, regulars, every }, index) =>
    arkKind({
      id,
      title: `Crowsnest ${map.replace('_P', '')} [${pve ? 'PvE' : 'PvP'}] x3`,
      map,
      pve,
      cluster: CLUSTER,
      day,
      slots,
      regulars,
      arrivalEvery: every * MINUTE,
      gamePort: 7779 + 2 * index,
      steamId: STEAM_ID + BigInt(index + 1),
    }),
);
