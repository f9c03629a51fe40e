import type { Game } from '#snapshot/game.ts';
import { findGame, gameOf } from '#snapshot/games.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { LastSeen } from '#store/serverDocument.ts';
import type { Translate } from '#text/texts.ts';
import { type ColourCodes, clean, escaped, inlineCode } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { queriedAddress } from './serverAddress.ts';

/** Room for a foreign value inside a line of ours. */
const VALUE = 200;

/** Raw name people know the server by: ARK's without its version; what was last seen while it is silent; else the address. */
export function serverName(snapshot: Snapshot, lastSeen: LastSeen | null): string {
  const names = [snapshot.ark?.title, snapshot.name, lastSeen?.name];
  return names.find((name) => name && clean(name) !== '') ?? queriedAddress(snapshot);
}

/** The name as an embed's title. */
export function serverTitle(snapshot: Snapshot, lastSeen: LastSeen | null): string {
  return escaped(serverName(snapshot, lastSeen), LIMITS.title, colourCodes(snapshot));
}

/** Above it SA:MP servers tell no list (spec samp case 16). */
const MOST_LISTED = 100;

const isSamp = ({ protocol }: Snapshot): boolean => protocol === 'samp' || protocol === 'openmp';

/** Which colour codes this server's names carry. */
export function colourCodes(snapshot: Snapshot): ColourCodes {
  if (isSamp(snapshot)) {
    return 'braces';
  }
  const game = gameOf(snapshot);
  return game?.colourCodes ? 'caret' : null;
}

/** Raw name of the game: from our table when we know it, else what the server calls it; null when nobody says. */
export function gameName(snapshot: Snapshot, lastSeen: LastSeen | null): string | null {
  const row = gameOf(snapshot);
  const seen = lastSeen?.game ?? null;
  const seenRow = seen === null ? null : findGame(seen);
  const named = row === null || row.appIds.length === 0 ? null : row.name;
  const names = [named, snapshot.description, snapshot.folder, seenRow?.name, seen, row?.name];
  return names.find((name) => name && clean(name) !== '') || null;
}

export type Counts = { online: number | null; max: number | null };

/** "12/70"; null when the server does not tell. */
export const onlineOfMax = ({ online, max }: Counts): string | null =>
  online === null ? null : max === null ? String(online) : `${online}/${max}`;

/** "12/70 (+3 connecting, 4 bots)", as the server counts. */
export function playerCount(snapshot: Snapshot, t: Translate): string {
  const { online, max, bots, connecting } = snapshot.players;
  if (online === null) {
    return t('count.unknown');
  }
  const besides = [
    connecting !== null && connecting > 0 ? t('count.connecting', { count: connecting }) : null,
    bots !== null && bots > 0 ? t('count.bots', { count: bots }) : null,
  ].filter((part) => part !== null);
  const numbers = max === null ? `**${online}**` : `**${online}**/${max}`;
  return besides.length === 0 ? numbers : `${numbers} (${besides.join(', ')})`;
}

/** Names of the roster that can be seen; others are still connecting or blank. */
export function visibleNames(snapshot: Snapshot): string[] {
  const colours = colourCodes(snapshot);
  return snapshot.roster.players
    .map((player) => player.name)
    .filter((name) => clean(name, colours) !== '');
}

/**
 * What to say where the list of players would be, when the list alone does not tell: hidden, silent, cut, or really nobody.
 * Null = the list speaks for itself.
 */
export function rosterRemark(snapshot: Snapshot, t: Translate): string | null {
  switch (snapshot.roster.state) {
    case 'hidden': {
      const game = withholding(snapshot, ['names', 'players']);
      return game === null ? t('roster.hidden') : t('roster.hiddenByGame', { game });
    }
    case 'unavailable':
      return unlistedWords(snapshot, t);
    case 'partial':
      return t('roster.partial');
    case 'complete':
      if (visibleNames(snapshot).length > 0) {
        return null;
      }
      return snapshot.players.online === 0 ? t('roster.empty') : t('roster.nameless');
  }
}

function unlistedWords(snapshot: Snapshot, t: Translate): string {
  if (snapshot.reason === 'query-disabled') {
    return t('queryOff.explained');
  }
  if (isSamp(snapshot) && (snapshot.players.online ?? 0) > MOST_LISTED) {
    return t('roster.tooMany', { limit: MOST_LISTED });
  }
  const countsOnly = gamedigName(snapshot);
  if (countsOnly !== null && snapshot.players.online !== null) {
    return t('roster.countOnly', { game: countsOnly });
  }
  const game = withholding(snapshot, ['names', 'players']);
  return game === null ? t('roster.unavailable') : t('roster.unavailableByGame', { game });
}

/** What the list of rules does not say by itself: silent, cut, or really none; null = it speaks for itself. */
export function rulesRemark(snapshot: Snapshot, t: Translate): string | null {
  switch (snapshot.rules.state) {
    case 'unavailable':
      return unansweredRules(snapshot, t);
    case 'partial':
      return t('rules.partial');
    case 'complete':
      return Object.keys(snapshot.rules.values).length === 0 ? t('rules.none') : null;
  }
}

function unansweredRules(snapshot: Snapshot, t: Translate): string {
  if (snapshot.reason === 'query-disabled') {
    return t('queryOff.explained');
  }
  const unpublished = gamedigName(snapshot);
  if (unpublished !== null) {
    return t('rules.notPublished', { game: unpublished });
  }
  const game = withholding(snapshot, ['rules']);
  return game === null ? t('rules.unavailable') : t('rules.unavailableByGame', { game });
}

/** The game, when its servers are known to keep one of these to themselves. */
function withholding(snapshot: Snapshot, parts: readonly Game['withholds'][number][]) {
  const row = gameOf(snapshot);
  return row?.withholds.some((part) => parts.includes(part)) ? escaped(row.name, VALUE) : null;
}

/** The game, when it was asked through gamedig: what is missing there was never on offer. */
function gamedigName(snapshot: Snapshot): string | null {
  const row = gameOf(snapshot);
  return row?.protocol === 'gamedig' && snapshot.protocol === row.id
    ? escaped(row.name, VALUE)
    : null;
}

/** ARK in one line: day or clock (named as such), mode, cluster, number of mods; empty when the server tells none of it. */
export function arkLine(snapshot: Snapshot, t: Translate): string {
  const ark = snapshot.ark;
  if (ark === null) {
    return '';
  }
  return [
    arkTime(ark, t),
    ark.pvp === null ? null : t(ark.pvp ? 'ark.pvp' : 'ark.pve'),
    ark.cluster && t('ark.inCluster', { cluster: escaped(ark.cluster, VALUE) }),
    ark.mods.length > 0 ? t('ark.modCount', { count: ark.mods.length }) : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Day, clock or stage of an ARK world, each named as what it is; null when the server tells none. */
export function arkTime(ark: NonNullable<Snapshot['ark']>, t: Translate): string | null {
  const parts = [
    ark.day === null ? null : t('ark.day', { day: ark.day }),
    ark.time === null ? null : t('ark.clock', { time: ark.time }),
    ark.stage === null ? null : escaped(ark.stage, VALUE),
  ].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? null : parts.join(', ');
}

/** Why the server counts as offline, as a sentence with the address in it. */
export function offlineReason(snapshot: Snapshot, t: Translate): string {
  const address = inlineCode(queriedAddress(snapshot), VALUE);
  return t(`reason.${snapshot.reason ?? 'timeout'}`, { address });
}

const PROTOCOLS: Readonly<Record<string, string>> = {
  a2s: 'Source',
  source: 'Source',
  goldsrc: 'GoldSrc',
  samp: 'SA:MP',
  openmp: 'open.mp',
};

/** A protocol as players know it; those of gamedig by the name of the game. */
export const protocolName = (protocol: string): string =>
  PROTOCOLS[protocol] ?? findGame(protocol)?.name ?? protocol;

/** What was tried, a line each; without the times the text stays the same from round to round. */
export function triedLines(snapshot: Snapshot, withTimes: boolean, t: Translate): string[] {
  return snapshot.tried.map((attempt) => {
    const where = `${attempt.address ?? snapshot.target.host}:${attempt.port}`;
    const line = t('tried.line', {
      address: inlineCode(where, VALUE),
      protocol: escaped(protocolName(attempt.protocol), 40),
      outcome: t(`outcome.${attempt.outcome}`),
    });
    return withTimes ? `${line} · ${t('tried.after', { seconds: attempt.ms / 1000 })}` : line;
  });
}

/** Discord's own time stamp, shown in the reader's zone: "5 minutes ago" or a date (spec discord section 13). */
export function timeStamp(ms: number, style: 'R' | 'f' | 't' | 'd' = 'R'): string {
  return `<t:${Math.floor(ms / 1000)}:${style}>`;
}
