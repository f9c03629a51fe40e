import type { APIEmbed } from 'discord.js';
import { findGame } from '#snapshot/games.ts';
import type { FollowView } from '#monitor/statusView.ts';
import type { FollowQuestion } from '#store/followDocument.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { contentHash } from './contentHash.ts';
import { joinWithin } from './embedBudget.ts';
import { faultWords, foundLine, sourceName } from './findPages.ts';
import { escaped, inlineCode, plain } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { hostPort } from './serverAddress.ts';
import { timeStamp } from './serverWords.ts';

const NAME = 80;
const ADDRESS = 80;
const FILTER = 60;
const BETWEEN = ' · ';

/** The message of a followed list (pure): its servers, those that are missing, and whether it can be read. */
export function followEmbed(view: FollowView, t: Translate): APIEmbed {
  const { follow, servers, total, readAt, fault } = view;
  const more = (count: number) => t('list.more', { count });
  const remarks = remarksOn(view, t).join('\n');
  const rows = [
    ...servers.map((server, place) => foundLine(server, place + 1, t)),
    ...missingLines(view, t),
  ];
  const room = LIMITS.description - remarks.length - 2;
  return {
    title: escaped(followName(follow.question, t), LIMITS.title),
    description: [joinWithin(rows, '\n', room, more), remarks].filter(Boolean).join('\n\n'),
    color: colourOf(view),
    footer: { text: t('find.found', { count: total }) },
    ...(readAt === null || fault !== null ? {} : { timestamp: new Date(readAt).toISOString() }),
  };
}

/** Hash of what people would notice: not when the list was read. */
export function followHash(view: FollowView, t: Translate): string {
  return contentHash(followEmbed({ ...view, readAt: view.readAt && 0 }, t));
}

/** The same without a word of strangers, for when Discord refuses the whole one: addresses and numbers. */
export function bareFollowEmbed(view: FollowView, t: Translate): APIEmbed {
  const rows = view.servers.map(({ address, port }) =>
    inlineCode(hostPort(address, port), ADDRESS),
  );
  const more = (count: number) => t('list.more', { count });
  return {
    description: joinWithin(rows, '\n', LIMITS.description, more),
    color: colourOf(view),
    footer: { text: t('find.found', { count: view.total }) },
  };
}

/** What is followed, in a few words: the list and what was asked of it. Plain text. */
export function followName(question: FollowQuestion, t: Translate): string {
  const { source, game, map, name, region, noPassword, tags, pve, cluster } = question;
  const facts = [
    sourceName(source, t),
    game === null ? null : (findGame(game)?.name ?? game),
    map,
    name === null ? null : `“${name}”`,
    cluster,
    pve === null ? null : t(pve ? 'ark.pve' : 'ark.pvp'),
    region,
    tags.length === 0 ? null : tags.join(', '),
    noPassword ? t('follow.noPassword') : null,
  ];
  return facts
    .filter((fact) => fact !== null)
    .map((fact) => plain(fact, FILTER))
    .join(BETWEEN);
}

const colourOf = ({ fault, servers }: FollowView): number =>
  fault !== null ? COLOURS.attention : servers.length === 0 ? COLOURS.plain : COLOURS.good;

function missingLines({ missing }: FollowView, t: Translate): string[] {
  return missing.map(({ name, address, port, missedAt }) =>
    [
      `⚪ **${escaped(name ?? '', NAME) || '?'}**`,
      inlineCode(hostPort(address, port), ADDRESS),
      t('follow.missing', { time: timeStamp(missedAt ?? 0) }),
    ].join(BETWEEN),
  );
}

function remarksOn(view: FollowView, t: Translate): string[] {
  const { follow, servers, missing, total, readAt, fault } = view;
  const lines = [
    fault === null && servers.length + missing.length === 0 ? t('follow.none') : null,
    total > servers.length ? t('follow.tooLong', { count: servers.length }) : null,
    fault === null ? null : `⚠️ ${faultWords(follow.question.source, fault, t)}`,
    fault === null || readAt === null ? null : t('follow.lastRead', { time: timeStamp(readAt) }),
  ];
  return lines.filter((line) => line !== null);
}
