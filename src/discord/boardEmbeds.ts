import type { APIEmbed } from 'discord.js';
import type { Board } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { clusterRows, compactRows, dotted, joinCode, rowName } from './boardRows.ts';
import { boardColour, boardStamp, boardTitle } from './boardTotals.ts';
import { contentHash } from './contentHash.ts';
import { embedLength, joinWithin } from './embedBudget.ts';
import { escaped } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { MONTH_DAYS } from './monthUptime.ts';
import { dealLines } from './pages.ts';
import { colourCodes, playerCount } from './serverWords.ts';
import { playingNow, statusEmbed } from './statusEmbed.ts';
import { FACES, faceOf, type StatusPicture, stateLine, stillPicture } from './statusFace.ts';

/** How a board is to look. */
export type BoardLook = Pick<Board, 'title' | 'style'>;
type Pictures = readonly StatusPicture[];

const MAP = 40;
/** Less room than this shows no name worth reading. */
const LEAST_NAMES = 80;
/** Two embeds of rows, title and all, stay below what a message may hold. */
const ROWS_PAGE = { lines: 60, length: 2750 };
const ROWS_PAGES = 2;

/** Several servers in one message, from top to bottom, in the style of the board (pure; spec discord section 3). */
export function boardEmbeds(look: BoardLook, pictures: Pictures, t: Translate): APIEmbed[] {
  switch (look.style) {
    case 'rich':
      return richEmbeds(look, pictures, t);
    case 'compact':
      return rowEmbeds(compactRows(pictures, t), look, pictures, t);
    case 'cluster':
      return rowEmbeds(clusterRows(pictures, t), look, pictures, t);
  }
}

/** Hash of what people would notice, as statusHash has it for one server. */
export function boardHash(look: BoardLook, pictures: Pictures, t: Translate): string {
  return contentHash(boardEmbeds(look, pictures.map(stillPicture), t));
}

/** The board without a word of strangers, for when Discord refuses the whole one: states, addresses, numbers. */
export function bareBoardEmbed(pictures: Pictures, t: Translate): APIEmbed {
  const lines = pictures.map((picture) =>
    dotted([stateLine(picture, t), joinCode(picture), countOf(picture, t)]),
  );
  return {
    description: joinWithin(lines, '\n', LIMITS.description, (count) => t('list.more', { count })),
    color: boardColour(pictures),
    timestamp: boardStamp(pictures),
  };
}

const lengthOf = (embeds: readonly APIEmbed[]): number =>
  embeds.reduce((sum, embed) => sum + embedLength(embed), 0);

const countOf = ({ snapshot }: StatusPicture, t: Translate): string =>
  snapshot.state === 'online' ? playerCount(snapshot, t) : '';

/**
 * Whole statuses while they fit together, else short ones that share what room there is, and rows when there are more servers
 * than a message has embeds.
 */
function richEmbeds(look: BoardLook, pictures: Pictures, t: Translate): APIEmbed[] {
  const title = boardTitle(look, pictures, t);
  const head = look.title === null ? [] : [{ title, color: boardColour(pictures) }];
  if (head.length + pictures.length > LIMITS.embedsPerMessage) {
    return rowEmbeds(compactRows(pictures, t), look, pictures, t);
  }
  const whole = [...head, ...pictures.map((picture) => wholeEmbed(picture, t))];
  return lengthOf(whole) <= LIMITS.embedTotal
    ? whole
    : [...head, ...shortEmbeds(pictures, LIMITS.embedTotal - lengthOf(head), t)];
}

/** The status of a server, with how much it was up as the last of its fields. */
function wholeEmbed(picture: StatusPicture, t: Translate): APIEmbed {
  const { uptime = null } = picture;
  const embed = statusEmbed(picture, t);
  const name = t('board.uptimeField', { days: MONTH_DAYS });
  return uptime === null
    ? embed
    : { ...embed, fields: [...(embed.fields ?? []), { name, value: uptime, inline: true }] };
}

function shortEmbeds(pictures: Pictures, room: number, t: Translate): APIEmbed[] {
  const bases = pictures.map(
    (picture): APIEmbed => ({
      title: rowName(picture),
      description: `${stateLine(picture, t)}\n${factsOf(picture, t)}`,
      color: FACES[faceOf(picture)].colour,
      timestamp: new Date(picture.checkedAt).toISOString(),
    }),
  );
  const name = t('field.playing');
  const share = Math.floor((room - lengthOf(bases)) / pictures.length) - name.length;
  return bases.map((base, place) => {
    const picture = pictures[place];
    if (picture === undefined || picture.snapshot.state !== 'online' || share < LEAST_NAMES) {
      return base;
    }
    const value = playingNow(picture, t, Math.min(share, LIMITS.fieldValue));
    const shown = value !== '' && value.length <= share;
    return shown ? { ...base, fields: [{ name, value }] } : base;
  });
}

/** "12/70 · TheIsland · `HOST:PORT` · uptime"; while the server is silent only the last two. */
function factsOf(picture: StatusPicture, t: Translate): string {
  const { snapshot, uptime: percent = null } = picture;
  const uptime = percent === null ? '' : t('board.uptime', { percent, days: MONTH_DAYS });
  const map =
    snapshot.state === 'online' ? escaped(snapshot.map ?? '', MAP, colourCodes(snapshot)) : '';
  return dotted([countOf(picture, t), map, joinCode(picture), uptime]);
}

/** Rows, each of one server, with the totals above them; when they are too many, how many more there are. */
function rowEmbeds(
  rows: readonly string[],
  look: BoardLook,
  pictures: Pictures,
  t: Translate,
): APIEmbed[] {
  const pages = dealLines(rows, ROWS_PAGE).slice(0, ROWS_PAGES);
  const told = pictures.some(({ uptime = null }) => uptime !== null);
  const footer = told ? { footer: { text: t('board.uptimeFoot', { days: MONTH_DAYS }) } } : {};
  const left = rows.length - pages.reduce((sum, page) => sum + page.length, 0);
  return pages.map((page, place) => {
    const last = place === pages.length - 1;
    const lines = last && left > 0 ? [...page, t('list.more', { count: left })] : page;
    return {
      ...(place === 0 ? { title: boardTitle(look, pictures, t) } : {}),
      description: lines.join('\n'),
      color: boardColour(pictures),
      ...(last ? { ...footer, timestamp: boardStamp(pictures) } : {}),
    };
  });
}
