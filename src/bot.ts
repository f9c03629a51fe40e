import { allCommands } from '#commands/allCommands.ts';
import type { Logger } from 'pino';
import type { Desk } from '#discord/command.ts';
import { connectDiscord } from '#discord/gateway.ts';
import { isDiscord, paceOf } from '#discord/limits.ts';
import { createInteractions } from '#discord/interactions.ts';
import { createCommandMentions } from '#discord/commandMention.ts';
import { createReadAttachment } from '#discord/readAttachment.ts';
import { readCommands, registerCommands, registerUntilTaken } from '#discord/registerCommands.ts';
import { createSetupDrafts } from '#discord/setupDrafts.ts';
import { createWatchMemory } from '#discord/watchMemory.ts';
import { openHistory } from '#history/history.ts';
import { createGreeting } from '#discord/greeting.ts';
import { type After, afterByClock } from '#clock/after.ts';
import type { Monitor } from '#monitor/monitor.ts';
import { createPainter } from '#picture/painter.ts';
import { openQueryCore } from '#snapshot/queryCore.ts';
import { openStore } from '#store/openStore.ts';
import { EVERYTHING, isFirst, shareOf } from '#store/shardScope.ts';
import { createTexts } from '#text/texts.ts';
import { strictFetch } from '#transport/strictFetch.ts';
import { openDoor } from './botDoor.ts';
import { attendGuilds, type ReadyForGuilds } from './botGuilds.ts';
import { type BotLists, openLists } from './botLists.ts';
import { assembleMonitor } from './botMonitor.ts';
import { countedCore, openOps, tellSetAside } from './botOps.ts';
import type { Config } from './config.ts';
import { ownPackage } from './ownPackage.ts';

/** The bot, running. */
export type Bot = {
  monitor: Monitor;
  isReady: () => boolean;
  /** Where game servers register; null when they cannot. */
  master: BotLists['master'];
  /** The port of health and metrics; null = they are not served. */
  opsPort: number | null;
  /** Resolves when Discord has the slash commands, whoever registers them. Watching does not wait for it. */
  registered: Promise<void>;
  /** Finishes what is in flight within a few seconds, closes connections and store. More than one call does no harm. */
  stop(): Promise<void>;
};

export type BotOptions = {
  config: Config & { token: string };
  log: Logger;
  /** Called once when the bot can not go on: stop it and end the process. */
  onFatal: (reason: string) => void;
  /** Clock in ms and timer, for tests that move time by hand; `cron` false leaves rounds to the caller. */
  now?: () => number;
  after?: After;
  cron?: boolean;
};

/** Status messages and notices have so long after a stop; what is left of the time is for writing what was seen. */
const GRACE_MS = 3_000;

/**
 * Puts the parts together and starts them: store, query core, gateway, commands, monitor. What was opened is closed again when
 * a later part does not start. Throws StoreError or ConnectionError.
 */
export async function startBot(options: BotOptions): Promise<Bot> {
  const closing: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) {
      await close();
    }
  };
  try {
    return await open(options, closing, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function open(
  { config, log, onFatal, now: given, after = afterByClock, cron = true }: BotOptions,
  closing: (() => Promise<void>)[],
  closeAll: () => Promise<void>,
): Promise<Bot> {
  const now = given ?? Date.now;
  const ops = await openOps({ config, now, log });
  closing.push(ops.close);
  const { metrics } = ops;
  const scope = config.shards ?? EVERYTHING;
  const pace = paceOf(shareOf(scope), { byProxy: !isDiscord(config.apiUrl) });
  const observe = metrics.storeAsked;
  const store = await openStore(config.storeUrl, { log, now, observe, scope });
  closing.push(() => store.close());
  await tellSetAside(store, log);

  const uncounted = openQueryCore({
    allowPrivateAddresses: config.allowPrivateAddresses,
    timeoutMs: config.queryTimeoutMs,
    ...(given === undefined ? {} : { now: given }),
    knownPlace: async (key) => (await store.servers.get(key))?.lastSeen ?? null,
    onSocketError: (error) => log.warn({ err: error }, 'a UDP socket reported an error'),
  });
  closing.push(() => uncounted.close());
  const core = countedCore(uncounted, metrics);
  const ready = Promise.withResolvers<ReadyForGuilds>();
  const onRegistered = (): void => void ready.promise.then((bot) => bot.monitor.listChanged());
  const lists = await openLists({ config, scope, store, core, now, log, onRegistered });
  const { finder, officialArk, master } = lists;
  closing.push(lists.close);

  const texts = createTexts();
  const watches = createWatchMemory(store);
  const door = openDoor(log);
  const gateway = await connectDiscord({
    token: config.token,
    apiUrl: config.apiUrl,
    shards: config.shards,
    requestsPerSecond: pace.requests,
    log,
    onFatal,
    onInteraction: door.enter,
    onAnswer: metrics.discordAnswered,
    ...attendGuilds({ watches, ready: ready.promise, log }),
  });
  closing.push(() => gateway.close());

  const { rest, applicationId } = gateway;
  const { apiUrl } = config;
  const painter = createPainter();
  closing.push(painter.close);
  const history = openHistory({ store, keep: config.historyDays, now, log });
  const { joinUrl } = config;
  const parts = {
    store,
    core,
    lists,
    gateway,
    watches,
    texts,
    history,
    painter,
    metrics,
    joinUrl,
    editsPerSecond: pace.edits,
    isAlone: shareOf(scope) === 1,
    timeoutMs: config.queryTimeoutMs,
    now,
    after,
    log,
  };
  const monitor = assembleMonitor(parts);
  const { learn, mention } = createCommandMentions();
  const greet = createGreeting({ guilds: store.guilds, rest, texts, mention, now, log });
  ready.resolve({ monitor, greet });
  closing.push(async () => {
    await Promise.all([door.close(GRACE_MS), monitor.stop({ graceMs: GRACE_MS })]);
  });
  const { version, source } = ownPackage();
  const startedAt = now();
  const desk: Desk = {
    takeSnapshot: async (target, wanted, signal) =>
      officialArk.check(await core.takeSnapshot(target, wanted, signal, 'person')),
    runConsole: core.runConsole,
    finder,
    store,
    history,
    painter,
    watches,
    monitor,
    rest,
    readAttachment: createReadAttachment(apiUrl, strictFetch),
    mention,
    setups: createSetupDrafts({ now }),
    about: {
      version,
      source,
      startedAt,
      historyDays: config.historyDays.hours,
      pingMs: gateway.pingMs,
    },
    texts,
    watchesPerGuild: config.watchesPerGuild,
    joinUrl,
    now,
    log,
  };
  const { lookupsPerMinute } = config;
  door.open(createInteractions({ commands: allCommands, desk, lookupsPerMinute }));

  if (cron) {
    monitor.start(config.pollCron);
  }
  ops.running({ store, gateway, monitor, watches });
  log.info({ event: 'ready', guilds: gateway.guildIds().length }, 'connected to Discord');
  const { meta } = store;
  const registration = { rest, applicationId, commands: allCommands, texts, meta, log };
  const registering = registerUntilTaken(
    () => (isFirst(scope) ? registerCommands(registration) : readCommands(registration)),
    { learn, after, log },
  );
  closing.push(async () => registering.cancel());
  void registering.done.then(ops.commandsRegistered);
  let stopping: Promise<void> | null = null;
  return {
    monitor,
    isReady: gateway.isReady,
    master,
    opsPort: ops.port,
    registered: registering.done,
    stop: () => {
      ops.stopping();
      stopping ??= closeAll();
      return stopping;
    },
  };
}
