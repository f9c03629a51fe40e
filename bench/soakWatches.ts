import { emptyGuild, type Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import { settledWatch } from './settledWatch.ts';

const PER_GUILD = 5;

const snowflake = (n: number): string => String(500_000_000_000_000_000n + BigInt(n));

/** Guilds of five watches; gives their ids. Every watch has a server, a channel and a message of its own already: what is measured is the daily work. */
export async function fillStore(store: Store, watches: number): Promise<string[]> {
  const guildIds: string[] = [];
  for (let first = 0; first < watches; first += PER_GUILD) {
    const guildId = snowflake(9_000_000 + first);
    guildIds.push(guildId);
    const count = Math.min(PER_GUILD, watches - first);
    const its = Array.from({ length: count }, (_, n) => watchOn(first + n));
    await store.guilds.update(guildId, () => ({ ...emptyGuild(guildId), watches: its }));
  }
  return guildIds;
}

/** The how-manieth watch there is, each on a server, in a channel and with a message of its own. */
export const watchOn = (n: number): Watch =>
  settledWatch({
    number: n,
    host: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    port: 27015,
    game: null,
    channelId: snowflake(1_000_000 + n),
    messageId: snowflake(2_000_000 + n),
  });
