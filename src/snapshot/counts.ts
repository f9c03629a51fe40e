import { parseKeywords } from '#codec/ark/keywords.ts';
import { countArkPlayers } from '#codec/ark/players.ts';
import { readArkRules } from '#codec/ark/rules.ts';
import type { CountRule } from './game.ts';
import type { Roster } from './snapshot.ts';

/** What an A2S answer says about how many play, before it is weighed. */
export type CountSources = {
  info: { players: number; max: number };
  keywords: string | null;
  /** Empty when the rules were not answered. */
  rules: Readonly<Record<string, string>>;
  roster: Roster;
};

/** The true counts, and one English line when the place where they stand was empty or told nonsense. */
export type Counts = {
  /** Null = not told: info's number is none. */
  online: number | null;
  max: number;
  connecting: number | null;
  problem: string | null;
};

/** Where each game keeps its true counts (spec a2s section 0). */
export function trueCounts(rule: CountRule, sources: CountSources): Counts {
  return READERS[rule](sources);
}

const READERS: Readonly<Record<CountRule, (sources: CountSources) => Counts>> = {
  info: plain,
  ark: countArk,
  rust: countRust,
  squad: countSquad,
  battalion: countBattalion,
};

function plain({ info }: CountSources): Counts {
  return { online: info.players, max: info.max, connecting: null, problem: null };
}

function countArk(sources: CountSources): Counts {
  const { info, keywords, rules, roster } = sources;
  const openSlots =
    readArkRules(rules).openSlots ?? parseKeywords(keywords ?? '').get('numopenpubconn') ?? null;
  const count = countArkPlayers({
    infoPlayers: info.players,
    maxPlayers: info.max,
    openSlots,
    namedEntries: roster.state === 'complete' ? named(roster) : null,
  });
  return { ...count, max: info.max };
}

const named = (roster: Roster): number =>
  roster.players.filter((player) => player.name !== '').length;

/** Rust's count bytes overflow at 255: "mp425" and "cp396" stand whole between commas (case 47). */
function countRust(sources: CountSources): Counts {
  const items = (sources.keywords ?? '').split(',');
  const number = (key: string): number | null =>
    items
      .filter((item) => item.startsWith(key))
      .map((item) => wholeNumber(item.slice(key.length)))
      .find((value) => value !== null) ?? null;
  const online = number('cp');
  const max = number('mp');
  const missing = online === null || max === null;
  return {
    online: online ?? sources.info.players,
    max: max ?? sources.info.max,
    connecting: null,
    problem: missing ? 'players: the keywords hold no cp and mp, counts above 255 are cut' : null,
  };
}

/** Info and list count ghosts (case 91). */
function countSquad(sources: CountSources): Counts {
  const online = wholeNumber(sources.rules.PlayerCount_i);
  return online === null
    ? { ...plain(sources), problem: 'players: no PlayerCount_i in the rules, counted by info' }
    : { ...plain(sources), online };
}

/** Info says 0 of 100, whoever plays (case 110). */
function countBattalion(sources: CountSources): Counts {
  const online = wholeNumber(sources.rules.bat_player_count_s);
  const max = wholeNumber(sources.rules.bat_max_players_i);
  const counts = { ...plain(sources), ...(max === null ? {} : { max }) };
  return online === null
    ? {
        ...counts,
        online: null,
        problem: 'players: no bat_player_count_s in the rules, so not told',
      }
    : { ...counts, online };
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
