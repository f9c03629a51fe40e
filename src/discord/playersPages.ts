import type { APIEmbed } from 'discord.js';
import type { PlayerEntry, Snapshot } from '#snapshot/snapshot.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { clean, escaped, inlineCode, plain } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { clampPage, paginate } from './pages.ts';
import { colourCodes, playerCount, rosterRemark, serverName, timeStamp } from './serverWords.ts';

/** A page of an answer, and how many there are. `page` counts from 0 and is one that exists. */
export type Page = { embeds: APIEmbed[]; page: number; pages: number };

const NAME = 80;
const SERVER = 150;
/** A list's own count is one byte. */
const MOST_ENTRIES = 255;
const PER_PAGE = { lines: 20, length: 3500 };

/** Who is playing: the page asked for, or the nearest there is. For a server that is online (pure). */
export function playersPage(
  snapshot: Snapshot,
  wanted: number,
  checkedAt: number,
  t: Translate,
): Page {
  const colours = colourCodes(snapshot);
  const named = snapshot.roster.players.filter(({ name }) => clean(name, colours) !== '');
  const lines = named
    .toSorted(byScoreThenTime)
    .map((player) => playerLine(player, snapshot, checkedAt, t));
  lines.push(...remainder(snapshot, named.length, t));
  const pages = paginate(lines, PER_PAGE);
  const page = clampPage(wanted, pages.length);
  const head = [`${t('field.players')}: ${playerCount(snapshot, t)}`, rosterRemark(snapshot, t)];
  const description = [head.filter(Boolean).join('\n'), pages[page]].filter(Boolean).join('\n\n');
  const server = escaped(serverName(snapshot, null), SERVER, colours);
  const embed: APIEmbed = {
    title: t('players.title', { server }),
    description,
    color: COLOURS.good,
    timestamp: new Date(checkedAt).toISOString(),
  };
  if (pages.length > 1) {
    const text = plain(t('page.pressers', { page: page + 1, pages: pages.length }), LIMITS.footer);
    embed.footer = { text };
  }
  return { embeds: [embed], page, pages: pages.length };
}

/** Whom the names leave out: entries without one, and people behind the longest list there is (spec a2s cases 87, 89). */
function remainder({ roster, players }: Snapshot, named: number, t: Translate): string[] {
  const entries = roster.players.length;
  const unnamed = entries - named;
  const beyond = entries >= MOST_ENTRIES ? (players.online ?? 0) - entries : 0;
  return [
    ...(unnamed > 0 ? [t('players.unnamed', { count: unnamed })] : []),
    ...(beyond > 0 ? [t('players.beyond', { count: beyond })] : []),
  ];
}

function byScoreThenTime(a: PlayerEntry, b: PlayerEntry): number {
  return (b.score ?? 0) - (a.score ?? 0) || (b.seconds ?? 0) - (a.seconds ?? 0);
}

/** Name, score, ping and since when: what the game does not tell is left out. */
function playerLine(
  player: PlayerEntry,
  snapshot: Snapshot,
  checkedAt: number,
  t: Translate,
): string {
  const joined = player.seconds === null ? null : checkedAt - player.seconds * 1000;
  return [
    inlineCode(player.name, NAME, colourCodes(snapshot)),
    player.score === null || player.score === 0
      ? null
      : t('players.score', { score: player.score }),
    player.ping === null ? null : t('players.ping', { ping: player.ping }),
    joined === null || joined < 0 ? null : t('players.connected', { time: timeStamp(joined) }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
