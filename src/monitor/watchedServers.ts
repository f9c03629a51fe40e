import { serverKey } from '#snapshot/serverKey.ts';
import type { Target } from '#snapshot/target.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { GuildWatch } from './noticesFor.ts';

/**
 * A distinct server and everybody who watches it. It is asked as the first of them named it, and its texts are read in the
 * code page that somebody chose.
 */
export type WatchedServer = { key: string; target: Target; watches: GuildWatch[] };

/** The target of a watch as the query core takes it. */
export function targetOf({
  target: { host, port, game, encoding },
}: Pick<Watch, 'target'>): Target {
  return { host, port, game, ...(encoding === null ? {} : { encoding }) };
}

function withEncodingOf({ encoding }: Target, target: Target): Target {
  return encoding === undefined || target.encoding !== undefined ? target : { ...target, encoding };
}

/** The watches of these guilds that are paused. */
export const pausedWatches = (guilds: readonly GuildDocument[]): GuildWatch[] =>
  guilds.flatMap(({ guildId, watches }) =>
    watches.filter(({ paused }) => paused !== null).map((watch) => ({ guildId, watch })),
  );

/** The distinct servers that these guilds watch, by key, in a stable order; paused watches are none. */
export function watchedServers(guilds: readonly GuildDocument[]): Map<string, WatchedServer> {
  const servers = new Map<string, WatchedServer>();
  for (const { guildId, watches } of guilds) {
    for (const watch of watches.filter(({ paused }) => paused === null)) {
      const target = targetOf(watch);
      const key = serverKey(target);
      const server = servers.get(key) ?? { key, target, watches: [] };
      server.target = withEncodingOf(target, server.target);
      server.watches.push({ guildId, watch });
      servers.set(key, server);
    }
  }
  return servers;
}

/** The watched servers of this process, kept in step with what people add and take away between two rounds. */
export type ServerList = {
  all(): ReadonlyMap<string, WatchedServer>;
  set(servers: Map<string, WatchedServer>, paused: readonly GuildWatch[]): void;
  /** Whether a paused watch means this server. */
  isPaused(key: string): boolean;
  /** The server a watch means, known or new. */
  serverOf(watch: Watch): WatchedServer;
  join(guildId: string, watch: Watch): void;
  /** Takes a watch out, a paused one too; gives the keys of servers that nobody watches any more. */
  leave(guildId: string, watchId: string): string[];
};

/** Makes an empty list. */
export function createServerList(): ServerList {
  let servers = new Map<string, WatchedServer>();
  /** By server key. */
  let paused = new Map<string, GuildWatch[]>();

  const keyOf = ({ watch }: GuildWatch): string => serverKey(targetOf(watch));

  const serverOf = (watch: Watch): WatchedServer => {
    const target = targetOf(watch);
    const key = serverKey(target);
    return servers.get(key) ?? { key, target, watches: [] };
  };

  return {
    all: () => servers,
    set(found, resting) {
      servers = found;
      paused = Map.groupBy(resting, keyOf);
    },
    isPaused: (key) => paused.has(key),
    serverOf,
    join(guildId, watch) {
      const server = serverOf(watch);
      const others = server.watches.filter(
        (one) => one.guildId !== guildId || one.watch.id !== watch.id,
      );
      server.target = withEncodingOf(targetOf(watch), server.target);
      server.watches = [...others, { guildId, watch }];
      servers.set(server.key, server);
    },
    leave(guildId, watchId) {
      const isIt = (one: GuildWatch) => one.guildId === guildId && one.watch.id === watchId;
      const left: string[] = [];
      for (const [key, watches] of paused) {
        const others = watches.filter((one) => !isIt(one));
        if (others.length < watches.length) {
          left.push(key);
        }
        if (others.length === 0) {
          paused.delete(key);
        } else {
          paused.set(key, others);
        }
      }
      for (const server of servers.values()) {
        const others = server.watches.filter((one) => !isIt(one));
        if (others.length < server.watches.length && others.length === 0) {
          servers.delete(server.key);
          left.push(server.key);
        }
        server.watches = others;
      }
      return left;
    },
  };
}
