import type { ApplicationCommandOptionChoiceData } from 'discord.js';
import type { Reply } from '#discord/command.ts';
import { clean, inlineCode } from '#discord/foreignText.ts';
import { boardOf, sharersOf, withBoard, withPlace } from '#monitor/boardChange.ts';
import { BOARD_STYLES, type Board } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { boardReply, meantBoard } from './boardList.ts';
import { type Ask, problem, shownServer, wantedWatch } from './managers.ts';
import { carryOut, changeGuild, type Means } from './statusMoves.ts';

/** Typed in place of a title: none. */
const NO_TITLE = '-';
const GIVEN = 40;
/** Where a server may go, seen from where it is. */
const MOVES = ['up', 'down', 'top', 'end'] as const;

/** How a board is to look, as the options have it; what was not given is left out. */
export function readLook({ options }: Ask): Partial<Pick<Board, 'style' | 'title' | 'uptime'>> {
  const style = BOARD_STYLES.find((one) => one === options.getString('style'));
  const given = options.getString('title');
  const title = clean(given ?? '');
  const uptime = options.getBoolean('uptime');
  return {
    ...(uptime === null ? {} : { uptime }),
    ...(style === undefined ? {} : { style }),
    ...(given === null ? {} : { title: title === '' || title === NO_TITLE ? null : title }),
  };
}

/** /board style: another look, another title, with or without uptime. */
export async function styleBoard(ask: Ask, means: Means): Promise<Reply> {
  const { desk, t } = means;
  const look = readLook(ask);
  if (Object.keys(look).length === 0) {
    return problem(t('edit.nothing'));
  }
  const meant = meantBoard(ask, await desk.store.guilds.get(ask.guildId), t);
  if (typeof meant === 'string') {
    return problem(meant);
  }
  const { channelId } = meant;
  const change = await changeGuild(ask.guildId, desk, (guild) =>
    sharersOf(guild, channelId).length === 0
      ? 'gone'
      : withBoard(guild, { ...boardOf(guild, channelId), ...look }),
  );
  if (change === 'gone') {
    return problem(t('board.notThere', { channel: `<#${channelId}>` }));
  }
  const lines = await carryOut(change, means);
  return boardReply(ask.guildId, channelId, [t('board.styled'), ...lines], means);
}

/** The place that was typed, 0 = the top, for a server at `now`; null when it is none. */
function readPlace(typed: string, now: number): number | null {
  const wanted = typed.trim().toLowerCase();
  const places = { up: now - 1, down: now + 1, top: 0, end: Number.POSITIVE_INFINITY };
  const move = MOVES.find((one) => one === wanted);
  if (move !== undefined) {
    return places[move];
  }
  return /^\d{1,3}$/.test(wanted) ? Number(wanted) - 1 : null;
}

/** What can be chosen for the option "place". */
export function placeChoices(
  typed: string,
  t: Translate,
): ApplicationCommandOptionChoiceData<string>[] {
  const wanted = typed.trim().toLowerCase();
  const place = readPlace(wanted, 0);
  if (/^\d/.test(wanted) && place !== null) {
    return [{ name: t('board.place.number', { place: place + 1 }), value: wanted }];
  }
  return MOVES.map((move) => ({ name: t(`board.place.${move}`), value: move })).filter(
    ({ name, value }) => value.startsWith(wanted) || name.toLowerCase().includes(wanted),
  );
}

/** /board order: another place for one server. */
export async function orderBoard(ask: Ask, means: Means): Promise<Reply> {
  const { desk, t } = means;
  const server = wantedWatch(ask, desk);
  if (server === null) {
    return problem(t('watch.unknown'));
  }
  const { id } = server.watch;
  const typed = ask.options.getString('place') ?? '';
  const change = await changeGuild(ask.guildId, desk, (guild) => {
    const watch = guild.watches.find((one) => one.id === id);
    if (watch?.board !== true) {
      return 'not-on';
    }
    const now = sharersOf(guild, watch.channelId).findIndex((one) => one.id === id);
    const place = readPlace(typed, now);
    return place === null ? 'no-place' : withPlace(guild, watch, place);
  });
  if (change === 'not-on') {
    return problem(t('board.notOn', { server: shownServer(server) }));
  }
  if (change === 'no-place') {
    return problem(t('board.badPlace', { given: inlineCode(typed, GIVEN) || '?' }));
  }
  const lines = await carryOut(change, means);
  const { channelId } = server.watch;
  const ids = sharersOf(change.after, channelId).map((one) => one.id);
  const values = { server: shownServer(server), place: ids.indexOf(id) + 1, total: ids.length };
  return boardReply(ask.guildId, channelId, [t('board.ordered', values), ...lines], means);
}
