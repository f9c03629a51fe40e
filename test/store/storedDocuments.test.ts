import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { newestVersion, oldestVersion } from '#store/migrations.ts';
import { SCHEMAS } from '#store/namespaces.ts';
import { readDocument } from '#store/readDocument.ts';
import { watchOf } from './examples.ts';

const FOLDER = join(import.meta.dirname, 'stored');

/** A document as a bot of that time wrote it, and what matters of it when it is read today. */
type Example = { what: string; stored: unknown; read: Record<string, unknown> };

const versions = Object.entries(SCHEMAS).flatMap(([namespace, schema]) => {
  const oldest = oldestVersion(namespace);
  return Array.from({ length: newestVersion(namespace) - oldest + 1 }, (_, n) => ({
    namespace,
    version: oldest + n,
    kind: { namespace, schema: schema as z.ZodType<unknown>, inParts: false },
  }));
});

describe('a document that a bot of an earlier day wrote', () => {
  it.each(versions)('is read today: $namespace, version $version', async (given) => {
    const file = join(FOLDER, `${given.namespace}.${given.version}.json`);
    const examples: Example[] = JSON.parse(await readFile(file, 'utf8'));
    expect(examples).not.toEqual([]);
    for (const { what, stored, read } of examples) {
      const result = readDocument(given.kind, stored);
      expect(result, what).toMatchObject({ ok: true, lost: [], document: read });
    }
  });

  it('is written in its newest version from then on', () => {
    const meta = { namespace: 'meta', schema: SCHEMAS.meta, inParts: false };
    const first = readDocument(meta, 'abc');
    const again = readDocument(meta, first.ok ? first.document : null);
    expect(again).toEqual(first);
  });
});

const guilds = { namespace: 'guilds', schema: SCHEMAS.guilds, inParts: true };
const GUILD = '100000000000000001';
const guildOf = (different: object) => ({
  version: 2,
  guildId: GUILD,
  language: 'ru',
  watches: ['valley', 'island', 'harbour'].map((id) => watchOf({ id })),
  ...different,
});

/** What of a guild is read, and where what is not stood. */
function readGuild(stored: unknown) {
  const read = readDocument(guilds, stored);
  return read.ok ? { guild: read.document, lost: read.lost.map(({ place }) => place) } : read;
}

describe('a guild of which a part can not be read', () => {
  const idsOf = (stored: unknown) => {
    const read = readGuild(stored);
    return 'guild' in read ? read.guild.watches.map(({ id }) => id) : read.why;
  };

  it('goes on without the one watch', () => {
    const [valley, , harbour] = guildOf({}).watches;
    const stored = guildOf({ watches: [valley, { ...watchOf(), target: 'gone' }, harbour] });
    expect(idsOf(stored)).toEqual(['valley', 'harbour']);
    expect(readGuild(stored)).toMatchObject({ lost: ['watches/1'] });
  });

  it.each([
    ['a number where a watch should be', 7],
    ['nothing', null],
    ['a list', []],
  ])('goes on without %s', (_what, junk) => {
    const stored = guildOf({ watches: [junk, ...guildOf({}).watches, junk] });
    expect(idsOf(stored)).toEqual(['valley', 'island', 'harbour']);
  });

  it('keeps a watch whose alert can not be read, without the alert', () => {
    const threshold = { atLeast: 6, below: 4, roleId: null, cooldownMs: 0 };
    const watch = watchOf({ thresholds: [threshold, { ...threshold, atLeast: 0.5 }] });
    const read = readGuild(guildOf({ watches: [watch] }));
    expect(read).toMatchObject({
      guild: { watches: [{ thresholds: [threshold] }] },
      lost: ['watches/0/thresholds/1'],
    });
  });

  it('keeps all watches when the world has lost its time zone', () => {
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Atlantis', pings: 'wait' };
    const watches = [{ ...watchOf(), quietHours }];
    expect(readGuild(guildOf({ timeZone: 'Europe/Atlantis', watches }))).toMatchObject({
      guild: { language: 'ru', timeZone: null, watches: [{ id: 'watch1' }] },
      lost: expect.arrayContaining(['timeZone']),
    });
  });

  it('says what stood there and why it went', () => {
    const read = readDocument(guilds, guildOf({ boards: [{ channelId: 'general' }] }));
    expect(read).toMatchObject({
      ok: true,
      lost: [
        {
          place: 'boards/0',
          value: { channelId: 'general' },
          why: expect.stringMatching(/channelId/),
        },
      ],
    });
  });

  it.each([
    ['it is not known whose it is', { guildId: 7 }, /guildId/],
    ['a newer bot wrote it', { version: 99 }, /version 99 was written by a newer bot/],
    ['its version is none', { version: 'two' }, /version/],
  ])('can not go on when %s', (_what, different, why) => {
    expect(readGuild(guildOf(different))).toMatchObject({
      ok: false,
      why: expect.stringMatching(why),
    });
  });
});
