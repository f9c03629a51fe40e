import { allCommands } from '#commands/allCommands.ts';
import type { Logger } from 'pino';
import type { Desk } from '#discord/command.ts';
import { connectDiscord } from '#discord/gateway.ts';
import { createInteractions } from '#discord/interactions.ts';
import { registerCommands } from '#discord/registerCommands.ts';
import { createWatchMemory, type WatchMemory } from '#discord/watchMemory.ts';
import { type After, afterByClock } from '#monitor/after.ts';
import type { Monitor } from '#monitor/monitor.ts';
import { type Health, type HealthServer, openHealth } from '#ops/health.ts';
import { openQueryCore } from '#snapshot/queryCore.ts';
import { openStore } from '#store/openStore.ts';
import { createTexts } from '#text/texts.ts';
import { openDoor } from './botDoor.ts';
import { type BotLists, openLists } from './botLists.ts';
import { assembleMonitor } from './botMonitor.ts';
import type { Config } from './config.ts';

/** The bot, running. */
export type Bot = {
  monitor: Monitor;
  isReady: () => boolean;
  /** Where game servers register; null when they cannot. */
  master: BotLists['master'];
  /** Resolves when Discord has the slash commands. Watching does not wait for it. */
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

/** Status messages and notices have so long after a stop; with the rest of the stop it stays below 5 s. */
const GRACE_MS = 3_000;
/** So many rounds may be missing before the bot calls itself unwell. */
const ROUNDS_MISSED = 3;
const REGISTER_PAUSE_MS = 60_000;

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
  const store = await openStore(config.storeUrl, { log, now });
  closing.push(() => store.close());

  const core = openQueryCore({
    allowPrivateAddresses: config.allowPrivateAddresses,
    timeoutMs: config.queryTimeoutMs,
    ...(given === undefined ? {} : { now: given }),
    knownPlace: async (key) => (await store.servers.get(key))?.lastSeen ?? null,
    onSocketError: (error) => log.warn({ err: error }, 'a UDP socket reported an error'),
  });
  closing.push(() => core.close());
  const { finder, officialArk, master, ...lists } = await openLists({
    config,
    store,
    core,
    now,
    log,
  });
  closing.push(lists.close);

  const texts = createTexts();
  const watches = createWatchMemory(store);
  const door = openDoor(log);
  const assembled = Promise.withResolvers<Monitor>();
  const gateway = await connectDiscord({
    token: config.token,
    apiUrl: config.apiUrl,
    log,
    onFatal,
    onInteraction: door.enter,
    onGuild: (guildId) => {
      void welcome(guildId, watches, log);
      // What was in the way may have been mended while nobody was told of it.
      void heal(guildId, assembled.promise, log);
    },
    onGuildGone: (guildId) => {
      log.info({ event: 'guild-gone', guildId }, 'no longer in this guild: its settings are kept');
      watches.forget(guildId);
    },
    onRightsChanged: (guildId) => void heal(guildId, assembled.promise, log),
  });
  closing.push(() => gateway.close());

  const { apiUrl } = config;
  const parts = { store, core, gateway, watches, texts, apiUrl, now, after, log };
  const monitor = assembleMonitor(parts);
  assembled.resolve(monitor);
  closing.push(async () => {
    await Promise.all([door.close(GRACE_MS), monitor.stop({ graceMs: GRACE_MS })]);
  });
  const desk: Desk = {
    takeSnapshot: async (target, wanted, signal) =>
      officialArk.check(await core.takeSnapshot(target, wanted, signal, 'person')),
    runConsole: core.runConsole,
    finder,
    store,
    watches,
    monitor,
    rest: gateway.rest,
    texts,
    watchesPerGuild: config.watchesPerGuild,
    now,
    log,
  };
  const { lookupsPerMinute } = config;
  door.open(createInteractions({ commands: allCommands, desk, lookupsPerMinute }));

  if (cron) {
    monitor.start(config.pollCron);
  }
  const startedAt = now();
  const health = await serveHealth(config, log, () => {
    const { roundEndedAt, intervalMs } = monitor.pulse();
    const age = now() - (roundEndedAt ?? startedAt);
    const gatewayIsUp = gateway.isReady();
    const facts = {
      gateway: gatewayIsUp ? 'up' : 'down',
      secondsSinceRound: Math.round(age / 1000),
    };
    return { ok: gatewayIsUp && age < ROUNDS_MISSED * intervalMs, facts };
  });
  closing.push(async () => health?.close());
  log.info({ event: 'ready', guilds: gateway.guildIds().length }, 'connected to Discord');
  const { rest, applicationId } = gateway;
  const { meta } = store;
  const registering = registerUntilTaken(
    () => registerCommands({ rest, applicationId, commands: allCommands, texts, meta, log }),
    { after, log },
  );
  closing.push(async () => registering.cancel());
  let stopping: Promise<void> | null = null;
  return {
    monitor,
    isReady: gateway.isReady,
    master,
    registered: registering.done,
    stop: () => {
      stopping ??= closeAll();
      return stopping;
    },
  };
}

/** Registers the commands beside everything else, again after a pause as often as it fails. */
function registerUntilTaken(
  register: () => Promise<unknown>,
  { after, log }: { after: After; log: Logger },
): { done: Promise<void>; cancel: () => void } {
  const done = Promise.withResolvers<void>();
  let cancel = (): void => {};
  const attempt = (): void => {
    register().then(
      () => done.resolve(),
      (error: unknown) => {
        log.error({ err: error }, 'the slash commands could not be registered yet');
        cancel = after(REGISTER_PAUSE_MS, attempt);
      },
    );
  };
  attempt();
  return { done: done.promise, cancel: () => cancel() };
}

/** A bot without a health page is better than none: a port that is taken is a warning. */
async function serveHealth(
  { httpListen }: Config,
  log: Logger,
  check: () => Health,
): Promise<HealthServer | null> {
  if (httpListen === null) {
    return null;
  }
  try {
    return await openHealth(httpListen, check);
  } catch (error) {
    log.warn({ err: error }, 'no health page: set HTTP_LISTEN to a free address, or to off');
    return null;
  }
}

/** Has status messages tried again that could not be written: what was in the way may be gone. */
async function heal(guildId: string, assembled: Promise<Monitor>, log: Logger): Promise<void> {
  try {
    const monitor = await assembled;
    await monitor.retry(guildId);
  } catch (error) {
    log.warn({ event: 'heal', guildId, err: error }, 'backed-off messages wait for their time');
  }
}

async function welcome(guildId: string, watches: WatchMemory, log: Logger): Promise<void> {
  try {
    await watches.load(guildId);
  } catch (error) {
    log.error({ event: 'guild', guildId, err: error }, 'the settings of a guild could not be read');
  }
}
