import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EVERYTHING,
  hasGuild,
  isFirst,
  namedScope,
  overlaps,
  type ShardScope,
  scopeName,
  shardOf,
} from '#store/shardScope.ts';

const guild = fc.bigInt({ min: 1n << 56n, max: (1n << 63n) - 1n }).map(String);
const scope: fc.Arbitrary<ShardScope> = fc
  .integer({ min: 1, max: 24 })
  .chain((count) =>
    fc
      .uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: count })
      .map((ids) => ({ ids, count })),
  );

describe('which process has a guild', () => {
  it('is told by the time in its id', () => {
    expect(shardOf('613425648685547541', 16)).toBe(Number((613425648685547541n >> 22n) % 16n));
    expect(shardOf('613425648685547541', 1)).toBe(0);
  });

  it('has one answer when the shards are divided among processes', () => {
    const divided = [
      [0, 1],
      [2, 3],
      [4, 5],
    ].map((ids) => ({ ids, count: 6 }));
    fc.assert(fc.property(guild, (id) => divided.filter((one) => hasGuild(one, id)).length === 1));
  });

  it('is everything for one process alone, however many shards Discord recommends', () => {
    fc.assert(fc.property(guild, (id) => hasGuild(EVERYTHING, id)));
    expect(isFirst(EVERYTHING)).toBe(true);
  });

  it('two processes overlap when some guild belongs to both', () => {
    fc.assert(
      fc.property(scope, scope, guild, (one, other, id) => {
        expect(hasGuild(one, id) && hasGuild(other, id) && !overlaps(one, other)).toBe(false);
      }),
    );
    expect(overlaps({ ids: [0, 1], count: 6 }, { ids: [2, 3], count: 6 })).toBe(false);
    expect(overlaps({ ids: [0], count: 2 }, { ids: [1, 3], count: 4 })).toBe(false);
    expect(overlaps({ ids: [0], count: 2 }, { ids: [2], count: 3 })).toBe(true);
  });

  it('a name says the shards, in whatever order they were given', () => {
    expect(scopeName({ ids: [3, 0], count: 8 })).toBe('0,3/8');
    expect(namedScope('0,3/8')).toEqual({ ids: [0, 3], count: 8 });
    expect(namedScope(scopeName(EVERYTHING))).toEqual(EVERYTHING);
    expect(namedScope('0-3')).toBeNull();
  });
});
