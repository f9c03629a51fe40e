import { ButtonStyle } from 'discord.js';
import { button, buttonRows } from '#discord/button.ts';
import { COLOURS } from '#discord/colours.ts';
import type { ComponentRow, Desk, Reply } from '#discord/command.ts';
import { plain } from '#discord/foreignText.ts';
import { type HistoryView, historyChart, type Topic } from '#discord/historyChart.ts';
import { historyLines } from '#discord/historyWords.ts';
import { LIMITS } from '#discord/limits.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { frameOf, type Period, startOf } from '#history/frame.ts';
import { uptimeOf } from '#history/uptime.ts';
import type { Language, Translate } from '#text/texts.ts';
import { shownServer } from './managers.ts';
import { readWatched } from './watchedHistory.ts';

export const TOPICS = ['players', 'ping', 'uptime'] as const satisfies readonly Topic[];
export const PERIODS = ['day', 'week', 'month', 'year'] as const satisfies readonly Period[];

const DAY_MS = 86_400_000;
/** What is usual is found in so many days. */
const USUAL_DAYS = 35;
const PICTURE = 'history.png';

/** What somebody wants to see, and who. */
export type HistoryWish = {
  server: WatchedServer;
  topic: Topic;
  period: Period;
  userId: string;
};

export type Looking = { guildId: string; desk: Desk; language: Language; t: Translate };

/** What a button remembers; the row tells two apart that want the same. */
const subjectOf = ({ server, topic, period, userId }: HistoryWish, row: string): string =>
  [server.watch.id, topic, period, userId, row].join('.');

/** The wish of a button; null when its watch is gone. */
export function readWish(subject: string, servers: readonly WatchedServer[]): HistoryWish | null {
  const [id, topicName, periodName, userId = ''] = subject.split('.');
  const server = servers.find(({ watch }) => watch.id === id);
  const topic = TOPICS.find((one) => one === topicName);
  const period = PERIODS.find((one) => one === periodName);
  return server === undefined || topic === undefined || period === undefined
    ? null
    : { server, topic, period, userId };
}

/** Buttons for the other periods, and for the other things to be seen. */
function ways(wish: HistoryWish, t: Translate): ComponentRow[] {
  const row = (name: string, choices: readonly (Topic | Period)[], change: string) =>
    buttonRows(
      choices.map((one) => {
        const to = { ...wish, [change]: one };
        const isThis = to.topic === wish.topic && to.period === wish.period;
        const style = isThis ? ButtonStyle.Primary : ButtonStyle.Secondary;
        const of = { command: 'history', subject: subjectOf(to, name) };
        return button(of, t(`history.choice.${one}`), { style, disabled: isThis });
      }),
    );
  return [...row('p', PERIODS, 'period'), ...row('t', TOPICS, 'topic')];
}

/** The picture, null when it could not be drawn: the words are worth having without it. */
async function drawn(view: HistoryView, { painter, log }: Desk): Promise<Buffer | null> {
  try {
    return Buffer.from(await painter.draw(historyChart(view)));
  } catch (error) {
    log.error({ event: 'picture', err: error }, 'a picture of a history was not drawn');
    return null;
  }
}

/** A picture of a server's history, with what it tells in words. */
export async function historyReply(wish: HistoryWish, looking: Looking): Promise<Reply> {
  const { server, topic, period } = wish;
  const { guildId, desk, language, t } = looking;
  const now = desk.now();
  const known = await readWatched(guildId, server, spanFor(period, now), desk);
  const { clock, timeZone, since } = known;
  const from = startOf(frameOf(period, { now, clock }));
  const buckets = known.buckets.filter(({ at }) => at >= from);
  const weeks = known.buckets.filter(({ at }) => at >= now - USUAL_DAYS * DAY_MS);
  const uptime = uptimeOf(buckets, { from, to: now }, known.planned);
  const lines = historyLines({ topic, buckets, weeks, uptime, since, from, clock, language, t });
  const view = { topic, period, buckets, now, timeZone, language, t, size: 'whole' } as const;
  const picture = await drawn(view, desk);
  const zone = t(known.isZoneChosen ? 'history.zone' : 'history.zoneUnset', { zone: timeZone });
  return {
    embeds: [
      {
        title: shownServer(server),
        description: lines.length === 0 ? t('history.nothing') : lines.join('\n'),
        color: COLOURS.plain,
        footer: { text: plain(zone, LIMITS.footer) },
        ...(picture === null ? {} : { image: { url: `attachment://${PICTURE}` } }),
      },
    ],
    components: ways(wish, t),
    ...(picture === null ? {} : { files: [{ name: PICTURE, data: picture }] }),
  };
}

/** What has to be read for a period: at least the weeks from which the usual is known. */
function spanFor(period: Period, now: number): { from: number; to: number } {
  const days = period === 'year' ? 367 : USUAL_DAYS;
  return { from: now - days * DAY_MS, to: now };
}
