import type { SimulatedServer } from '#sandbox/servers/simulatedServer.ts';
import type { ListData, SteamServer } from './listData.ts';

const ON_STEAM: Readonly<Record<string, { appid: number; gamedir: string }>> = {
  ase: { appid: 346_110, gamedir: 'ark_survival_evolved' },
  counterstrike16: { appid: 10, gamedir: 'cstrike' },
  counterstrike2: { appid: 730, gamedir: 'csgo' },
  teamfortress2: { appid: 440, gamedir: 'tf' },
};
const FIRST_STEAM_ID = 90_000_000_000_000_000n;

/** The lists on which the simulated servers stand, so that whoever asks them asks this machine. ASA has no server here. */
export function worldLists(
  servers: readonly SimulatedServer[],
): Pick<ListData, 'steam' | 'arkOfficial' | 'openmp'> {
  const up = servers.filter(({ state }) => state === 'up');
  return {
    steam: up.flatMap(steamRow),
    arkOfficial: up
      .filter(({ game }) => game === 'ase')
      .map(({ name }) => `127.0.0.1 //${name}\r\n`)
      .join(''),
    openmp: JSON.stringify(
      up.filter(({ game }) => game === 'samp' || game === 'openmp').map(openmpRow),
    ),
  };
}

function steamRow(server: SimulatedServer, index: number): SteamServer[] {
  const listed = ON_STEAM[server.game];
  return listed === undefined
    ? []
    : [
        {
          ...listed,
          addr: server.address,
          gameport: server.port,
          steamid: String(FIRST_STEAM_ID + BigInt(index)),
          name: server.name,
          version: '1.0.0.0',
          product: listed.gamedir,
          region: 3,
          players: server.players.length,
          max_players: server.slots,
          bots: server.bots,
          map: server.map,
          secure: true,
          dedicated: true,
          os: 'l',
        },
      ];
}

const openmpRow = ({ address, name, players, slots, game }: SimulatedServer) => ({
  ip: address,
  hn: name,
  pc: players.length,
  pm: slots,
  gm: 'RP v1',
  la: 'English',
  pa: false,
  vn: game === 'openmp' ? 'omp 1.4.0.2783' : '0.3.7-R2',
  omp: game === 'openmp',
  pr: false,
});
