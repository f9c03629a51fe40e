import type { Logger } from 'pino';
import type { GuildDocument } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';

/** Whether a guild of this process has the bot no more; an outage of Discord is no departure. */
export type IsGone = (guildId: string) => boolean;

/** What becomes of guilds that removed the bot. */
export type Departures = {
  /**
   * Notes who left and who (of `here`) is back, and removes what was kept long enough; looks for them now and then only. Throws
   * StoreError: the next call tries again.
   */
  pass(here: readonly GuildDocument[]): Promise<void>;
};

const DAY_MS = 86_400_000;
/** Settings are kept so long for a guild that takes the bot in again. */
export const KEPT_DAYS = 30;
const LOOK_EVERY_MS = 600_000;

/** Whether what is kept of a guild is to be removed. Pure. */
const isOver = ({ leftAt }: GuildDocument, now: number): boolean =>
  leftAt !== null && now - leftAt >= KEPT_DAYS * DAY_MS;

/** Makes it; the first look for those that left is in the first call. */
export function createDepartures(parts: {
  store: Pick<Store, 'guilds'>;
  isGone: IsGone;
  /** Removes all that belongs to guilds but their documents. */
  forget: (guilds: readonly GuildDocument[]) => Promise<unknown>;
  now: () => number;
  log: Logger;
}): Departures {
  const { isGone, forget, now, log } = parts;
  const { guilds } = parts.store;
  let lookedAt: number | null = null;

  const noteLeft = async ({ guildId, leftAt }: GuildDocument): Promise<void> => {
    if (leftAt === null) {
      await guilds.update(guildId, (before) => ({ ...before, leftAt: now() }));
      log.info({ event: 'guild-left', guildId, keptDays: KEPT_DAYS }, 'its settings are kept');
    }
  };

  const noteBack = async ({ guildId, leftAt }: GuildDocument): Promise<void> => {
    if (leftAt !== null && !isGone(guildId)) {
      await guilds.update(guildId, (before) => ({ ...before, leftAt: null }));
      log.info({ event: 'guild-back', guildId }, 'a guild that had left goes on as it was set up');
    }
  };

  async function lookForThem(): Promise<void> {
    const ids = (await guilds.ids()).filter(isGone);
    const away = await Promise.all(ids.map((id) => guilds.get(id)));
    for (const guild of away) {
      await noteLeft(guild);
    }
    const over = away.filter((guild) => isOver(guild, now()));
    if (over.length === 0) {
      return;
    }
    await forget(over);
    for (const { guildId } of over.filter((guild) => isGone(guild.guildId))) {
      await guilds.delete(guildId);
      log.info({ event: 'guild-removed', guildId }, 'all that was kept of a guild is deleted');
    }
  }

  return {
    async pass(here) {
      for (const guild of here) {
        await noteBack(guild);
      }
      if (lookedAt === null || Math.abs(now() - lookedAt) >= LOOK_EVERY_MS) {
        lookedAt = now();
        await lookForThem().catch((error: unknown) => {
          lookedAt = null;
          throw error;
        });
      }
    },
  };
}
