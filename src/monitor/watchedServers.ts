import { serverKey } from '#snapshot/serverKey.ts';
import type { Target } from '#snapshot/target.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { GuildWatch } from './noticesFor.ts';

/** A distinct server and everybody who watches it. It is asked as the first of them named it. */
export type WatchedServer = { key: string; target: Target; watches: GuildWatch[] };

/** The target of a watch as the query core takes it. */
export function targetOf({ target: { host, port, game, encoding } }: Watch): Target {
  return { host, port, game, ...(encoding === null ? {} : { encoding }) };
}

/** The distinct servers that these guilds watch, by key, in a stable order. */
export function watchedServers(guilds: readonly GuildDocument[]): Map<string, WatchedServer> {
  const servers = new Map<string, WatchedServer>();
  for (const { guildId, watches } of guilds) {
    for (const watch of watches) {
      const target = targetOf(watch);
      const key = serverKey(target);
      const server = servers.get(key) ?? { key, target, watches: [] };
      server.watches.push({ guildId, watch });
      servers.set(key, server);
    }
  }
  return servers;
}
