import { setTimeout as pause } from 'node:timers/promises';
import { type LocalDiscord, startLocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { dice } from '#sandbox/servers/seededRandom.ts';
import { botEnvironment } from './botEnvironment.ts';
import type { Order } from './botProcess.ts';
import { fleetGuilds, fleetSetUp, storeWatches } from './fleetGuilds.ts';
import { startFleetServers } from './fleetServers.ts';
import { createJourneyClock } from './journeyClock.ts';
import { type KillableBot, killableBot } from './killableBot.ts';

const MINUTE_MS = 60_000;
/** Between two outages: so few of them fall into an hour that nothing counts as flapping. */
const BETWEEN_MS = 40 * MINUTE_MS;
const LONGEST_PAUSE_MS = 1_500;
/** Boards are edited at the pace that Discord allows: so many seconds are let pass until all are written. */
const MOST_SECONDS = 600;

export type FleetOptions = {
  /** Of the database that all processes share. */
  storeUrl: string;
  guilds: number;
  watchesPerGuild: number;
  servers: number;
  /**
   * So many of them go down and come back, and a process is killed each time, before there are more processes. From the second on
   * all processes are replaced while it is down.
   */
  outages: number;
  seed: number;
  /** Tells apart the servers of fleets side by side, 1 to 250. */
  group: number;
  progress?: (line: string) => void;
};

/** What the whole came to; `wrong` says in words what was not as it should be. `stopMs`: the slowest process to hand over. */
export type FleetResult = { notices: number; stopMs: number; wrong: string[] };

/** So many processes with two shards each. */
const divisions = (processes: number): Record<string, string>[] =>
  Array.from({ length: processes }, (_, n) => ({
    SHARDS: `${2 * n}-${2 * n + 1}`,
    SHARD_COUNT: String(2 * processes),
  }));

const WORDS = { '🔴': 'down', '🟢': 'up', '🟠': 'down,up' } as const;

/** Writes down what the bot posts, by channel, as it is posted. */
function listen(discord: LocalDiscord): Map<string, string[]> {
  const said = new Map<string, string[]>();
  discord.subscribe((change) => {
    if (change.kind !== 'message' || change.what !== 'created') {
      return;
    }
    const posts = discord.state.posts.get(change.channelId) ?? [];
    const post = posts.findLast(({ message }) => message.id === change.messageId);
    if (post !== undefined && post.message.type === 0) {
      const words = JSON.stringify([post.message.content, post.message.embeds]);
      const found = Object.entries(WORDS).find(([mark]) => words.includes(mark));
      said.set(change.channelId, [...(said.get(change.channelId) ?? []), found?.[1] ?? words]);
    }
  });
  return said;
}

/**
 * Three processes with two shards each, on one Discord and one database: servers go down and come back while one of them is killed,
 * and while all of them are replaced by four. What each guild was told is counted in the end, and who asked each server in a round
 * in which nothing happens.
 */
export async function runFleet(options: FleetOptions): Promise<FleetResult> {
  const { guilds: count, servers: serverCount, group, seed, progress = () => {} } = options;
  const random = dice(seed).roll;
  const clock = createJourneyClock();
  const servers = await startFleetServers({ count: serverCount, now: clock.now, group });
  const discord = await startLocalDiscord({
    now: clock.now,
    setUp: fleetSetUp(count),
    sharding: { recommended: 6, maxConcurrency: 16 },
  });
  const said = listen(discord);
  const guilds = fleetGuilds(discord, servers.hosts, options.watchesPerGuild);
  const expected = new Map<string, string[]>(guilds.map(({ id }) => [id, []]));
  const wrong: string[] = [];
  let stopMs = 0;
  let bots: KillableBot[] = [];

  const processOf = (division: Record<string, string>): KillableBot =>
    killableBot({
      environment: { ...botEnvironment(discord, options.storeUrl), ...division },
      // One clock for all: whoever gives the order moves it, once.
      clock: { now: clock.now, advance: () => {} },
    });

  async function start(processes: number): Promise<void> {
    bots = divisions(processes).map(processOf);
    const [first, ...others] = bots;
    await first?.start();
    await Promise.all(others.map((bot) => bot.start()));
    progress(`${processes} processes run`);
  }

  /** The process that the story kills; nobody else may end. */
  let victim: KillableBot | undefined;

  async function tell(order: Order): Promise<void> {
    const done = bots.map(async (bot) => {
      if (!(await bot.tell(order)) && bot !== victim) {
        wrong.push(`a process ended by itself at the order to ${order.do}`);
      }
    });
    if (order.do === 'advance') {
      clock.advance(order.ms);
    }
    await Promise.all(done);
  }

  /** A round and the repeated questions after it: enough to find out about any change. */
  async function lookAround(): Promise<void> {
    await tell({ do: 'advance', ms: MINUTE_MS });
    await tell({ do: 'round' });
    for (const ms of [5_000, 10_000]) {
      await tell({ do: 'advance', ms });
      await tell({ do: 'settle' });
    }
  }

  async function passQuietly(): Promise<void> {
    await tell({ do: 'advance', ms: BETWEEN_MS });
    await tell({ do: 'settle' });
  }

  function change(host: string, isUp: boolean): void {
    servers.setUp(host, isUp);
    for (const guild of guilds.filter(({ hosts }) => hosts.includes(host))) {
      expected.get(guild.id)?.push(isUp ? 'up' : 'down');
    }
    progress(`${host} is ${isUp ? 'up' : 'down'}`);
  }

  /** Everybody looks around; one process is killed meanwhile and started again. */
  async function killOne(): Promise<void> {
    const looking = lookAround();
    victim = bots[Math.floor(random() * bots.length)];
    await pause(random() * LONGEST_PAUSE_MS);
    await victim?.kill();
    await looking;
    await victim?.start();
    victim = undefined;
    progress('one was killed and started again');
  }

  async function stopAll(): Promise<void> {
    await Promise.all(
      bots.map(async (bot) => {
        const begun = performance.now();
        await bot.tell({ do: 'stop' });
        stopMs = Math.max(stopMs, Math.round(performance.now() - begun));
      }),
    );
    progress(`all have handed over, the slowest in ${stopMs} ms`);
  }

  /** Each is replaced by the next, one after the other, while the others go on. */
  async function replaceAll(): Promise<void> {
    for (const bot of bots) {
      const begun = performance.now();
      await bot.tell({ do: 'stop' });
      stopMs = Math.max(stopMs, Math.round(performance.now() - begun));
      await bot.kill();
      await bot.start();
    }
    progress('all were replaced, one after the other');
  }

  /** Until each guild has its board. */
  async function untilWritten(): Promise<void> {
    for (let n = 0; n < MOST_SECONDS; n += 1) {
      if (guilds.every(({ status }) => said.has(status))) {
        return;
      }
      await tell({ do: 'advance', ms: 1_000 });
      await tell({ do: 'settle' });
    }
  }

  /** How many processes asked each server in a round in which nothing happens, where that was not one. */
  async function oddAskers(): Promise<string[]> {
    servers.takeAskers();
    await tell({ do: 'advance', ms: MINUTE_MS });
    await tell({ do: 'round' });
    const askers = servers.takeAskers();
    const odd = servers.hosts.filter((host) => askers.get(host) !== 1);
    return odd.map((host) => `${host} by ${askers.get(host) ?? 0}`);
  }

  /**
   * Each server is asked by one process. The first quiet round may still be out of step after what happened before: the answers
   * that processes took from each other then are as old as they are.
   */
  async function countAskers(): Promise<void> {
    let odd = await oddAskers();
    for (let again = 0; again < 2 && odd.length > 0; again += 1) {
      progress(`out of step: ${odd.join()}`);
      odd = await oddAskers();
    }
    if (odd.length > 0) {
      wrong.push(`${bots.length} processes, servers not asked by exactly one: ${odd.join()}`);
    }
  }

  function judge(): void {
    for (const { id, alerts, status } of guilds) {
      const [told, should] = [(said.get(alerts) ?? []).join(), expected.get(id)?.join() ?? ''];
      if (told !== should) {
        wrong.push(`guild ${id} should have been told ${should}, and was told ${told}`);
      }
      if (said.get(status)?.length !== 1) {
        wrong.push(`guild ${id} has ${said.get(status)?.length ?? 0} boards`);
      }
    }
  }

  const { hosts } = servers;
  const last = hosts.at(-1) ?? '';
  try {
    await storeWatches(options.storeUrl, guilds, {
      port: servers.port,
      now: clock.now,
      settings: () => ({ board: true }),
    });
    await start(3);
    await lookAround();
    await untilWritten();
    await countAskers();

    for (let n = 0; n < options.outages; n += 1) {
      const host = hosts[n % hosts.length] ?? '';
      change(host, false);
      await killOne();
      await lookAround();
      await passQuietly();
      if (n > 0) {
        await replaceAll();
      }
      change(host, true);
      await lookAround();
      await passQuietly();
    }

    change(last, false);
    // Handed over in the middle: some know already that it is down, some notices are on their way.
    await tell({ do: 'advance', ms: MINUTE_MS });
    await tell({ do: 'round' });
    await tell({ do: 'advance', ms: 5_000 });
    await stopAll();
    await start(4);
    await lookAround();
    await lookAround();
    await passQuietly();
    change(last, true);
    await lookAround();
    await countAskers();
    judge();
    wrong.push(...discord.journal.surprises());
    const notices = guilds.reduce((sum, { alerts }) => sum + (said.get(alerts)?.length ?? 0), 0);
    return { notices, stopMs, wrong };
  } finally {
    await Promise.all(bots.map((bot) => bot.kill()));
    await Promise.all([discord.close(), servers.close()]);
  }
}
