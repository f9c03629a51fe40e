import { expect, it } from 'vitest';
import { redisRisks } from '#store/redisRisks.ts';

const infoOf = (policy: string, aof: string): string =>
  ['# Memory', `maxmemory_policy:${policy}`, '', '# Persistence', `aof_enabled:${aof}`, ''].join(
    '\r\n',
  );

it('a Redis that keeps what it has is no risk', () => {
  expect(redisRisks(infoOf('noeviction', '1'))).toEqual([]);
});

it.each([
  ['allkeys-lru', '1', [/maxmemory-policy allkeys-lru.*set it to noeviction/]],
  ['noeviction', '0', [/set appendonly to yes/]],
  ['volatile-ttl', '0', [/volatile-ttl/, /appendonly/]],
])(
  'a Redis with %s and an append-only file of %s is told with what to do',
  (policy, aof, words) => {
    expect(redisRisks(infoOf(policy, aof))).toEqual(words.map((one) => expect.stringMatching(one)));
  },
);

it('a Redis that does not say how it is set up is taken as it is', () => {
  expect(redisRisks('')).toEqual([]);
});
