import type { AutocompleteInteraction } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import type { Desk, Reply } from '#discord/command.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import { followName } from '#discord/followEmbed.ts';
import { clean, escaped, plain } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import type { Follow } from '#store/followDocument.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, done, problem } from './managers.ts';
import { statusFact, troubleLine } from './watchList.ts';
import { deletedLine } from './watchRemove.ts';

const NAME = 200;

/** /follow list: which lists are followed, where, and what is in the way. */
export async function listFollows(guildId: string, desk: Desk, t: Translate): Promise<Reply> {
  const { follows } = await desk.store.guilds.get(guildId);
  const rows = follows.map((follow) => followLines(guildId, follow, t));
  const more = (count: number) => t('list.more', { count });
  return {
    embeds: [
      {
        title: t('follow.list.title'),
        description: joinWithin(rows, '\n\n', LIMITS.description, more) || t('follow.list.none'),
        color: COLOURS.plain,
      },
    ],
  };
}

function followLines(guildId: string, follow: Follow, t: Translate): string {
  const { question, trouble, noticeTrouble, noticeChannelId, roleId } = follow;
  const facts = [
    statusFact(guildId, follow, t),
    `${t('watch.list.notices', { channel: `<#${noticeChannelId}>` })}${roleId === null ? '' : ` <@&${roleId}>`}`,
  ];
  const lines = [
    `**${escaped(followName(question, t), NAME)}**`,
    facts.join(' · '),
    trouble === null ? null : `⚠️ ${troubleLine(trouble, t)}`,
    noticeTrouble === null
      ? null
      : `⚠️ ${t('watch.list.noticeTrouble', { trouble: troubleLine(noticeTrouble, t) })}`,
  ];
  return lines.filter((line) => line !== null).join('\n');
}

/** /follow remove: follows a list no longer and deletes its message. */
export async function removeFollow(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const typed = ask.options.getString('list', true);
  const meant = named(desk.watches.follows(ask.guildId), t).filter(
    ({ follow, name }) => follow.id === typed || name.toLowerCase() === typed.trim().toLowerCase(),
  );
  const [one] = meant;
  const follow =
    one === undefined || meant.length > 1
      ? null
      : await desk.monitor.unfollow(ask.guildId, one.follow.id);
  if (follow === null) {
    return problem(t('follow.unknown'));
  }
  await desk.watches.load(ask.guildId);
  const list = escaped(followName(follow.question, t), NAME);
  const lines = [t('follow.removed', { list }), await deletedLine(follow, desk, t)];
  return done(lines.filter((line) => line !== null).join('\n'));
}

/** Choices for the option "list". */
export function followChoices(ask: AutocompleteInteraction<'cached'>, desk: Desk, t: Translate) {
  const wanted = clean(ask.options.getFocused()).toLowerCase();
  return named(desk.watches.follows(ask.guildId), t)
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ follow, name }) => ({ name: plain(name, LIMITS.choiceName), value: follow.id }));
}

const named = (follows: readonly Follow[], t: Translate) =>
  follows.map((follow) => ({ follow, name: followName(follow.question, t) }));
