import { shownName } from '#monitor/shownName.ts';
import type { StatusView } from '#monitor/statusView.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Follow } from '#store/followDocument.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { LastSeen } from '#store/serverDocument.ts';
import type { Language } from '#text/texts.ts';
import { serverName, visibleNames } from './serverWords.ts';

/**
 * A watch, the raw name that people gave its server or that it was last known by, and its game (an id of the games table, or
 * what the server calls it); null when it never answered. `players`: raw names of who is on now, as far as the server tells.
 */
export type WatchedServer = {
  watch: Watch;
  name: string | null;
  game: string | null;
  players: readonly string[];
};

/** The guilds' watches as autocompletion needs them: in memory, because it has no time for the store (I1). */
export type WatchMemory = {
  /** Reads a guild from the store; to be called when the guild turns up. */
  load(guildId: string): Promise<void>;
  /** Takes over a document that was just written. */
  put(document: GuildDocument): void;
  /** Learns the name of a server and its players from the view of its status. */
  note(guildId: string, view: StatusView): void;
  forget(guildId: string): void;
  /** Of no guild, as in a conversation, there are none. */
  servers(guildId: string | null): readonly WatchedServer[];
  /** How many servers are watched, each counted once however many guilds watch it. */
  count(): number;
  follows(guildId: string): readonly Follow[];
  /** The guild's own choice of language; null when it made none. */
  language(guildId: string | null): Language | null;
};

/** An empty memory in front of a store. */
export function createWatchMemory(store: Pick<Store, 'guilds' | 'servers'>): WatchMemory {
  const guilds = new Map<string, GuildDocument>();
  const names = new Map<string, string>();
  const games = new Map<string, string>();
  const players = new Map<string, string[]>();
  const known = (guildId: string | null) => guilds.get(guildId ?? '');
  const nameKey = (guildId: string, watchId: string) => `${guildId}/${watchId}`;

  const learnGame = (guildId: string, watchId: string, lastSeen: LastSeen | null): void => {
    const game = lastSeen?.game ?? null;
    if (game !== null) {
      games.set(nameKey(guildId, watchId), game);
    }
  };

  const forget = (guildId: string): void => {
    for (const watch of guilds.get(guildId)?.watches ?? []) {
      names.delete(nameKey(guildId, watch.id));
      games.delete(nameKey(guildId, watch.id));
      players.delete(nameKey(guildId, watch.id));
    }
    guilds.delete(guildId);
  };

  return {
    async load(guildId) {
      const document = await store.guilds.get(guildId);
      for (const watch of document.watches) {
        const server = await store.servers.get(serverKey(targetOf(watch)));
        const name = server?.lastSeen?.name;
        if (name) {
          names.set(nameKey(guildId, watch.id), name);
        }
        learnGame(guildId, watch.id, server?.lastSeen ?? null);
      }
      guilds.set(guildId, document);
    },
    put: (document) => {
      guilds.set(document.guildId, document);
    },
    note(guildId, view) {
      if (view.snapshot.state === 'online' && view.watch.label === null) {
        names.set(nameKey(guildId, view.watch.id), serverName(view.snapshot, view.lastSeen));
      }
      players.set(nameKey(guildId, view.watch.id), visibleNames(view.snapshot));
      learnGame(guildId, view.watch.id, view.lastSeen);
    },
    forget,
    servers: (guildId) => {
      const guild = known(guildId);
      const key = ({ id }: Watch): string => nameKey(guild?.guildId ?? '', id);
      return (guild?.watches ?? []).map((watch) => ({
        watch,
        name: shownName(watch, names.get(key(watch)) ?? null),
        game: watch.target.game ?? games.get(key(watch)) ?? null,
        players: players.get(key(watch)) ?? [],
      }));
    },
    count: () => {
      const watched = [...guilds.values()].flatMap((guild) => guild.watches);
      return new Set(watched.map((watch) => serverKey(targetOf(watch)))).size;
    },
    language: (guildId) => known(guildId)?.language ?? null,
    follows: (guildId) => guilds.get(guildId)?.follows ?? [],
  };
}
