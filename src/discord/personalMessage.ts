import {
  type APISelectMenuOption,
  ButtonStyle,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import { partsOf } from '#monitor/watchChange.ts';
import { USUAL_COOLDOWN_MS } from '#monitor/watchRules.ts';
import type { CoveredNotice, News, Notice } from '#store/noticeDocument.ts';
import type { Translate } from '#text/texts.ts';
import { buttonRows } from './button.ts';
import { COLOURS } from './colours.ts';
import type { ComponentRow } from './command.ts';
import { durationWords } from './durationWords.ts';
import { cut, plain } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { bareNotice, noticeMessage } from './noticeMessage.ts';
import { NO_MENTIONS } from './postStatus.ts';
import { selectMenu } from './selectMenu.ts';
import { listButton, stopAllButton, WISH_COMMAND, wishButton } from './wishButtons.ts';

type Body = RESTPostAPIChannelMessageJSONBody;

/** The menu in a message of several news; a value is GUILD:WISH. */
export const STOP_MENU = 'stop';

/**
 * A notice for one person (pure): what happened, why this person is told of it, and how to stop that. `t` speaks the language of the
 * person.
 */
export const personalMessage = (notice: Notice, t: Translate): Body =>
  withReason(noticeMessage(notice, t, false), notice, t);

/** The same without a word of strangers in it, for when Discord refuses the whole one. */
export function barePersonal(notice: Notice, t: Translate): Body {
  const covers = notice.covers.map((part) => ({ ...part, news: { ...part.news, name: null } }));
  return withReason(bareNotice(notice, t), { ...notice, covers }, t);
}

/** What somebody is sent who wants to know whether messages arrive. */
export const testMessage = (t: Translate): Body => ({
  embeds: [{ description: t('my.testText'), color: COLOURS.plain }],
  components: buttonRows([stopAllButton(t), listButton(t)]),
  allowed_mentions: { ...NO_MENTIONS },
});

function withReason(body: Body, notice: Notice, t: Translate): Body {
  const [embed, ...others] = body.embeds ?? [];
  const why = { name: t('wish.whyTitle'), value: whyWords(notice, t) };
  return {
    ...body,
    embeds: [{ ...embed, fields: [...(embed?.fields ?? []), why] }, ...others],
    components: stopRows(notice, t),
  };
}

function whyWords({ news, person, covers }: Notice, t: Translate): string {
  if (covers.length > 0 || person === null) {
    return t('wish.whySeveral');
  }
  const reason = t('wish.why', { channel: `<#${person.placeId}>`, what: askedWords(news, t) });
  switch (news.kind) {
    case 'up':
      return `${reason} ${t('wish.done')}`;
    case 'players':
    case 'named-player':
      return `${reason} ${t('wish.pause', { cooldown: durationWords(USUAL_COOLDOWN_MS, t) })}`;
    default:
      return reason;
  }
}

/** What a person asked for who is told this. */
function askedWords(news: News, t: Translate): string {
  switch (news.kind) {
    case 'up':
      return t('wish.back');
    case 'players':
      return t('wish.players', { count: news.atLeast });
    case 'named-player':
      return t('wish.named');
    default:
      return t('wish.down');
  }
}

function stopRows(notice: Notice, t: Translate): ComponentRow[] {
  const { guildId, watchId, person, news, covers } = notice;
  if (covers.length > 0 || person === null) {
    const menu = selectMenu(
      { command: WISH_COMMAND, subject: STOP_MENU },
      t('wish.stopOne'),
      stopChoices(partsOf(notice), t),
    );
    return [...menu, ...buttonRows([stopAllButton(t), listButton(t)])];
  }
  const own =
    news.kind === 'up'
      ? [
          wishButton({ do: 'again', guildId, watchId }, t('wish.again'), { emoji: '🔔' }),
          stopAllButton(t),
        ]
      : [
          wishButton({ do: 'stop', guildId, wishId: person.wishId }, t('wish.stop'), {
            style: ButtonStyle.Danger,
          }),
        ];
  return buttonRows([...own, listButton(t)]);
}

/** The wishes behind several news, each once; what is told once only is done already. */
function stopChoices(parts: readonly CoveredNotice[], t: Translate): APISelectMenuOption[] {
  const lasting = parts.filter(({ news }) => news.kind !== 'up');
  const choices = lasting.map(({ guildId, person, news }) => ({
    value: `${guildId}:${person?.wishId ?? ''}`,
    label:
      plain(news.name ?? news.address, LIMITS.choiceName) || plain(news.address, LIMITS.choiceName),
    description: cut(askedWords(news, t), LIMITS.choiceName),
  }));
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}
