import { expect, onTestFinished } from 'vitest';
import { allCommands } from '#commands/allCommands.ts';
import type { Desk } from '#discord/command.ts';
import { connectDiscord, type Gateway } from '#discord/gateway.ts';
import { createGreeting } from '#discord/greeting.ts';
import { createInteractions } from '#discord/interactions.ts';
import { type History, openHistory } from '#history/history.ts';
import { createMonitorPorts } from '#discord/monitorPorts.ts';
import { createCommandMentions } from '#discord/commandMention.ts';
import { createReadAttachment } from '#discord/readAttachment.ts';
import { registerCommands } from '#discord/registerCommands.ts';
import { hostPort } from '#discord/serverAddress.ts';
import { createSetupDrafts } from '#discord/setupDrafts.ts';
import { createWatchMemory } from '#discord/watchMemory.ts';
import { createLog } from '#log.ts';
import { createPainter } from '#picture/painter.ts';
import type { After } from '#clock/after.ts';
import { createMonitor, type Monitor } from '#monitor/monitor.ts';
import type { MonitorPorts } from '#monitor/statusView.ts';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import type { ManualClock } from '#sandbox/discord/manualClock.ts';
import { firstPort } from '#snapshot/serverKey.ts';
import type { ServerFinder } from '#snapshot/serverFinder.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { openStore, type Store } from '#store/openStore.ts';
import { createTexts, type Language, languageOf } from '#text/texts.ts';
import { strictFetch } from '#transport/strictFetch.ts';
import { openHarbour } from '#test/sandbox/discord/harbour.ts';
import { commandsInPlace } from './commandsInPlace.ts';
import { offlineSnapshot } from './pictures.ts';

/** The whole bot of a test, on a clock that stands still; game servers are what `servers` says, by HOST:PORT. */
export type Crowsnest = {
  discord: LocalDiscord;
  clock: ManualClock;
  store: Store;
  history: History;
  gateway: Gateway;
  monitor: Monitor;
  desk: Desk;
  publish: MonitorPorts['publishStatus'];
  ports: MonitorPorts;
  servers: Map<string, Snapshot>;
  guildId: string;
  /** Reasons given to onFatal. */
  fatal: string[];
  /** Log lines of level warn and above. */
  complaints: string[];
};

/** No list can be read. */
export const NO_LISTS: ServerFinder = {
  find: async () => ({ ok: false, source: 'steam', fault: 'no-key', message: 'No key.' }),
  read: async () => ({ ok: false, fault: 'no-key' }),
  kept: async () => null,
  onSteam: async () => ({ state: 'unknown' }),
};

export async function startCrowsnest(
  options: {
    lookupsPerMinute?: number;
    watchesPerGuild?: number;
    language?: Language;
    rateLimits?: 'off' | 'observed';
    finder?: ServerFinder;
    /** Sends Discord the commands, as at the first start of all. */
    registers?: boolean;
    /** What the monitor does later; never, unless given. */
    after?: After;
  } = {},
): Promise<Crowsnest> {
  const { discord, clock } = await openHarbour({ rateLimits: options.rateLimits ?? 'off' });
  const { now } = clock;
  const complaints: string[] = [];
  const log = createLog({
    level: 'warn',
    terminal: false,
    destination: { write: (line) => complaints.push(line) },
  });
  const store = await openStore('sqlite://:memory:', { log, now });
  const texts = createTexts();
  const watches = createWatchMemory(store);
  const servers = new Map<string, Snapshot>();
  const fatal: string[] = [];
  let answer: ReturnType<typeof createInteractions> = async () => {};
  let greet: ReturnType<typeof createGreeting> = async () => {};

  const gateway = await connectDiscord({
    token: discord.token,
    apiUrl: discord.apiUrl,
    // People of a test do not wait for the second to pass.
    requestsPerSecond: Number.POSITIVE_INFINITY,
    log,
    onFatal: (reason) => fatal.push(reason),
    onInteraction: (interaction) => void answer(interaction),
    onGuild: (guild) => {
      void watches.load(guild.id);
      void greet(guild);
    },
    onGuildGone: watches.forget,
  });
  const languageOfGuild = (guildId: string): Language =>
    options.language ?? watches.language(guildId) ?? languageOf(gateway.localeOf(guildId));
  const painter = createPainter();
  const history = openHistory({ store, keep: { minutes: 2, fives: 30, hours: 400 }, now, log });
  const ports = createMonitorPorts({
    gateway,
    store,
    history,
    painter,
    texts,
    languageOf: languageOfGuild,
    now,
    log,
  });
  const takeSnapshot: Desk['takeSnapshot'] = async (target) => {
    const port = firstPort(target) ?? 0;
    const snapshot = servers.get(hostPort(target.host, port)) ?? offlineSnapshot();
    return { ...snapshot, target: { ...snapshot.target, host: target.host, port } };
  };
  const monitor = createMonitor({
    store,
    history,
    takeSnapshot,
    ...ports,
    publishStatus: async (guildId, view, signal) => {
      watches.note(guildId, view);
      return ports.publishStatus(guildId, view, signal);
    },
    publishBoard: (board, signal) => {
      for (const view of board.views) {
        watches.note(board.guildId, view);
      }
      return ports.publishBoard(board, signal);
    },
    readList: (options.finder ?? NO_LISTS).read,
    farewellOf: () => null,
    canSee: async () => ({ gateway: gateway.isReady(), dns: true }),
    guildIds: gateway.guildIds,
    isGone: gateway.isGone,
    now,
    log,
    after: options.after ?? (() => () => {}),
  });
  const { lookupsPerMinute = 1000, watchesPerGuild = 25 } = options;
  const { rest, applicationId } = gateway;
  const { learn, mention } = createCommandMentions();
  greet = createGreeting({ guilds: store.guilds, rest, texts, mention, now, log });
  const desk: Desk = {
    takeSnapshot,
    runConsole: async () => ({ outcome: 'silent', reachable: false }),
    finder: options.finder ?? NO_LISTS,
    store,
    history,
    painter,
    watches,
    monitor,
    rest,
    readAttachment: createReadAttachment(discord.apiUrl, strictFetch),
    mention,
    setups: createSetupDrafts({ now }),
    about: {
      version: '1.2.3',
      source: null,
      startedAt: now(),
      historyDays: 400,
      pingMs: gateway.pingMs,
    },
    texts,
    watchesPerGuild,
    joinUrl: null,
    now,
    log,
  };
  answer = createInteractions({ commands: allCommands, desk, lookupsPerMinute });
  const { meta } = store;
  const register = () =>
    registerCommands({ rest, applicationId, commands: allCommands, texts, meta, log });
  learn(options.registers ? await register() : await commandsInPlace(discord, register));
  onTestFinished(async () => {
    await monitor.stop({ graceMs: 0 });
    await gateway.close();
    await painter.close();
    await store.close();
  });
  const [guildId = ''] = gateway.guildIds();
  return {
    discord,
    clock,
    store,
    history,
    gateway,
    monitor,
    desk,
    publish: ports.publishStatus,
    ports,
    servers,
    guildId,
    fatal,
    complaints,
  };
}

/** Nothing happened that no correct bot does, and nobody waits for an answer. */
export function expectCalm({ discord, complaints }: Crowsnest): void {
  expect(discord.journal.surprises(), discord.journal.explain(60_000)).toEqual([]);
  expect(discord.people.unanswered()).toEqual([]);
  expect(complaints).toEqual([]);
}
