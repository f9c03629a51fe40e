import type { Game } from './game.ts';
import { gameOf } from './games.ts';
import { joinLongRules } from './longRules.ts';
import type { ArmaDetails, PlayerEntry, Snapshot } from './snapshot.ts';

/** What the terminal shows of a Snapshot. */
export type Sheet = 'status' | 'players' | 'rules' | 'ping';

/** Characters that turn or hide text, and line ends inside values: a server must not write elsewhere on the screen. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const plain = (text: string): string => text.replace(UNSAFE, ' ').trim();

/** The lines a person reads in the terminal. Pure; English. */
export function printSnapshot(snapshot: Snapshot, sheet: Sheet): string[] {
  const { target } = snapshot;
  const place = `${target.host}:${target.port}`;
  if (snapshot.state === 'offline') {
    return [`${place} is offline (${snapshot.reason}): ${snapshot.detail ?? 'no answer'}`];
  }
  const title = plain(snapshot.ark?.title ?? snapshot.name ?? '') || place;
  const found = snapshot.detail === null ? [] : [snapshot.detail];
  switch (sheet) {
    case 'ping':
      return [`${title}: ${snapshot.pingMs ?? '?'} ms`, ...found];
    case 'players':
      return [`${title}: ${countLine(snapshot)}`, ...rosterLines(snapshot)];
    case 'rules':
      return [title, ...ruleLines(snapshot)];
    case 'status':
      return [title, ...found, ...statusLines(snapshot)];
  }
}

function countLine({ players }: Snapshot): string {
  const { online, max, bots, connecting } = players;
  if (online === null && max === null) {
    return 'players not told';
  }
  return [
    `${online ?? '?'}/${max ?? '?'} players`,
    ...(bots ? [`${bots} bots`] : []),
    ...(connecting ? [`${connecting} connecting`] : []),
  ].join(', ');
}

function statusLines(snapshot: Snapshot): string[] {
  const { target, rules, samp } = snapshot;
  const fields: [string, string | number | null][] = [
    ['address', `${target.address ?? target.host}:${target.port}`],
    ['game port', snapshot.gamePort],
    ['protocol', snapshot.protocol],
    ['game', snapshot.description],
    ['map', snapshot.map],
    ['players', countLine(snapshot)],
    ['game mode', samp?.gamemode ?? null],
    ['language', samp?.language ?? null],
    ['website', samp?.website ?? null],
    ['Discord', samp?.links?.discord ?? null],
    ['list', rosterWord(snapshot)],
    [
      'rules',
      rules.state === 'unavailable'
        ? missingRules(snapshot)
        : `${Object.keys(rules.values).length}`,
    ],
    ['version', snapshot.ark === null ? snapshot.version : snapshot.ark.version],
    ['password', yesNo(snapshot.password)],
    ['VAC', yesNo(snapshot.secure)],
    ['in-game day', snapshot.ark?.day ?? null],
    ['in-game time', snapshot.ark?.time ?? null],
    ['cluster', snapshot.ark?.cluster ?? null],
    ['mods', snapshot.ark?.mods.length || snapshot.arma?.mods.length || null],
    ['ping', snapshot.pingMs === null ? null : `${snapshot.pingMs} ms`],
  ];
  return [
    ...fields
      .filter(([, value]) => value !== null && value !== '')
      .map(([label, value]) => `  ${label.padEnd(13)}${plain(String(value))}`),
    ...snapshot.problems.map((problem) => `  note: ${plain(problem)}`),
  ];
}

const yesNo = (flag: boolean | null): string | null => (flag === null ? null : flag ? 'yes' : 'no');

/** Above it SA:MP servers tell no list (spec samp case 16). */
const MOST_LISTED = 100;

function rosterWord(snapshot: Snapshot): string {
  const { state, players } = snapshot.roster;
  switch (state) {
    case 'complete':
      return `${players.length} entries`;
    case 'partial':
      return `cut, ${players.length} entries came`;
    case 'hidden':
      return `names not published${likeOthers(snapshot, ['names', 'players'])}`;
    case 'unavailable':
      return missingRoster(snapshot);
  }
}

function missingRoster(snapshot: Snapshot): string {
  const { samp, players } = snapshot;
  if (samp !== null && (players.online ?? 0) > MOST_LISTED) {
    return `not available: SA:MP servers give none above ${MOST_LISTED} players`;
  }
  return wentThroughGamedig(snapshot) && players.online !== null
    ? 'not published: this game tells how many play, not who'
    : `${unanswered(snapshot)}${likeOthers(snapshot, ['names', 'players'])}`;
}

function missingRules(snapshot: Snapshot): string {
  return wentThroughGamedig(snapshot)
    ? 'not published by this game'
    : `${unanswered(snapshot)}${likeOthers(snapshot, ['rules'])}`;
}

/** What is missing then was never on offer. */
function wentThroughGamedig(snapshot: Snapshot): boolean {
  const game = gameOf(snapshot);
  return game?.protocol === 'gamedig' && snapshot.protocol === game.id;
}

/** Says that the game is known for it, so that nobody looks for the fault on this server. */
function likeOthers(snapshot: Snapshot, parts: readonly Game['withholds'][number][]): string {
  const game = gameOf(snapshot);
  return game?.withholds.some((part) => parts.includes(part))
    ? `, as on other ${game.name} servers`
    : '';
}

const unanswered = ({ reason }: Snapshot): string =>
  reason === 'query-disabled' ? 'not available: the query is switched off' : 'not answered';

function rosterLines(snapshot: Snapshot): string[] {
  const { roster } = snapshot;
  const unnamed = roster.players.filter(({ name }) => name === '').length;
  return [
    ...(roster.state === 'complete' ? [] : [`  list: ${rosterWord(snapshot)}`]),
    ...roster.players.filter(({ name }) => name !== '').map(playerLine),
    ...(unnamed === 0 ? [] : [`  unnamed ×${unnamed}`]),
  ];
}

function playerLine({ name, score, seconds, ping }: PlayerEntry): string {
  const facts = [
    ...(score === null ? [] : [`score ${score}`]),
    ...(seconds === null ? [] : [duration(seconds)]),
    ...(ping === null ? [] : [`${ping} ms`]),
  ];
  return `  ${plain(name)}${facts.length === 0 ? '' : `  (${facts.join(', ')})`}`;
}

/** "2 d 3 h", "3 h 5 min" or "5 min". */
function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) {
    return `${days} d ${hours} h`;
  }
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

function ruleLines(snapshot: Snapshot): string[] {
  const { rules, arma } = snapshot;
  if (rules.state === 'unavailable') {
    return [`  ${missingRules(snapshot)}`];
  }
  return [
    ...(rules.state === 'partial' ? ['  (cut: not all rules came)'] : []),
    ...joinLongRules(rules.values).map(({ name, value }) => `  ${plain(name)} = ${plain(value)}`),
    ...(arma === null ? [] : armaLines(arma)),
  ];
}

function armaLines({ dlcs, mods, signatures }: ArmaDetails): string[] {
  return [
    ...dlcs.map((name) => `  DLC: ${plain(name)}`),
    ...mods.map(
      ({ name, workshopId }) =>
        `  mod: ${plain(name)}${workshopId === null ? '' : ` (${workshopId})`}`,
    ),
    ...signatures.map((name) => `  signature: ${plain(name)}`),
  ];
}
