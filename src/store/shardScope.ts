/** The shards of one process among all that the bot has; `count` is that of all processes together. */
export type ShardScope = { readonly ids: readonly number[]; readonly count: number };

/** One process has everything, however many shards Discord recommends to it. */
export const EVERYTHING: ShardScope = Object.freeze({ ids: Object.freeze([0]), count: 1 });

const TIME_BITS = 22n;

/** The shard that gets a guild's events: (guild_id >> 22) % count, as Discord has it. */
export const shardOf = (guildId: string, count: number): number =>
  Number((BigInt(guildId) >> TIME_BITS) % BigInt(count));

/** Whether the process with these shards has that guild. */
export const hasGuild = ({ ids, count }: ShardScope, guildId: string): boolean =>
  count === 1 || ids.includes(shardOf(guildId, count));

/** What is done once for all processes is done by the one with shard 0, which also gets all that is outside of guilds. */
export const isFirst = ({ ids }: ShardScope): boolean => ids.includes(0);

/** The part of the bot that this process has, 0 to 1. */
export const shareOf = ({ ids, count }: ShardScope): number => ids.length / count;

/** "0,1,2/16", or "" for everything: the same shards have the same name. */
export const scopeName = ({ ids, count }: ShardScope): string =>
  count === 1 ? '' : `${[...ids].sort((a, b) => a - b).join()}/${count}`;

/** The shards that a name means; null when it is none. */
export function namedScope(name: string): ShardScope | null {
  if (name === '') {
    return EVERYTHING;
  }
  const [, ids = '', count = ''] = /^(\d+(?:,\d+)*)\/(\d+)$/.exec(name) ?? [];
  return ids === '' ? null : { ids: ids.split(',').map(Number), count: Number(count) };
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Whether some guild can belong to both, whatever their counts are. */
export function overlaps(one: ShardScope, other: ShardScope): boolean {
  const common = divisor(one.count, other.count);
  const rests = new Set(one.ids.map((id) => id % common));
  return other.ids.some((id) => rests.has(id % common));
}
