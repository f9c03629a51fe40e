import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { Gateway } from '#discord/gateway.ts';
import { createMonitorPorts } from '#discord/monitorPorts.ts';
import type { WatchMemory } from '#discord/watchMemory.ts';
import type { After } from '#clock/after.ts';
import type { History } from '#history/history.ts';
import { createMonitor, type Monitor } from '#monitor/monitor.ts';
import type { TakeSnapshot } from '#monitor/observeServer.ts';
import type { CanSee } from '#monitor/statusView.ts';
import type { Metrics } from '#ops/metrics.ts';
import type { Painter } from '#picture/painter.ts';
import type { QueryCore } from '#snapshot/queryCore.ts';
import type { Store } from '#store/openStore.ts';
import { type Language, languageOf, type Texts } from '#text/texts.ts';
import { createNameLookup } from '#transport/nameLookup.ts';
import type { BotLists } from './botLists.ts';
import { shareSnapshots } from './botShared.ts';
import { countedPorts, countedShares } from './botOps.ts';

/**
 * References for the bot's own sight: the gateway's connection, and the name service, asked for the gateway's own name. Where that
 * is a numeric address or a local name there is no name service to ask.
 */
function createCanSee(gateway: Gateway): CanSee {
  const hostname = gateway.host;
  const isLocal = isIP(hostname.replace(/[[\]]/g, '')) !== 0 || !hostname.includes('.');
  const lookUp = createNameLookup();
  const findsNames = () =>
    lookUp(hostname).then(
      () => true,
      () => false,
    );
  return async () => ({ gateway: gateway.isReachable(), dns: isLocal || (await findsNames()) });
}

/** Puts the monitor together with what it reaches Discord through. It does nothing yet. */
export function assembleMonitor(parts: {
  store: Store;
  core: QueryCore;
  lists: Pick<BotLists, 'finder' | 'farewellOf'>;
  gateway: Gateway;
  watches: WatchMemory;
  texts: Texts;
  history: History;
  painter: Painter;
  metrics: Metrics;
  joinUrl: string | null;
  editsPerSecond: number;
  /** No other process has a part of this bot. */
  isAlone: boolean;
  /** A server has so long to answer. */
  timeoutMs: number;
  now: () => number;
  after: After;
  log: Logger;
}): Monitor {
  const { store, core, lists, gateway, watches, texts, history, painter, metrics } = parts;
  const { joinUrl, editsPerSecond, isAlone, timeoutMs, now, after, log } = parts;
  const guildsLanguage = (guildId: string): Language =>
    watches.language(guildId) ?? languageOf(gateway.localeOf(guildId));
  const uncounted = createMonitorPorts({
    gateway,
    store,
    history,
    painter,
    texts,
    languageOf: guildsLanguage,
    joinUrl,
    editsPerSecond,
    now,
    log,
  });
  const ports = countedPorts(uncounted, metrics);
  const ask: TakeSnapshot = (target, wanted, signal) =>
    core.takeSnapshot(target, wanted, signal, 'poll');
  const { shared } = store;
  const intervalMs = (): number => monitor.pulse().intervalMs;
  const monitor: Monitor = createMonitor({
    store,
    takeSnapshot:
      isAlone || shared === null
        ? ask
        : countedShares(shareSnapshots(ask, { shared, intervalMs, timeoutMs, now, log }), metrics),
    ...ports,
    publishStatus: (guildId, view, signal) => {
      watches.note(guildId, view);
      return ports.publishStatus(guildId, view, signal);
    },
    publishBoard: (board, signal) => {
      for (const view of board.views) {
        watches.note(board.guildId, view);
      }
      return ports.publishBoard(board, signal);
    },
    readList: lists.finder.read,
    farewellOf: lists.farewellOf,
    canSee: createCanSee(gateway),
    history,
    guildIds: gateway.guildIds,
    isGone: gateway.isGone,
    onRound: metrics.roundEnded,
    now,
    after,
    log,
  });
  return monitor;
}
