import { serverKey } from '#snapshot/serverKey.ts';
import type { GuildDocument } from '#store/guildDocument.ts';
import type { CoveredNotice, Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { OutboxFacts } from './outboxPlan.ts';
import { partsOf, wisherOf } from './watchChange.ts';
import { targetOf } from './watchedServers.ts';
import type { WishBook } from './wishBook.ts';

type Sources = { store: Store; wishes: Pick<WishBook, 'find'>; now: () => number };
type Guilds = ReadonlyMap<string, GuildDocument>;

/** Whether a person still waits for this: it was not stopped, the server is not paused, and an outage lasts. */
async function isWanted(
  { person, guildId, watchId, news }: CoveredNotice,
  guilds: Guilds,
  { store, wishes }: Sources,
): Promise<boolean> {
  const watch = guilds.get(guildId)?.watches.find(({ id }) => id === watchId);
  if (person === null || watch === undefined || watch.paused !== null) {
    return false;
  }
  if ((await wishes.find({ personId: person.id, guildId }, person.wishId)) === null) {
    return false;
  }
  const server = news.kind === 'down' ? await store.servers.get(serverKey(targetOf(watch))) : null;
  return news.kind !== 'down' || server?.availability.downSince === news.since;
}

/** Reads what has to be known about the notices that wait for one channel. */
export async function outboxFacts(
  queue: readonly Notice[],
  sources: Sources,
): Promise<OutboxFacts> {
  const ids = [...new Set(queue.map(({ guildId }) => guildId))];
  const read = async (id: string) => [id, await sources.store.guilds.get(id)] as const;
  const guilds = new Map(await Promise.all(ids.map(read)));
  const unwanted = new Set<string>();
  for (const part of queue.flatMap(partsOf)) {
    if (part.person !== null && !(await isWanted(part, guilds, sources))) {
      unwanted.add(part.id);
    }
  }
  return {
    now: sources.now(),
    watchOf(notice) {
      const guild = guilds.get(notice.guildId);
      return guild && wisherOf(guild, notice);
    },
    isWanted: ({ id }) => !unwanted.has(id),
  };
}
