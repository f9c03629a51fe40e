import type { PublishBoard, PublishFollow, PublishStatus } from '#monitor/statusView.ts';
import type { Language, Texts } from '#text/texts.ts';
import { bareBoardEmbed, boardEmbeds, boardHash } from './boardEmbeds.ts';
import type { DayGraph } from './dayGraph.ts';
import { bareFollowEmbed, followEmbed, followHash } from './followEmbed.ts';
import type { MonthUptime } from './monthUptime.ts';
import { percentWords } from './percentWords.ts';
import type { PublishMessage } from './publishMessage.ts';
import { bareStatusEmbed, statusEmbed, statusHash } from './statusEmbed.ts';
import { boardBell, watchBell } from './wishButtons.ts';

type Drawing = {
  publish: PublishMessage;
  texts: Texts;
  /** Language that a guild reads. */
  languageOf: (guildId: string) => Language;
  /** The page that takes players into a game (JOIN_URL); null = there is none. */
  joinUrl: string | null;
};

/** Makes the function that keeps the status message of one watch current. */
export function createPublishStatus(drawing: Drawing & { dayGraph: DayGraph }): PublishStatus {
  const { publish, texts, languageOf, joinUrl, dayGraph } = drawing;
  return (guildId, view, signal) => {
    const t = texts.in(languageOf(guildId));
    const { watch } = view;
    const picture = { ...view, joinUrl };
    return publish({
      guildId,
      channelId: watch.channelId,
      name: `${watch.id}/${watch.placedAt ?? watch.createdAt}`,
      state: watch,
      hash: statusHash(picture, t),
      components: watchBell(watch, t),
      draw: () => [statusEmbed(picture, t)],
      drawBare: () => [bareStatusEmbed(picture, t)],
      readGraph: watch.graph ? () => dayGraph(guildId, watch) : null,
      signal,
    });
  };
}

/** Makes the function that keeps a message current that several watches of a channel share. */
export function createPublishBoard(drawing: Drawing & { monthUptime: MonthUptime }): PublishBoard {
  const { publish, texts, languageOf, joinUrl, monthUptime } = drawing;
  return async ({ guildId, board, views }, signal) => {
    const language = languageOf(guildId);
    const t = texts.in(language);
    const watches = views.map(({ watch }) => watch);
    const shares = await Promise.all(
      watches.map((watch) => (board.uptime ? monthUptime(guildId, watch) : null)),
    );
    const pictures = views.map((view, place) => {
      const share = shares[place] ?? null;
      return { ...view, joinUrl, uptime: share === null ? null : percentWords(share, language) };
    });
    return publish({
      guildId,
      channelId: board.channelId,
      name: `board/${board.madeAt}`,
      state: board,
      hash: boardHash(board, pictures, t),
      components: boardBell(watches, t),
      draw: () => boardEmbeds(board, pictures, t),
      drawBare: () => [bareBoardEmbed(pictures, t)],
      readGraph: null,
      signal,
    });
  };
}

/** Makes the function that keeps the message of a followed list current. */
export function createPublishFollow({ publish, texts, languageOf }: Drawing): PublishFollow {
  return (view, signal) => {
    const { guildId, follow } = view;
    const t = texts.in(languageOf(guildId));
    return publish({
      guildId,
      channelId: follow.channelId,
      name: `${follow.id}/${follow.createdAt}`,
      state: follow,
      hash: followHash(view, t),
      components: [],
      draw: () => [followEmbed(view, t)],
      drawBare: () => [bareFollowEmbed(view, t)],
      readGraph: null,
      signal,
    });
  };
}
