/** Which server program it is: SA-MP 0.3.7 or open.mp. */
export type SampFamily = 'samp' | 'openmp';

/** What the owner of a simulated SA:MP server wrote into its server.cfg or config.json. */
export type SampSettings = {
  family: SampFamily;
  hostname: string;
  gamemode: string;
  language: string;
  /** Code page of everything it says, by WHATWG label; no field on the wire names it. */
  encoding: string;
  locked: boolean;
  max: number;
  mapname: string;
  version: string;
  weburl: string;
  weather: string;
  worldtime: string;
  /** Rules that scripts add. */
  scriptRules: Readonly<Record<string, string>>;
  /** Only open.mp has them; without a logo it is v1.2.0. Longer than allowed: as the server cuts them. */
  links: { discord: string; lightBanner: string; darkBanner: string; logo: string | null };
  /** SA-MP "query 0": pings only. open.mp "enable_query": nothing at all. */
  query: boolean;
  rcon: { enabled: boolean; password: string };
};

/** Somebody on the server. */
export type SampGuest = {
  name: string;
  score: number;
  ping: number;
  slot: number;
  hidden?: boolean;
};

/** Everything that decides what a simulated server says at one moment. */
export type SampState = {
  settings: SampSettings;
  guests: readonly SampGuest[];
  /** The game mode is being loaded: nothing is answered (spec samp case 21). */
  restarting: boolean;
};

const NO_LINKS = { discord: '', lightBanner: '', darkBanner: '', logo: '' };

/** A server that nobody has set up yet, as the two programs come. */
export function defaultSampSettings(family: SampFamily): SampSettings {
  const isOpenmp = family === 'openmp';
  return {
    family,
    hostname: isOpenmp ? 'open.mp server' : 'SA-MP 0.3 Server',
    gamemode: 'Unknown',
    language: isOpenmp ? 'EN' : 'English',
    encoding: isOpenmp ? 'utf-8' : 'windows-1252',
    locked: false,
    max: 50,
    mapname: 'San Andreas',
    version: isOpenmp ? 'omp 1.5.8.3079' : '0.3.7-R2',
    weburl: isOpenmp ? 'open.mp' : 'www.sa-mp.com',
    weather: '10',
    worldtime: '12:00',
    scriptRules: {},
    links: NO_LINKS,
    query: true,
    rcon: { enabled: false, password: '' },
  };
}
