import type { History } from '#history/history.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import { followedKey } from '#store/followDocument.ts';
import type { GuildDocument } from '#store/guildDocument.ts';
import type { Incident } from '#store/incidentDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { Outbox } from './outbox.ts';
import { targetOf } from './watchedServers.ts';
import type { WishBook } from './wishBook.ts';

/** What went with guilds: so many wishes of people, and the history of so many servers. */
export type Forgotten = { wishes: number; servers: number };

type Belongings = {
  store: Store;
  outbox: Pick<Outbox, 'forgetGuild'>;
  wishes: Pick<WishBook, 'forgetGuild'>;
  history: Pick<History, 'forgetWatch' | 'forgetServers'>;
};

/** Drops what waits to be told in a guild, and what was kept for its watches and lists. */
async function forgetParts(
  { store, outbox, wishes, history }: Belongings,
  { guildId, watches, follows }: GuildDocument,
): Promise<number> {
  await outbox.forgetGuild(guildId);
  for (const { id } of watches) {
    await history.forgetWatch(guildId, id);
  }
  for (const { id } of follows) {
    await store.followed.delete(followedKey(guildId, id));
  }
  return wishes.forgetGuild(guildId);
}

const withoutGuilds = (incident: Incident, guildIds: ReadonlySet<string>): Incident => ({
  ...incident,
  watches: incident.watches.filter(({ guildId }) => !guildIds.has(guildId)),
});

/** Takes the guilds out of all outages; gives the servers of those. */
async function leaveIncidents(
  { store }: Belongings,
  guildIds: ReadonlySet<string>,
): Promise<string[]> {
  const found: Pick<Incident, 'id' | 'server'>[] = [];
  await store.incidents.visit(({ id, server, watches }) => {
    if (watches.some(({ guildId }) => guildIds.has(guildId))) {
      found.push({ id, server });
    }
  });
  for (const { id } of found) {
    await store.incidents.update(id, (before) => before && withoutGuilds(before, guildIds));
  }
  return found.map(({ server }) => server);
}

/** Those of the servers that nobody watches, in no guild of any process. */
async function unwatched(
  { store }: Belongings,
  servers: ReadonlySet<string>,
  guildIds: ReadonlySet<string>,
): Promise<string[]> {
  const left = new Set(servers);
  await store.guilds.visit(({ guildId, watches }) => {
    for (const watch of guildIds.has(guildId) ? [] : watches) {
      left.delete(serverKey(targetOf(watch)));
    }
  });
  return [...left];
}

/**
 * Forgets everything that belongs to guilds but their documents: notices, wishes of people there, planned work, what lists had on
 * them, and what of all that could not be read; outages and history of their servers, where nobody else watches them. `guilds` are they as they were set up. Broken off,
 * it can be begun again. Throws StoreError.
 */
export async function forgetGuilds(
  belongings: Belongings,
  guilds: readonly GuildDocument[],
): Promise<Forgotten> {
  const guildIds = new Set(guilds.map(({ guildId }) => guildId));
  let wishes = 0;
  for (const guild of guilds) {
    wishes += await forgetParts(belongings, guild);
  }
  const servers = new Set(
    guilds.flatMap(({ watches }) => watches.map((watch) => serverKey(targetOf(watch)))),
  );
  for (const server of await leaveIncidents(belongings, guildIds)) {
    servers.add(server);
  }
  const alone = await unwatched(belongings, servers, guildIds);
  const { store, history } = belongings;
  for (const server of alone) {
    await store.incidents.deleteOf(server);
    await store.servers.delete(server);
  }
  await history.forgetServers(alone);
  await store.setAside.forgetGuilds(guildIds);
  return { wishes, servers: alone.length };
}
