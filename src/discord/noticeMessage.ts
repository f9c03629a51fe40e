import { createHash } from 'node:crypto';
import type {
  APIEmbed,
  APIEmbedField,
  RESTPatchAPIChannelMessageJSONBody,
  RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import type { SingleNews } from '#store/newsSchema.ts';
import { type News, type Notice, rolesOf } from '#store/noticeDocument.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { joinWithin } from './embedBudget.ts';
import { clean, escaped, inlineCode } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { messageLink } from './messageLink.ts';
import {
  digestWords,
  downText,
  headline,
  hostCause,
  noticeFace,
  overHeadline,
  overText,
  sentence,
  shownNames,
  upText,
} from './noticeWords.ts';

const ADDRESS = 200;
/** Room for one of several servers. */
const SHORT = 80;
/** So many mentions fit into a content beside the words. */
const MOST_ROLES = 50;
const SECOND_MS = 1000;

type Body = RESTPostAPIChannelMessageJSONBody;
type EditBody = RESTPatchAPIChannelMessageJSONBody;
type Named = { name: string | null; address: string };
/** The end of an outage, which goes into the message of its beginning. */
type End = Extract<News, { kind: 'up' | 'host-up' }>;

/**
 * The message of a notice (pure). `content` has our own words, numbers and the mentions of roles only; names stay in the
 * embed, where nothing can be mentioned. Without `ping` nobody is called.
 */
export function noticeMessage(notice: Notice, t: Translate, ping = true): Body {
  const embed = noticeEmbed(notice.news, t, linkLine(notice, t));
  return {
    ...calling(ping ? calledRoles(notice) : [], headline(notice.news, t)),
    embeds: [{ ...embed, timestamp: noticeStamp(notice) }],
    nonce: notice.id,
    enforce_nonce: true,
  };
}

/** The same notice without a word of strangers in it, for when Discord refuses the whole one. */
export function bareNotice(notice: Notice, t: Translate): Body {
  const { news } = notice;
  const text = news.kind === 'named-player' || !isSingle(news) ? '' : sentence(news, t);
  const description = joinLines([inlineCode(news.address, ADDRESS), text]) || noticeFace(news).mark;
  const embed = { color: noticeFace(news).colour, description, timestamp: noticeStamp(notice) };
  return { ...noticeMessage(notice, t), embeds: [embed] };
}

/**
 * The message of a "down" once it is over: what it was, from when to when, and still whom it called: an edit calls nobody
 * again. It has no time stamp: by that the message of the end is recognised, which is another one.
 */
export function overMessage(notice: Notice, end: End, t: Translate): EditBody {
  const list = end.kind === 'host-up' ? serverList(end.servers, t) : '';
  const description = joinLines([inlineCode(end.address, ADDRESS), overText(end, t), list]);
  return {
    ...calling(calledRoles(notice), overHeadline(end, t)),
    embeds: [{ title: shownName(end, LIMITS.title), description, color: COLOURS.mending }],
  };
}

/**
 * The time stamp in a notice's embed: the second it was made in, and in the milliseconds, which no app shows, a number made
 * from its id. A message in a channel is recognised by it, also among those of the same second.
 */
export function noticeStamp({ id, createdAt }: Pick<Notice, 'id' | 'createdAt'>): string {
  const mark = createHash('sha256').update(id).digest().readUInt32BE(0) % SECOND_MS;
  return new Date(Math.floor(createdAt / SECOND_MS) * SECOND_MS + mark).toISOString();
}

/** Words with the roles that are meant before them, and nobody else allowed. */
function calling(roles: readonly string[], words: string | null) {
  const content = [...roles.map((role) => `<@&${role}>`), words]
    .filter((part) => part !== null)
    .join(' ');
  return {
    ...(content === '' ? {} : { content }),
    allowed_mentions: { parse: [], ...(roles.length === 0 ? {} : { roles: [...roles] }) },
  };
}

/** Who comes and goes is no reason to call anybody. */
const calledRoles = (notice: Notice): string[] =>
  notice.news.kind === 'roster' ? [] : rolesOf(notice).slice(0, MOST_ROLES);

const isSingle = (news: News): news is SingleNews =>
  news.kind !== 'host-down' && news.kind !== 'host-up' && news.kind !== 'digest';

const joinLines = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\n');

function shownName({ name, address }: Named, limit: number): string {
  return escaped(name !== null && clean(name) !== '' ? name : address, limit);
}

function noticeEmbed(news: News, t: Translate, link: string): APIEmbed {
  const color = noticeFace(news).colour;
  switch (news.kind) {
    case 'digest':
      return { title: t('notice.digest.title'), description: digestLines(news.list, t), color };
    case 'blind':
      return { title: t('notice.blind.title'), description: sentence(news, t), color };
    case 'host-down':
    case 'host-up': {
      const text =
        news.kind === 'host-down' ? [downText(news, t), hostCause(t)] : [upText(news, t)];
      const description = joinLines([...text, link, serverList(news.servers, t)]);
      return { title: shownName(news, LIMITS.title), description, color };
    }
    case 'roster':
      return rosterEmbed(news, t);
    default: {
      const title = shownName(news, LIMITS.title);
      const address = inlineCode(news.address, ADDRESS);
      const description = joinLines([address, sentence(news, t), link]);
      return { title, description, color };
    }
  }
}

/** A link to the message that told of the beginning. */
const linkLine = ({ guildId, channelId, answers }: Notice, t: Translate): string =>
  answers === null ? '' : t('notice.up.link', { link: messageLink(guildId, channelId, answers) });

function rosterEmbed(news: Extract<News, { kind: 'roster' }>, t: Translate): APIEmbed {
  const description = sentence(news, t);
  return {
    title: shownName(news, LIMITS.title),
    color: noticeFace(news).colour,
    ...(description === '' ? {} : { description }),
    fields: [
      ...nameField(t('notice.joined'), news.joined, t),
      ...nameField(t('notice.left'), news.left, t),
    ],
  };
}

function nameField(name: string, players: readonly string[], t: Translate): APIEmbedField[] {
  const names = shownNames(players);
  const value = joinWithin(names, ' ', LIMITS.fieldValue, (count) => t('list.more', { count }));
  return names.length === 0 ? [] : [{ name: `${name} (${players.length})`, value }];
}

/** The servers of one address, a line each. */
function serverList(servers: readonly Named[], t: Translate): string {
  const rows = servers.map(
    (server) => `**${shownName(server, SHORT)}** ${inlineCode(server.address, SHORT)}`,
  );
  return joinWithin(rows, '\n', LIMITS.description / 2, (count) => t('list.more', { count }));
}

function digestLines(list: readonly SingleNews[], t: Translate): string {
  const rows = list.map((news) => {
    const name = news.kind === 'blind' ? '' : `**${shownName(news, SHORT)}** `;
    return `${noticeFace(news).mark} ${name}${digestWords(news, t)}`;
  });
  return joinWithin(rows, '\n', LIMITS.description, (count) => t('list.more', { count }));
}
