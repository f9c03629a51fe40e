import type { GuildDocument } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';

/** What is stored of the guilds this process is responsible for. Throws StoreError. */
export async function readGuildsHere(parts: {
  store: Pick<Store, 'guilds'>;
  guildIds: () => readonly string[];
}): Promise<GuildDocument[]> {
  const { guilds } = parts.store;
  const here = new Set(parts.guildIds());
  const ids = (await guilds.ids()).filter((id) => here.has(id));
  return Promise.all(ids.map((id) => guilds.get(id)));
}
