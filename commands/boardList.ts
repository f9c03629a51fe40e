import type { APIEmbed } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import type { Reply } from '#discord/command.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import { escaped } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { messageLink } from '#discord/messageLink.ts';
import { troubleWords } from '#discord/troubleWords.ts';
import { boardChannels, boardOf, sharersOf } from '#monitor/boardChange.ts';
import { type GuildDocument, LONGEST_BOARD_TITLE } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, problem, shownServer } from './managers.ts';
import type { Means } from './statusMoves.ts';

/** Room for the servers of one board beside what was done. */
const ONE_BOARD = 3000;
/** In less than this a board does not say where it is. */
const LEAST_ROOM = 500;

/** The channel of the board that is meant: that of the option, else this one, else the only one; a sentence when it is not clear. */
export function meantBoard(
  ask: Ask,
  guild: GuildDocument,
  t: Translate,
): { channelId: string } | string {
  const channels = boardChannels(guild);
  const given = ask.options.getChannel('channel')?.id ?? null;
  if (channels.length === 0) {
    return t('board.none');
  }
  if (given !== null && !channels.includes(given)) {
    return t('board.notThere', { channel: `<#${given}>` });
  }
  const here = channels.find((id) => id === (given ?? ask.channelId));
  const channelId = here ?? (channels.length === 1 ? channels[0] : undefined);
  return channelId === undefined
    ? t('board.which', { channels: channels.map((id) => `<#${id}>`).join(', ') })
    : { channelId };
}

/** A board with its servers from top to bottom, and where it is. */
function boardLines(
  guild: GuildDocument,
  channelId: string,
  room: number,
  { desk, t }: Pick<Means, 'desk' | 't'>,
): string {
  const { title, style, uptime, message, trouble } = boardOf(guild, channelId);
  const channel = `<#${channelId}>`;
  const known = desk.watches.servers(guild.guildId);
  const names = sharersOf(guild, channelId).flatMap(({ id }, place) => {
    const server = known.find(({ watch }) => watch.id === id);
    return server === undefined ? [] : [`${place + 1}\\. ${shownServer(server)}`];
  });
  const where =
    message === null
      ? t('board.soon', { channel })
      : t('board.where', { link: messageLink(guild.guildId, channelId, message.id), channel });
  const lines = [
    title === null ? '' : `**${escaped(title, LONGEST_BOARD_TITLE)}**`,
    [where, t(`board.style.${style}`), ...(uptime ? [t('board.withUptime')] : [])].join(' · '),
    trouble === null ? '' : `⚠️ ${troubleWords(trouble, t)}`,
    ...names,
  ].filter((line) => line !== '');
  return joinWithin(lines, '\n', room, (count) => t('list.more', { count }));
}

/** What became of a board: what was done, and how it is now. */
export async function boardReply(
  guildId: string,
  channelId: string,
  lines: readonly string[],
  means: Means,
): Promise<Reply> {
  const guild = await means.desk.store.guilds.get(guildId);
  const embed: APIEmbed = {
    description: [...lines, '', boardLines(guild, channelId, ONE_BOARD, means)].join('\n'),
    color: COLOURS.good,
  };
  return { embeds: [embed] };
}

/** /board list. */
export async function listBoards(ask: Ask, { desk, t }: Means): Promise<Reply> {
  const guild = await desk.store.guilds.get(ask.guildId);
  const channels = boardChannels(guild);
  if (channels.length === 0) {
    return problem(t('board.none'));
  }
  const room = Math.max(LEAST_ROOM, Math.floor(LIMITS.description / channels.length) - 2);
  const boards = channels.map((id) => boardLines(guild, id, room, { desk, t }));
  const more = (count: number) => t('list.more', { count });
  const description = joinWithin(boards, '\n\n', LIMITS.description, more);
  return { embeds: [{ title: t('board.listTitle'), description, color: COLOURS.plain }] };
}
