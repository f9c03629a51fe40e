import { pino } from 'pino';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { LEAST_INVITE } from '#sandbox/discord/permissionBits.ts';
import type { SetUp } from '#sandbox/discord/setUp.ts';
import { openStore } from '#store/openStore.ts';
import { usualSettings, type WatchSettings } from '#store/watchSettings.ts';
import type { FleetServers } from './fleetServers.ts';

/** A guild that watches servers: ids, and HOST of each server. */
export type FleetGuild = { id: string; status: string; alerts: string; hosts: string[] };

/** So many guilds of ada's, each with a channel for the status and one for notices. */
export const fleetSetUp = (count: number): SetUp => ({
  botName: 'Crowsnest',
  guilds: Array.from({ length: count }, (_, n) => ({
    name: `Guild ${n}`,
    everyone: ['VIEW_CHANNEL', 'SEND_MESSAGES'] as const,
    bot: LEAST_INVITE,
    roles: [],
    members: [{ name: 'ada' }],
    channels: [{ name: 'status' }, { name: 'alerts' }],
  })),
});

/** Each guild watches so many servers, all servers are watched by about as many guilds; what they share with others is chance. */
export function fleetGuilds(
  { state }: Pick<LocalDiscord, 'state'>,
  hosts: readonly string[],
  each: number,
): FleetGuild[] {
  return [...state.guilds.values()].map(({ id, channels }, place) => {
    const named = (name: string) =>
      [...channels.values()].find((channel) => channel.name === name)?.id ?? '';
    const own = Array.from({ length: each }, (_, n) => hosts[(place + 3 * n) % hosts.length] ?? '');
    return { id, status: named('status'), alerts: named('alerts'), hosts: [...new Set(own)] };
  });
}

/** Stores the watches of these guilds; `settings` of the how-manieth watch of the how-manieth guild. */
export async function storeWatches(
  url: string,
  guilds: readonly FleetGuild[],
  {
    port,
    now,
    settings,
  }: Pick<FleetServers, 'port'> & {
    now: () => number;
    settings: (place: number, n: number) => Partial<WatchSettings>;
  },
): Promise<void> {
  const store = await openStore(url, { log: pino({ level: 'silent' }), now });
  for (const [place, { id, status, alerts, hosts }] of guilds.entries()) {
    const watches = hosts.map((host, n) => ({
      id: `watch${n}`,
      target: { host, port, game: 'teamfortress2', encoding: null },
      channelId: status,
      noticeChannelId: alerts,
      roleId: null,
      ...usualSettings(),
      ...settings(place, n),
      message: null,
      trouble: null,
      noticeTrouble: null,
      createdAt: now(),
    }));
    await store.guilds.update(id, (guild) => ({ ...guild, greetedAt: now(), watches }));
  }
  await store.close();
}
