import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalDiscord, startLocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { tf2Server } from '#sandbox/servers/tf2Server.ts';
import { botEnvironment } from '../test/journeys/botEnvironment.ts';
import {
  type FleetGuild,
  fleetGuilds,
  fleetSetUp,
  storeWatches,
} from '../test/journeys/fleetGuilds.ts';
import { type FleetServers, startFleetServers } from '../test/journeys/fleetServers.ts';
import { createJourneyClock } from '../test/journeys/journeyClock.ts';
import { type KillableBot, killableBot } from '../test/journeys/killableBot.ts';

const MINUTE_MS = 60_000;
const PER_GUILD = 5;
/** With the guest as many as a round asks at once: further ones would be asked later, and time stands still while it asks. */
const RESIDENTS = 15;
/** One in so many guilds has a message for each server; the others have a board. */
const OWN_MESSAGES = 2;
/** One in so many of those messages has a graph. */
const GRAPHS = 5;
/** Servers of this day are at 127.1.GROUP.1 and on; another day on this machine has other addresses, most likely. */
const GROUP = 20 + (process.pid % 200);
/** Discord's 41 s are a minute and more of the day to a fifth of a second here. */
const HEARTBEAT_MS = 1_000;
/** Somebody comes or goes about every twenty minutes: a bot may make 50 requests in a second that really passes. */
const HABITS = {
  ...tf2Server.habits,
  arrivalEvery: 40 * MINUTE_MS,
  stay: 80 * MINUTE_MS,
  mapLasts: 120 * MINUTE_MS,
};

/** A bot in a process of its own, and all that it has to do with, in this one. */
export type DayWorld = {
  bot: KillableBot;
  discord: LocalDiscord;
  servers: FleetServers;
  guilds: readonly FleetGuild[];
  /** HOST of the servers that are watched all day, and of those that are watched for an hour each. */
  residents: readonly string[];
  guests: readonly string[];
  close(): Promise<void>;
};

/** Starts it with so many watches of the residents, at least; the bot runs when this resolves. */
export async function startDayWorld({
  watches,
  hours,
}: {
  watches: number;
  hours: number;
}): Promise<DayWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'crowsnest-day-'));
  const storeUrl = `sqlite://${join(folder, 'day.sqlite')}`;
  const clock = createJourneyClock();
  const { now } = clock;
  const servers = await startFleetServers({
    count: RESIDENTS + Math.ceil(hours),
    now,
    group: GROUP,
    habits: HABITS,
  });
  const discord = await startLocalDiscord({
    now,
    setUp: fleetSetUp(Math.ceil(watches / PER_GUILD)),
    heartbeatIntervalMs: HEARTBEAT_MS,
  });
  const residents = servers.hosts.slice(0, RESIDENTS);
  const guilds = fleetGuilds(discord, residents, PER_GUILD);
  const bot = killableBot({ environment: botEnvironment(discord, storeUrl), clock });
  const world = { bot, discord, servers, guilds, residents };
  const close = async () => {
    await bot.kill();
    await Promise.all([discord.close(), servers.close()]);
    await rm(folder, { recursive: true });
  };
  try {
    await storeWatches(storeUrl, guilds, {
      port: servers.port,
      now,
      settings: (place, n) =>
        place % OWN_MESSAGES === 0 ? { graph: n % GRAPHS === 0 } : { board: true },
    });
    await bot.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { ...world, guests: servers.hosts.slice(RESIDENTS), close };
}
