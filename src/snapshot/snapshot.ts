/** Why a server counts as offline. Closed list; text for people is chosen from it (text/), never compared. */
export const OFFLINE_REASONS = [
  'timeout',
  'refused',
  'dns',
  'address-refused',
  'banned',
  'bad-reply',
  'challenge-loop',
  'unsupported',
  'query-disabled',
  'not-asked',
  'aborted',
] as const;
export type OfflineReason = (typeof OFFLINE_REASONS)[number];

/** What a caller may want to know; "info" is always asked, the others only when named. */
export type SnapshotPart = 'info' | 'players' | 'rules';

/**
 * One thing that was tried to reach the server, in order. `outcome` is "answered", the reason it failed, or
 * "other-server" when what answered on a neighbouring port belongs to another game port.
 */
export type Attempt = {
  /** As Snapshot.protocol; "a2s" when nothing told Source from GoldSrc. */
  protocol: string;
  address: string | null;
  port: number;
  outcome: 'answered' | 'other-server' | OfflineReason;
  /** From the first datagram to the outcome. */
  ms: number;
};

export type PlayerEntry = {
  name: string;
  score: number | null;
  /** Seconds connected; null when the game does not tell or tells nonsense. */
  seconds: number | null;
  ping: number | null;
};

/** "hidden" = the game answers but publishes no names; "partial" = entries were cut; "unavailable" = no answer. */
export type Roster = {
  state: 'complete' | 'partial' | 'hidden' | 'unavailable';
  players: PlayerEntry[];
};

export type Rules = {
  state: 'complete' | 'partial' | 'unavailable';
  values: Record<string, string>;
};

/** What ARK and the games built on it publish (spec ark.md). Each value is null when the server does not say. */
export type ArkDetails = {
  /** Name without its " - (v313.33)" suffix. */
  title: string | null;
  version: string | null;
  day: number | null;
  /** Clock in the game, "HH:MM". */
  time: string | null;
  /** Survival of the Fittest state or another free text in place of day and time. */
  stage: string | null;
  pvp: boolean | null;
  cluster: string | null;
  /** What the server claims. */
  official: boolean | null;
  /** Whether its address stands on the list of official servers; null = that list is not known here. */
  listed: boolean | null;
  legacy: boolean | null;
  battleye: boolean | null;
  password: boolean | null;
  allowDownloadChars: boolean | null;
  allowDownloadItems: boolean | null;
  /** Workshop ids as decimal strings, in load order. */
  mods: string[];
};

/** Mods and signatures of Arma 3 / DayZ (spec a2s case 113), The Ship's mode and the like. */
export type ArmaDetails = {
  dlcs: string[];
  mods: { name: string; workshopId: string | null; dlc: boolean }[];
  signatures: string[];
};

export type SampDetails = {
  gamemode: string | null;
  language: string | null;
  openmp: boolean | null;
  /** The rule weburl, when it is a link that may be clicked; its text stands in the rules in any case. */
  website: string | null;
  links: {
    discord: string | null;
    lightBanner: string | null;
    darkBanner: string | null;
    logo: string | null;
  } | null;
};

/** The one shape of every game's answer (DESIGN section 4). It is also the JSON of the terminal command. */
export type Snapshot = {
  state: 'online' | 'offline';
  reason: OfflineReason | null;
  /** One English sentence for the terminal: what was tried, what to do. Discord builds its own from reason and tried. */
  detail: string | null;
  target: { game: string | null; host: string; address: string | null; port: number };
  /** "source", "goldsrc", "samp", "openmp" or a gamedig type; null when nothing answered. */
  protocol: string | null;
  name: string | null;
  map: string | null;
  folder: string | null;
  description: string | null;
  version: string | null;
  appId: number | null;
  gameId: string | null;
  steamId: string | null;
  players: {
    online: number | null;
    max: number | null;
    bots: number | null;
    connecting: number | null;
  };
  roster: Roster;
  rules: Rules;
  password: boolean | null;
  secure: boolean | null;
  kind: 'dedicated' | 'listen' | 'proxy' | 'unknown';
  os: 'linux' | 'windows' | 'mac' | 'unknown';
  gamePort: number | null;
  tv: { port: number; name: string } | null;
  keywords: string | null;
  tags: string[];
  ark: ArkDetails | null;
  arma: ArmaDetails | null;
  samp: SampDetails | null;
  /** First round trip, in milliseconds; null when nothing answered. */
  pingMs: number | null;
  tried: Attempt[];
  /** One English line for each thing read only in part or found odd. */
  problems: string[];
};
