import { shownName } from '#monitor/shownName.ts';
import type { StatusView } from '#monitor/statusView.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Follow } from '#store/followDocument.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { Language } from '#text/texts.ts';
import { serverName, visibleNames } from './serverWords.ts';

/**
 * A watch, the raw name that people gave its server or that it was last known by, and its game (an id of the games table, or
 * what the server calls it); null when it never answered.
 */
export type WatchedServer = { watch: Watch; name: string | null; game: string | null };

/** The guilds' watches as autocompletion needs them: in memory, because it has no time for the store (I1). */
export type WatchMemory = {
  /** Reads a guild from the store; to be called when the guild turns up. */
  load(guildId: string): Promise<void>;
  /** Learns the name of a server and who is on it from the view of its status. */
  note(guildId: string, view: StatusView): void;
  forget(guildId: string): void;
  /** Of no guild, as in a conversation, there are none. */
  servers(guildId: string | null): readonly WatchedServer[];
  /** Raw names of who is on a watched server now, as far as it tells. */
  players(guildId: string, watchId: string): readonly string[];
  /** How many watches there are, and how many servers they are of, each counted once. */
  counts(): { watches: number; servers: number };
  follows(guildId: string): readonly Follow[];
  /** The guild's own choice of language; null when it made none. */
  language(guildId: string | null): Language | null;
};

/** What is known of the server of a watch; null = nothing yet. */
type Seen = { name: string | null; game: string | null; snapshot: Snapshot | null };

const UNSEEN: Seen = { name: null, game: null, snapshot: null };

/** An empty memory in front of a store. */
export function createWatchMemory(store: Pick<Store, 'guilds' | 'servers'>): WatchMemory {
  const guilds = new Map<string, GuildDocument>();
  /** By guild and watch. */
  const seen = new Map<string, Seen>();
  /** How many watches each server has. */
  const watchesOf = new Map<string, number>();
  let watches = 0;
  const keyOf = (guildId: string, watchId: string) => `${guildId}/${watchId}`;
  const known = (guildId: string | null) => guilds.get(guildId ?? '');
  const seenOf = (guildId: string, watchId: string): Seen =>
    seen.get(keyOf(guildId, watchId)) ?? UNSEEN;

  /** What is null is not learned anew. */
  const learn = (guildId: string, watchId: string, { name, game, snapshot }: Seen): void => {
    const before = seenOf(guildId, watchId);
    seen.set(keyOf(guildId, watchId), {
      name: name ?? before.name,
      game: game ?? before.game,
      snapshot: snapshot ?? before.snapshot,
    });
  };

  /** Counts the watches of a guild in (1) or out (-1). */
  const tally = (guildId: string, by: 1 | -1): void => {
    for (const watch of guilds.get(guildId)?.watches ?? []) {
      const server = serverKey(targetOf(watch));
      const count = (watchesOf.get(server) ?? 0) + by;
      if (count === 0) {
        watchesOf.delete(server);
      } else {
        watchesOf.set(server, count);
      }
      watches += by;
    }
  };

  /** Forgets the watches of a guild that `after` has no more. */
  const forgetGone = (guildId: string, after: readonly Watch[]): void => {
    const ids = after.map(({ id }) => id);
    for (const { id } of guilds.get(guildId)?.watches ?? []) {
      if (!ids.includes(id)) {
        seen.delete(keyOf(guildId, id));
      }
    }
  };

  return {
    async load(guildId) {
      const document = await store.guilds.get(guildId);
      for (const watch of document.watches) {
        const server = await store.servers.get(serverKey(targetOf(watch)));
        const { name = null, game = null } = server?.lastSeen ?? {};
        learn(guildId, watch.id, { name: name || null, game, snapshot: null });
      }
      forgetGone(guildId, document.watches);
      tally(guildId, -1);
      guilds.set(guildId, document);
      tally(guildId, 1);
    },
    note(guildId, { watch, snapshot, lastSeen }) {
      const isNamed = snapshot.state === 'online' && watch.label === null;
      learn(guildId, watch.id, {
        name: isNamed ? serverName(snapshot, lastSeen) : null,
        game: lastSeen?.game ?? null,
        snapshot,
      });
    },
    forget(guildId) {
      forgetGone(guildId, []);
      tally(guildId, -1);
      guilds.delete(guildId);
    },
    servers: (guildId) => {
      const guild = known(guildId);
      return (guild?.watches ?? []).map((watch) => {
        const { name, game } = seenOf(guild?.guildId ?? '', watch.id);
        return { watch, name: shownName(watch, name), game: watch.target.game ?? game };
      });
    },
    players: (guildId, watchId) => {
      const { snapshot } = seenOf(guildId, watchId);
      return snapshot === null ? [] : visibleNames(snapshot);
    },
    counts: () => ({ watches, servers: watchesOf.size }),
    language: (guildId) => known(guildId)?.language ?? null,
    follows: (guildId) => guilds.get(guildId)?.follows ?? [],
  };
}
