import { describe, expect, it } from 'vitest';
import { foundTarget, findFailure, foundReply } from '#discord/findPages.ts';
import type { FoundServer } from '#snapshot/foundServer.ts';
import type { FoundList } from '#snapshot/serverFinder.ts';
import { createTexts } from '#text/texts.ts';
import { NOON } from './pictures.ts';

const t = createTexts().in('en');
const ASKER = { page: 0, userId: '123456789012345678' };

const server = (change: Partial<FoundServer> = {}): FoundServer => ({
  target: { host: '203.0.113.5', port: 27015, game: null },
  ...{ address: '203.0.113.5', port: 27015, name: 'Pier', map: 'de_dust2', players: 3, max: 32 },
  ...{ password: false, tags: [], pve: null, cluster: null, asked: 'answered' },
  ...change,
});

const list = (servers: FoundServer[], change: Partial<FoundList> = {}): FoundList => ({
  ...{ id: 'list1', source: 'registered', servers, total: servers.length },
  ...{ complete: true, reason: 'whole', readAt: NOON },
  ...change,
});

const menu = (servers: FoundServer[]) =>
  foundReply(list(servers), ASKER, t)
    .components?.flatMap(({ components }) => components)
    .find((part) => 'options' in part)?.options;

describe('a page of servers', () => {
  it('tells of a server only what is known of it', () => {
    const bare = server({ name: null, map: null, players: null, max: null, asked: 'silent' });
    const { embeds = [] } = foundReply(list([bare]), ASKER, t);
    expect(embeds[0]?.description).toBe('1. · `203.0.113.5:27015` · no answer');
    expect(menu([bare])).toMatchObject([{ label: '1. 203.0.113.5:27015' }]);
  });

  it('shows tags for people, not those for programs', () => {
    const tagged = server({ tags: ['alltalk', 'OWNINGID:9013', 'LEGACY_i:0', 'payload'] });
    const { embeds = [] } = foundReply(list([tagged]), ASKER, t);
    expect(embeds[0]?.description).toContain('alltalk, payload ·');
  });

  it('offers no choice of a server that only Steam can reach', () => {
    const relayed = server({ target: null, address: '169.254.1.2' });
    expect(menu([relayed])).toBeUndefined();
    const { embeds = [] } = foundReply(list([relayed]), ASKER, t);
    expect(embeds[0]?.description).toContain('only through Steam');
  });

  it('says that a list was longer than what is shown', () => {
    const more = list([server()], { total: 900, complete: false, reason: 'limit' });
    const { embeds = [] } = foundReply(more, ASKER, t);
    expect(embeds[0]?.footer?.text).toBe('900 servers');
    expect(embeds[0]?.description).toMatch(/Only the first 1 is shown/);
    expect(embeds[0]?.description).toMatch(/longer than what I read/);
  });
});

it('a choice is read back as the server it stands for, an official ARK server without a port', () => {
  const [official] = menu([
    server({ target: { host: '203.0.113.9', port: null, game: 'ase' }, port: null }),
  ]) ?? [{ value: '' }];
  expect(foundTarget(official?.value ?? '')).toEqual({
    ...{ host: '203.0.113.9', port: null, game: 'ase' },
  });
  expect(foundTarget('no choice of ours')).toBeNull();
  expect(foundTarget('|203.0.113.9:99999')).toBeNull();
});

it('every way in which a source fails has words in every language', () => {
  const faults = ['timeout', 'no-key', 'limited', 'bad-request', 'aborted'] as const;
  for (const language of ['en', 'ru', 'pt-BR'] as const) {
    const words = faults.map((fault) => {
      const failure = { ok: false, source: '203.0.113.9:27010', fault, message: '' } as const;
      return findFailure(failure, createTexts().in(language)).embeds?.[0];
    });
    expect(new Set(words.map((embed) => embed?.description)).size).toBe(faults.length);
    expect(words[0]?.title).toContain('203.0.113.9:27010');
  }
});
