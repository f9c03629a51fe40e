import type { Logger } from 'pino';
import { endOf } from '#history/bucket.ts';
import type { History } from '#history/history.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import type { Painter } from '#picture/painter.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { Language, Texts } from '#text/texts.ts';
import { historyChart } from './historyChart.ts';
import type { NewGraph } from './shownGraph.ts';

const DAY_MS = 86_400_000;
/** Less than this shows nothing that a number would not (ms). */
const LEAST_MS = 900_000;

/** Reads what a graph of a watched server's last 24 hours is drawn from; null = there is too little, or it can not be read. */
export type DayGraph = (guildId: string, watch: Watch) => Promise<NewGraph | null>;

/** What graphs are read from, drawn with and written in. */
export type GraphParts = {
  store: Pick<Store, 'guilds'>;
  history: Pick<History, 'read'>;
  painter: Pick<Painter, 'draw'>;
  texts: Texts;
  /** Language that a guild reads. */
  languageOf: (guildId: string) => Language;
  now: () => number;
  log: Logger;
};

/** Makes the function that reads graphs. What goes wrong is logged: a status is worth having without one. */
export function createDayGraph(parts: GraphParts): DayGraph {
  const { store, history, painter, texts, languageOf, now, log } = parts;
  const failed = (error: unknown, guildId: string, watch: Watch): null => {
    log.error({ event: 'picture', guildId, watchId: watch.id, err: error }, 'no graph in a status');
    return null;
  };

  async function read(guildId: string, watch: Watch): Promise<NewGraph | null> {
    const to = now();
    const buckets = await history.read(serverKey(targetOf(watch)), { from: to - DAY_MS, to });
    const [first, last] = [buckets[0], buckets.at(-1)];
    if (first === undefined || last === undefined || endOf(last) - first.at < LEAST_MS) {
      return null;
    }
    const { timeZone } = await store.guilds.get(guildId);
    const language = languageOf(guildId);
    const view = {
      topic: 'players',
      period: 'day',
      buckets,
      now: to,
      timeZone: timeZone ?? 'UTC',
      language,
      t: texts.in(language),
      size: 'small',
    } as const;
    const draw = async () => {
      const chart = historyChart(view);
      return { data: Buffer.from(await painter.draw(chart)), words: chart.heading };
    };
    return {
      seenTo: endOf(last),
      draw: () => draw().catch((error: unknown) => failed(error, guildId, watch)),
    };
  }

  return (guildId, watch) =>
    read(guildId, watch).catch((error: unknown) => failed(error, guildId, watch));
}
