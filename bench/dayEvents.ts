import { untilSeen } from '../test/journeys/harbourStory.ts';
import type { DayWorld } from './dayWorld.ts';

/** Every so many minutes another server goes down, and is back so many minutes later. */
const OUTAGES = { every: 60, first: 5, last: 6 };
/** One outage in so many is silence; the others are closed ports, of which the bot knows in a tenth of a second. */
const SILENT = 6;
/** In these minutes of the hour somebody asks how a server is. */
const ASKED_AT = [2, 17, 32, 47];
/** In this minute of the hour somebody removes a watch and adds another one. */
const GUEST_AT = 15;
/** So often the connection to the gateway ends, cut and on Discord's own wish by turns (minutes). */
const CUTS = { every: 180, first: 20 };

/** The how-manieth time something happens that happens every so many minutes; null when it does not happen in this one. */
const turnAt = (minute: number, { every, first }: { every: number; first: number }) =>
  minute >= first && (minute - first) % every === 0 ? (minute - first) / every : null;

/** Ada's command, to its answer. */
async function ask(
  { discord, guilds, servers }: DayWorld,
  command: string,
  { guild: place, host, ...options }: { guild: number; host: string; game?: string },
): Promise<void> {
  const guild = guilds[place % guilds.length];
  const { interaction } = discord.people.runCommand({
    ...{ as: 'ada', in: guild?.status ?? '', command },
    options: { server: `${host}:${servers.port}`, ...options },
  });
  await untilSeen(discord, `the answer to ${command}`, () => interaction.status === 'answered');
}

async function setServer({ servers, residents }: DayWorld, outage: number, isUp: boolean) {
  const host = residents[outage % residents.length] ?? '';
  if (outage % SILENT === SILENT - 1) {
    servers.setUp(host, isUp);
  } else {
    await servers.setRunning(host, isUp);
  }
}

async function cutGateway({ discord }: DayWorld, turn: number): Promise<void> {
  const { gateway } = discord;
  const gone = untilSeen(discord, 'the end of the connection', () => !gateway.connected());
  if (turn % 2 === 0) {
    gateway.drop();
  } else {
    gateway.askReconnect();
  }
  await gone;
  await untilSeen(discord, 'the connection again', () => gateway.connected());
}

/** The guest of the hour before leaves, another one comes. */
async function changeGuests(world: DayWorld, hour: number): Promise<void> {
  const [left, come] = [world.guests[hour - 1], world.guests[hour]];
  if (left !== undefined) {
    await ask(world, '/watch remove', { guild: 0, host: left });
  }
  if (come !== undefined) {
    await ask(world, '/watch add', { guild: 0, host: come, game: 'teamfortress2' });
  }
}

/** What people, servers and Discord do in a minute of the day (the first is 1), before the bot looks around. */
export async function passEvents(world: DayWorld, minute: number): Promise<void> {
  const down = turnAt(minute, OUTAGES);
  const up = turnAt(minute - OUTAGES.last, OUTAGES);
  const cut = turnAt(minute, CUTS);
  const hour = Math.floor(minute / 60);
  if (down !== null) {
    await setServer(world, down, false);
  }
  if (up !== null) {
    await setServer(world, up, true);
  }
  if (cut !== null) {
    await cutGateway(world, cut);
  }
  if (minute % 60 === GUEST_AT) {
    await changeGuests(world, hour);
  }
  if (ASKED_AT.includes(minute % 60)) {
    const host = world.residents[minute % world.residents.length] ?? '';
    await ask(world, '/status', { guild: minute, host, game: 'teamfortress2' });
  }
}
