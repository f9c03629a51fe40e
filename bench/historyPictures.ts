import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { pino } from 'pino';
import { type HistoryWish, historyReply, PERIODS } from '#commands/historyAnswer.ts';
import type { Desk } from '#discord/command.ts';
import { createDayGraph } from '#discord/dayGraph.ts';
import { newWatch } from '#discord/newWatch.ts';
import { MINUTE_MS } from '#history/bucket.ts';
import { openHistory } from '#history/history.ts';
import { dayOf, packDay } from '#history/packDay.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { createPainter } from '#picture/painter.ts';
import { dice } from '#sandbox/servers/seededRandom.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import { openStore } from '#store/openStore.ts';
import { createTexts } from '#text/texts.ts';
import { livelyMinutes } from './historyYear.ts';

const DAY_MS = 1440 * MINUTE_MS;
const GUILD = '600000000000000001';
/** Nothing is thinned: a year of minutes. */
const ALL_RAW = { minutes: 400, fives: 400, hours: 400 };

const watch = newWatch(
  { host: '198.51.100.7', port: 27_015, game: null },
  {
    channelId: GUILD,
    noticeChannelId: GUILD,
    roleId: null,
    joins: 'off',
    graph: true,
    createdAt: 0,
  },
);

/** How long pictures took, in ms, the shortest first. */
type Times = { name: string; ms: readonly number[]; bytes: number };

/** What answering with pictures costs; `blockedMs` = the longest time in which nothing else of the process went on. */
export type PictureCosts = { samples: number; times: Times[]; blockedMs: number };

/**
 * Answers /history for each period, and draws the small graph, so many times each, of one server of which every minute of so
 * many days is known and kept. No picture is drawn before: each time is a minute later.
 */
export async function measurePictures({
  days,
  each,
}: {
  days: number;
  each: number;
}): Promise<PictureCosts> {
  const log = pino({ level: 'silent' });
  const store = await openStore('sqlite://:memory:', { log });
  let now = Date.UTC(2026, 10, 30, 18);
  const history = openHistory({ store, keep: ALL_RAW, now: () => now, log });
  const painter = createPainter();
  const texts = createTexts();
  const samples = await fillMinutes(store, { days, to: now });
  const desk = { store, history, painter, log, now: () => now } as unknown as Desk;
  const looking = { guildId: GUILD, desk, language: 'en', t: texts.in('en') } as const;
  const server: HistoryWish['server'] = { watch, name: 'Server', game: null };
  const languageOf = () => 'en' as const;
  const dayGraph = createDayGraph({ ...desk, texts, languageOf });
  const kinds = [
    ...PERIODS.map((period) => ({
      name: period as string,
      draw: async () => {
        const wish = { server, topic: 'players', period, userId: '1' } as const;
        return (await historyReply(wish, looking)).files?.[0]?.data;
      },
    })),
    { name: 'small', draw: async () => (await (await dayGraph(GUILD, watch))?.draw())?.data },
  ];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const times: Times[] = [];
  // The thread and its font.
  await kinds.at(-1)?.draw();
  delay.enable();
  for (const { name, draw } of kinds) {
    const ms: number[] = [];
    let bytes = 0;
    for (let n = 0; n < each; n += 1) {
      now += MINUTE_MS;
      const begun = performance.now();
      bytes = (await draw())?.length ?? 0;
      ms.push(performance.now() - begun);
    }
    times.push({ name, ms: ms.sort((a, b) => a - b), bytes });
  }
  delay.disable();
  await painter.close();
  await history.close();
  await store.close();
  return { samples, times, blockedMs: delay.max / 1e6 };
}

/** The value that so many of a hundred do not exceed. */
export const percentile = (ms: readonly number[], percent: number): number =>
  ms[Math.min(ms.length - 1, Math.ceil((ms.length * percent) / 100) - 1)] ?? 0;

/** Has the store keep every minute of so many days of the server; gives how many there are. */
async function fillMinutes(
  { history }: Awaited<ReturnType<typeof openStore>>,
  { days, to }: { days: number; to: number },
): Promise<number> {
  const minutes = livelyMinutes({ from: to - days * DAY_MS, to }, dice(7).roll);
  for (const [day, its] of Map.groupBy(minutes, ({ at }) => dayOf(at))) {
    const document = packDay(day, its, { step: 1, every: 1 });
    await history.put(day, new Map([[serverKey(targetOf(watch)), document]]));
  }
  return minutes.length;
}
