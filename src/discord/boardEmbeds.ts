import { createHash } from 'node:crypto';
import type { APIEmbed } from 'discord.js';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { embedLength, joinWithin } from './embedBudget.ts';
import { escaped, inlineCode } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { dealLines } from './pages.ts';
import { joinAddress } from './serverAddress.ts';
import { colourCodes, playerCount, serverName } from './serverWords.ts';
import { playingNow, statusEmbed } from './statusEmbed.ts';
import { FACES, faceOf, type StatusPicture, stateLine } from './statusFace.ts';

type Board = readonly StatusPicture[];

const NAME = 80;
const MAP = 40;
const ADDRESS = 100;
/** Less room than this shows no name worth reading. */
const LEAST_NAMES = 80;
/** Two embeds of the table, title and all, stay below what a message may hold. */
const TABLE_PAGE = { lines: 60, length: 2800 };
const TABLE_PAGES = 2;

/**
 * Several servers in one message (pure; spec discord section 3): whole statuses while they fit together, else short ones
 * that share what room there is, and a table when there are more servers than a message has embeds.
 */
export function boardEmbeds(board: Board, t: Translate): APIEmbed[] {
  if (board.length > LIMITS.embedsPerMessage) {
    return tableEmbeds(board, t);
  }
  const whole = board.map((picture) => statusEmbed(picture, t));
  return lengthOf(whole) <= LIMITS.embedTotal ? whole : shortEmbeds(board, t);
}

/** Hash of what people would notice, as statusHash has it for one server. */
export function boardHash(board: Board, t: Translate): string {
  const still = board.map((picture) => ({
    ...picture,
    snapshot: { ...picture.snapshot, pingMs: null, problems: [] },
    checkedAt: 0,
  }));
  const content = JSON.stringify(boardEmbeds(still, t));
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** The board without a word of strangers, for when Discord refuses the whole one: states, addresses, numbers. */
export function bareBoardEmbed(board: Board, t: Translate): APIEmbed {
  const lines = board.map((picture) => {
    const address = inlineCode(joinAddress(picture.snapshot, picture.lastSeen), ADDRESS);
    return line([stateLine(picture, t), address, countOf(picture, t)]);
  });
  return {
    description: joinWithin(lines, '\n', LIMITS.description, (count) => t('list.more', { count })),
    color: colourOf(board),
    timestamp: stampOf(board),
  };
}

const lengthOf = (embeds: readonly APIEmbed[]): number =>
  embeds.reduce((sum, embed) => sum + embedLength(embed), 0);

const line = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

const countOf = ({ snapshot }: StatusPicture, t: Translate): string =>
  snapshot.state === 'online' ? playerCount(snapshot, t) : '';

function nameOf({ snapshot, lastSeen }: StatusPicture): string {
  return escaped(serverName(snapshot, lastSeen), NAME, colourCodes(snapshot));
}

/** "12/70 · TheIsland · `HOST:PORT`"; while the server is silent only the address. */
function factsOf(picture: StatusPicture, t: Translate): string {
  const { snapshot, lastSeen } = picture;
  const map = snapshot.state === 'online' ? escaped(snapshot.map ?? '', MAP) : '';
  return line([countOf(picture, t), map, inlineCode(joinAddress(snapshot, lastSeen), ADDRESS)]);
}

function shortEmbeds(board: Board, t: Translate): APIEmbed[] {
  const bases = board.map(
    (picture): APIEmbed => ({
      title: nameOf(picture),
      description: `${stateLine(picture, t)}\n${factsOf(picture, t)}`,
      color: FACES[faceOf(picture)].colour,
      timestamp: new Date(picture.checkedAt).toISOString(),
    }),
  );
  const name = t('field.playing');
  const share = Math.floor((LIMITS.embedTotal - lengthOf(bases)) / board.length) - name.length;
  return bases.map((base, place) => {
    const picture = board[place];
    if (picture === undefined || picture.snapshot.state !== 'online' || share < LEAST_NAMES) {
      return base;
    }
    const value = playingNow(picture, t, Math.min(share, LIMITS.fieldValue));
    const shown = value !== '' && value.length <= share;
    return shown ? { ...base, fields: [{ name, value }] } : base;
  });
}

function tableEmbeds(board: Board, t: Translate): APIEmbed[] {
  const rows = board.map(
    (picture) => `${FACES[faceOf(picture)].mark} **${nameOf(picture)}**\n${factsOf(picture, t)}`,
  );
  const pages = dealLines(rows, TABLE_PAGE).slice(0, TABLE_PAGES);
  const left = rows.length - pages.reduce((sum, page) => sum + page.length, 0);
  const online = board.filter(({ snapshot }) => snapshot.state === 'online').length;
  return pages.map((page, place) => {
    const last = place === pages.length - 1;
    const lines = last && left > 0 ? [...page, t('list.more', { count: left })] : page;
    return {
      ...(place === 0 ? { title: t('board.title', { online, count: board.length }) } : {}),
      description: lines.join('\n'),
      color: colourOf(board),
      ...(last ? { timestamp: stampOf(board) } : {}),
    };
  });
}

/** Good when all are online, bad when none is. */
function colourOf(board: Board): number {
  const online = board.filter(({ snapshot }) => snapshot.state === 'online').length;
  return online === board.length ? COLOURS.good : online === 0 ? COLOURS.bad : COLOURS.attention;
}

const stampOf = (board: Board): string =>
  new Date(Math.max(0, ...board.map(({ checkedAt }) => checkedAt))).toISOString();
