import type { APIEmbed, APIEmbedField, RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import { OFFLINE_REASONS } from '#snapshot/snapshot.ts';
import type { News, Notice } from '#store/noticeDocument.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { durationWords } from './durationWords.ts';
import { joinWithin } from './embedBudget.ts';
import { clean, escaped, inlineCode } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { timeStamp } from './serverWords.ts';

const COLOUR_OF: Partial<Record<News['kind'], number>> = { down: COLOURS.bad, up: COLOURS.good };
const colourOf = ({ kind }: News): number => COLOUR_OF[kind] ?? COLOURS.plain;
const NAME = 40;
const ADDRESS = 200;

type Body = RESTPostAPIChannelMessageJSONBody;

/**
 * The message of a notice (pure). `content` has our own words and the role's mention only; names stay in the embed, where
 * nothing can be mentioned. Without `ping` nobody is called.
 */
export function noticeMessage(notice: Notice, t: Translate, ping = true): Body {
  const { news, roleId } = notice;
  const called = ping && news.kind !== 'roster' ? roleId : null;
  const words = [called === null ? null : `<@&${called}>`, headline(news, t)];
  const content = words.filter((part) => part !== null).join(' ');
  return {
    ...(content === '' ? {} : { content }),
    embeds: [noticeEmbed(news, t)],
    allowed_mentions: { parse: [], ...(called === null ? {} : { roles: [called] }) },
    nonce: notice.id,
    enforce_nonce: true,
  };
}

/** The same notice without a word of strangers in it, for when Discord refuses the whole one. */
export function bareNotice(notice: Notice, t: Translate): Body {
  const { news } = notice;
  const address = inlineCode(news.address, ADDRESS);
  const whole = noticeMessage(notice, t);
  const text = news.kind === 'roster' ? onlineWords(news, t) : sentence(news, t);
  const description = [address, text].filter((line) => line !== '').join('\n');
  return { ...whole, embeds: [{ color: colourOf(news), description }] };
}

function headline(news: News, t: Translate): string | null {
  switch (news.kind) {
    case 'down':
      return t('notice.down');
    case 'up':
      return t('notice.up', { duration: durationWords(news.until - news.since, t) });
    default:
      return null;
  }
}

function noticeEmbed(news: News, t: Translate): APIEmbed {
  const named = news.name !== null && clean(news.name) !== '';
  const title = escaped(named ? (news.name ?? '') : news.address, LIMITS.title);
  const address = inlineCode(news.address, ADDRESS);
  if (news.kind !== 'roster') {
    const description = `${address}\n${sentence(news, t)}`;
    return { title, description, color: colourOf(news) };
  }
  const description = onlineWords(news, t);
  return {
    title,
    color: COLOURS.plain,
    ...(description === '' ? {} : { description }),
    fields: [
      ...nameField(t('notice.joined'), news.joined, t),
      ...nameField(t('notice.left'), news.left, t),
    ],
  };
}

function sentence(news: Exclude<News, { kind: 'roster' }>, t: Translate): string {
  if (news.kind !== 'down' && news.kind !== 'up') {
    return '';
  }
  if (news.kind === 'up') {
    const duration = durationWords(news.until - news.since, t);
    return t('notice.up.text', { time: timeStamp(news.until), duration });
  }
  const known = OFFLINE_REASONS.find((reason) => reason === news.reason) ?? 'timeout';
  const lines = [
    t('notice.down.text', { time: timeStamp(news.since), reason: t(`outcome.${known}`) }),
    news.lastOnline === null ? null : t('notice.lastOnline', { time: timeStamp(news.lastOnline) }),
  ];
  return lines.filter((line) => line !== null).join('\n');
}

function onlineWords(news: Extract<News, { kind: 'roster' }>, t: Translate): string {
  if (news.online === null) {
    return '';
  }
  return news.max === null
    ? t('notice.online', { online: news.online })
    : t('notice.onlineOf', { online: news.online, max: news.max });
}

function nameField(name: string, players: readonly string[], t: Translate): APIEmbedField[] {
  const names = players.map((player) => inlineCode(player, NAME)).filter((shown) => shown !== '');
  const more = (count: number) => t('list.more', { count });
  return names.length === 0
    ? []
    : [
        {
          name: `${name} (${players.length})`,
          value: joinWithin(names, ' ', LIMITS.fieldValue, more),
        },
      ];
}
