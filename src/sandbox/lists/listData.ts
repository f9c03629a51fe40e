/** Documents of the real shape of each list, as text ready to be served. */
export type ListData = {
  /** Rows of IGameServersService/GetServerList. */
  steam: readonly SteamServer[];
  /** officialservers.ini */
  arkOfficial: string;
  asaOfficial: string;
  asaUnofficial: string;
  openmp: string;
};

/** One row of Steam's list. */
export type SteamServer = {
  addr: string;
  gameport?: number;
  steamid: string;
  name: string;
  appid: number;
  gamedir: string;
  version: string;
  product: string;
  region: number;
  players: number;
  max_players: number;
  bots: number;
  map: string;
  secure: boolean;
  dedicated: boolean;
  os: string;
  gametype?: string;
  /** Only in GetServersAtAddress. */
  reject?: string;
};

const GAMES = [
  { appid: 10, gamedir: 'cstrike', product: 'cstrike', map: 'de_dust2', max: 32, tags: 'secure' },
  { appid: 440, gamedir: 'tf', product: 'tf', map: 'pl_upward', max: 24, tags: 'alltalk,payload' },
  { appid: 730, gamedir: 'csgo', product: 'cs2', map: 'de_mirage', max: 20, tags: 'empty,secure' },
  {
    appid: 346110,
    gamedir: 'ark_survival_evolved',
    product: 'ark_survival_evolved',
    map: 'TheIsland',
    max: 70,
    tags: '',
  },
] as const;
const ISLANDS = ['TheIsland_WP', 'ScorchedEarth_WP', 'LostColony_WP'] as const;
const FIRST_STEAM_ID = 90_000_000_000_000_000n;

/** Made-up servers on addresses of the documentation; the same for the same `now` (ms), which stands in the ASA rows. */
export function makeListData(now: number): ListData {
  return {
    steam: Array.from({ length: 40 }, (_, index) => steamServer(index)),
    arkOfficial: lines(12, (index) => `203.0.113.${10 + index} //NAOfficial${index + 1}`),
    asaOfficial: JSON.stringify(Array.from({ length: 30 }, (_, at) => asaServer(at, true, now))),
    asaUnofficial: JSON.stringify(Array.from({ length: 60 }, (_, at) => asaServer(at, false, now))),
    openmp: JSON.stringify(Array.from({ length: 25 }, (_, at) => openmpServer(at))),
  };
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\r\n`).join('');
}

function steamServer(index: number): SteamServer {
  const game = GAMES[index % GAMES.length] ?? GAMES[0];
  return {
    addr: `198.51.100.${10 + index}:27015`,
    gameport: 27015,
    steamid: String(FIRST_STEAM_ID + BigInt(index)),
    name: `Lighthouse #${index + 1}`,
    appid: game.appid,
    gamedir: game.gamedir,
    version: '1.0.0.0',
    product: game.product,
    region: index % 3 === 0 ? 3 : -1,
    players: (index * 7) % (game.max + 1),
    max_players: game.max,
    bots: 0,
    map: game.map,
    secure: index % 5 !== 0,
    dedicated: true,
    os: index % 2 === 0 ? 'l' : 'w',
    ...(game.tags === '' ? {} : { gametype: game.tags }),
  };
}

function asaServer(index: number, official: boolean, now: number) {
  const pve = index % 2;
  const map = ISLANDS[index % ISLANDS.length] ?? ISLANDS[0];
  const place = official ? `EU-${pve ? 'PVE' : 'PVP'}` : 'Harbour';
  const name = `${place}-${map.slice(0, -3)}${1000 + index}`;
  return {
    SessionName: `${name} - (v92.41)`,
    SessionID: (0xabc0 + index).toString(16).padStart(32, '0'),
    IsOfficial: official ? '1' : '0',
    MaxPlayers: 70,
    ClusterId: official ? (pve ? 'PVECrossplay' : 'PVPCrossplay') : `harbour${index % 4}`,
    Sandbox: 'MISSING',
    NumPlayers: (index * 11) % 71,
    Port: 7777 + 2 * (index % 4),
    DayTime: String(1000 + index),
    Name: name,
    IP: `203.0.113.${50 + index}`,
    Service: 'WinLiveService',
    BuildId: 92,
    MinorBuildId: 41,
    ServerPing: 100 + index,
    HasPassword: index % 9 === 8,
    Battleye: 1,
    SessionIsPve: pve,
    MapName: map,
    LastUpdated: now - index * 1_000,
    PlatformType: 'PC+XSX+WINGDK+PS5',
    ...(index % 6 === 5 ? { ModIDs: '1027407,900062' } : {}),
  };
}

function openmpServer(index: number) {
  return {
    ip: `203.0.113.${120 + index}:7777`,
    hn: `Pier ${index + 1} Roleplay [open.mp]`,
    pc: (index * 13) % 129,
    pm: 128,
    gm: 'RP v1',
    la: 'English',
    pa: index % 8 === 7,
    vn: 'omp 1.4.0.2783',
    omp: true,
    pr: index === 0,
  };
}
