import { versions } from 'node:process';
import type { Logger } from 'pino';
import type { Gateway } from '#discord/gateway.ts';
import type { WatchMemory } from '#discord/watchMemory.ts';
import type { Monitor } from '#monitor/monitor.ts';
import type { TakeSnapshot } from '#monitor/observeServer.ts';
import type { MonitorPorts } from '#monitor/statusView.ts';
import { healthOf, readinessOf, type Vitals } from '#ops/health.ts';
import { createMetrics, type Metrics } from '#ops/metrics.ts';
import { type OpsServer, openOpsServer } from '#ops/opsServer.ts';
import { watchProcess } from '#ops/processMetrics.ts';
import { createStoreProbe } from '#ops/storeProbe.ts';
import type { QueryCore } from '#snapshot/queryCore.ts';
import type { Store } from '#store/openStore.ts';
import type { Config } from './config.ts';
import { ownPackage } from './ownPackage.ts';

/** What is looked at when somebody asks how the bot is. */
type Watched = {
  store: Pick<Store, 'meta'>;
  gateway: Pick<Gateway, 'isReady' | 'isWell' | 'pingMs' | 'guildIds'>;
  monitor: Pick<Monitor, 'pulse' | 'waiting'>;
  watches: Pick<WatchMemory, 'counts'>;
};

/** What whoever runs the bot can see of it over HTTP, from before it starts until it has stopped. */
export type BotOps = {
  metrics: Metrics;
  /** Where it is served; null = nowhere. */
  port: number | null;
  /** From now on it tells of a bot that runs, until `stopping`. */
  running(watched: Watched): void;
  commandsRegistered(): void;
  stopping(): void;
  close(): Promise<void>;
};

/** The store has so long to answer; a container's health check waits a little longer. */
const STORE_ANSWERS_WITHIN_MS = 2_000;

/** Opens it; without HTTP_LISTEN, or when that is taken, it counts but nobody can look. */
export async function openOps(parts: {
  config: Config;
  now: () => number;
  log: Logger;
}): Promise<BotOps> {
  const { config, now, log } = parts;
  const metrics = createMetrics({ version: ownPackage().version, node: versions.node });
  let since = now();
  let stage: Vitals['stage'] = 'starting';
  let registered = false;
  let watched: Watched | null = null;
  let probe = async (): Promise<string | null> => null;

  function vitals(storeFault: string | null): Vitals {
    const pulse = watched?.monitor.pulse();
    return {
      stage,
      gatewayUp: watched?.gateway.isWell() ?? false,
      shardsUp: watched?.gateway.isReady() ?? false,
      roundEndedAt: pulse?.roundEndedAt ?? since,
      intervalMs: pulse?.intervalMs ?? 0,
      thirdDueAt: pulse?.thirdDueAt ?? null,
      roundBegun: pulse?.hasBegun ?? false,
      commandsRegistered: registered,
      storeFault,
    };
  }

  const pages = {
    reports: {
      '/healthz': async () => healthOf(vitals(await probe()), now()),
      '/readyz': async () => readinessOf(vitals(null)),
    },
    metrics: async () => ({ type: metrics.registry.contentType, body: await metrics.text() }),
  };
  const server = await serveOrWarn(config, pages, log);
  const unwatch = server === null ? () => {} : watchProcess(metrics.registry);

  return {
    metrics,
    port: server?.port ?? null,
    running(given) {
      watched = given;
      since = now();
      stage = 'running';
      probe = createStoreProbe(() => given.store.meta.get('health'), STORE_ANSWERS_WITHIN_MS);
      metrics.show(() => readingsOf(given));
    },
    commandsRegistered() {
      registered = true;
    },
    stopping() {
      stage = 'stopping';
    },
    async close() {
      unwatch();
      await server?.close();
    },
  };
}

/** A bot without these pages is better than none: a port that is taken is a warning. */
async function serveOrWarn(
  { httpListen }: Config,
  pages: Parameters<typeof openOpsServer>[1],
  log: Logger,
): Promise<OpsServer | null> {
  if (httpListen === null) {
    return null;
  }
  try {
    return await openOpsServer(httpListen, pages, log);
  } catch (error) {
    log.warn({ err: error }, 'no health page: set HTTP_LISTEN to a free address, or to off');
    return null;
  }
}

function readingsOf({ gateway, monitor, watches }: Watched) {
  const { roundEndedAt, intervalMs } = monitor.pulse();
  return {
    gatewayUp: gateway.isReady(),
    gatewayPingMs: gateway.pingMs(),
    roundEndedAt,
    intervalMs,
    guilds: gateway.guildIds().length,
    ...watches.counts(),
    notices: monitor.waiting(),
  };
}

/** Says at the start how much waits for a person: who was told when it was found may be off duty. Throws StoreError. */
export async function tellSetAside({ setAside }: Pick<Store, 'setAside'>, log: Logger) {
  const count = await setAside.count();
  if (count > 0) {
    log.warn(
      { event: 'set-aside', count },
      'some of what is stored can not be read and waits in the namespace "unreadable": docs/operating.md says how to mend it',
    );
  }
}

/** The same core, each question of which is counted. */
export function countedCore(core: QueryCore, metrics: Metrics): QueryCore {
  return {
    ...core,
    async takeSnapshot(target, parts, signal, manner) {
      const begun = performance.now();
      const snapshot = await core.takeSnapshot(target, parts, signal, manner);
      metrics.queried({
        asker: manner ?? 'person',
        protocol: snapshot.protocol ?? 'unknown',
        result: snapshot.state === 'online' ? 'online' : (snapshot.reason ?? 'unknown'),
        ms: performance.now() - begun,
      });
      return snapshot;
    },
  };
}

/** The same door, whose answers that came from other processes are counted. */
export function countedShares(takeSnapshot: TakeSnapshot, metrics: Metrics): TakeSnapshot {
  return async (...asked) => {
    const snapshot = await takeSnapshot(...asked);
    if (snapshot.sharedAt !== undefined) {
      metrics.answerShared();
    }
    return snapshot;
  };
}

/** The same ways into Discord, what becomes of each counted. */
export function countedPorts(ports: MonitorPorts, metrics: Metrics): MonitorPorts {
  const counted =
    <A extends unknown[], R extends { kind: string }>(
      act: (...given: A) => Promise<R>,
      count: (outcome: string, ...given: A) => void,
    ) =>
    async (...given: A): Promise<R> => {
      const outcome = await act(...given);
      count(outcome.kind, ...given);
      return outcome;
    };
  const written = (kind: Parameters<Metrics['statusWritten']>[0]) => (outcome: string) =>
    metrics.statusWritten(kind, outcome);
  return {
    ...ports,
    publishStatus: counted(ports.publishStatus, written('status')),
    publishBoard: counted(ports.publishBoard, written('board')),
    publishFollow: counted(ports.publishFollow, written('follow')),
    sendNotice: counted(ports.sendNotice, (outcome, { person }) =>
      metrics.noticeTried(person === null ? 'channel' : 'person', outcome),
    ),
    editNotice: counted(ports.editNotice, metrics.noticeEdited),
    renameChannel: counted(ports.renameChannel, metrics.channelRenamed),
  };
}
