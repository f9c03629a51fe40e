import { type DayTime, parseDayTime } from './dayTime.ts';

/** What the rules of an ARK server say; null where they say nothing (spec ark section 5). Missing is not false. */
export type ArkRules = DayTime & {
  pvp: boolean | null;
  cluster: string | null;
  /** A claim: believed only when the address is on the list of official servers. */
  official: boolean | null;
  legacy: boolean | null;
  battleye: boolean | null;
  password: boolean | null;
  allowDownloadChars: boolean | null;
  allowDownloadItems: boolean | null;
  /** Workshop ids as decimal strings, in load order. */
  mods: string[];
  /** The name in lower case, without version. */
  customServerName: string | null;
  /** The whole name with its version, never cut (PixARK). */
  sessionName: string | null;
  /** "400.21" of BuildId_s and MINORBUILDID_s (Atlas, PixARK, Dark and Light). */
  build: string | null;
  /** NUMOPENPUBCONN as sent. */
  openSlots: string | null;
};

/** Looks a rule up without regard to case; null when it is not there. */
type Lookup = (name: string) => string | null;

/** Reads the rules by name without regard to case, because their spelling differs by version and game. */
export function readArkRules(values: Readonly<Record<string, string>>): ArkRules {
  const byName = new Map(
    Object.entries(values).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  const rule: Lookup = (name) => byName.get(name) ?? null;
  const pve = flag(rule('sessionispve_i'));
  return {
    ...parseDayTime(rule('daytime_s') ?? ''),
    pvp: pve === null ? null : !pve,
    cluster: rule('clusterid_s') || null,
    official: flag(rule('officialserver_i')),
    legacy: flag(rule('legacy_i')),
    battleye: flag(rule('serverusesbattleye_b')),
    password: flag(rule('serverpassword_b')),
    allowDownloadChars: flag(rule('allowdownloadchars_i')),
    allowDownloadItems: flag(rule('allowdownloaditems_i')),
    mods: readMods(rule),
    customServerName: rule('customservername_s') || null,
    sessionName: rule('sessionname_s') || null,
    build: readBuild(rule),
    openSlots: rule('numopenpubconn'),
  };
}

const FLAGS = new Map([
  ['0', false],
  ['1', true],
  ['false', false],
  ['true', true],
]);

function flag(value: string | null): boolean | null {
  return FLAGS.get((value ?? '').toLowerCase()) ?? null;
}

/** MOD0_s, MOD1_s ... until one is missing; the id stands before the first ":". */
function readMods(rule: Lookup): string[] {
  const mods: string[] = [];
  for (let value = rule('mod0_s'); value !== null; value = rule(`mod${mods.length}_s`)) {
    mods.push(value.split(':', 1).join(''));
  }
  return mods;
}

function readBuild(rule: Lookup): string | null {
  const build = rule('buildid_s');
  const minor = rule('minorbuildid_s');
  return build && minor ? `${build}.${minor}` : null;
}
