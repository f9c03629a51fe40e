import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '#store/openStore.ts';
import { StoreError } from '#store/storeError.ts';
import { DATABASES, openDatabase, type TestDatabase, whyNoDatabase } from './databases.ts';
import { incidentOf, noticeOf, personOf, serverOf, watchOf } from './examples.ts';
import { listeningLog } from './storeFolder.ts';

const GUILD = '100000000000000001';

const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it worked',
    (error: unknown) => (error instanceof StoreError ? error.kind : String(error)),
  );

/** What was told, but for how the database of this machine is set up. */
const told = ({ lines }: ReturnType<typeof listeningLog>) =>
  lines.filter(({ event }) => event !== 'store-risk');

describe.each(DATABASES)('a store in %s', (kind) => {
  let database: TestDatabase;
  const opened: Store[] = [];
  beforeEach(async (context) => {
    const missing = await whyNoDatabase(kind);
    if (missing !== null) {
      context.skip(missing);
    }
    database = await openDatabase(kind);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await database?.dispose();
  });

  async function open(listening = listeningLog()): Promise<Store> {
    const store = await openStore(database.url, { log: listening.log, now: () => 5 });
    opened.push(store);
    return store;
  }

  const keptAside = async () =>
    (await database.all()).filter(({ key }) => key.startsWith('unreadable:'));

  describe('what is kept', () => {
    it('is there after closing and opening again', async () => {
      const before = await open();
      await before.guilds.update(GUILD, (guild) => ({ ...guild, watches: [watchOf()] }));
      await before.servers.set(serverOf());
      await before.outbox.put(noticeOf());
      await before.meta.set('commands', 'abc');
      await before.close();

      const after = await open();
      expect((await after.guilds.get(GUILD)).watches).toEqual([watchOf()]);
      expect(await after.servers.get(serverOf().key)).toEqual(serverOf());
      expect(await after.outbox.all()).toEqual([noticeOf()]);
      expect(await after.meta.get('commands')).toBe('abc');
    });

    it('finds what a person asked for in every guild, and nothing of anybody else', async () => {
      const store = await open();
      const there = personOf({ guildId: '100000000000000002' });
      const other = personOf({ personId: '4000000000000000070' });
      for (const person of [personOf(), there, other]) {
        await store.people.set(person);
      }
      expect(await store.people.of(personOf().personId)).toEqual([personOf(), there]);
      await store.people.delete(there);
      expect(await store.people.all()).toEqual([personOf(), other]);
    });

    it('is nothing at first: an empty guild, no server, no notice', async () => {
      const store = await open();
      expect(await store.guilds.get(GUILD)).toMatchObject({ guildId: GUILD, watches: [] });
      expect(await store.guilds.ids()).toEqual([]);
      expect(await store.servers.get('a2s/nowhere:1')).toBeNull();
      expect(await store.outbox.all()).toEqual([]);
      expect(await store.meta.get('commands')).toBeNull();
    });

    it('comes back letter for letter, whatever players call themselves', async () => {
      const names = [
        ':base64:QUJD',
        ':colon',
        '::',
        '"quoted"',
        '\u{1F600}',
        "'; DROP TABLE keyv; --",
        '',
      ];
      const roster = { at: 1, map: null, players: names.map((name) => ({ name, seconds: null })) };
      const store = await open();
      await store.servers.set(serverOf({ roster }));
      expect((await store.servers.get(serverOf().key))?.roster).toEqual(roster);
    });

    it('is kept apart by namespace, and listed whole', async () => {
      const store = await open();
      const ids = Array.from({ length: 25 }, (_, n) => `1000000000000000${String(n + 10)}`);
      await Promise.all(ids.map((id) => store.guilds.update(id, (guild) => ({ ...guild }))));
      await store.meta.set(GUILD, 'not a guild');
      await store.guilds.delete(ids[3] ?? '');
      expect(await store.guilds.ids()).toEqual(ids.filter((_, n) => n !== 3));
    });

    it('lists waiting notices in the order of their making', async () => {
      const store = await open();
      const [late, early, middle] = [
        noticeOf({ id: '1', createdAt: 30 }),
        noticeOf({ id: '2', createdAt: 10 }),
        noticeOf({ id: '3', createdAt: 20 }),
      ];
      await Promise.all([late, early, middle].map((notice) => store.outbox.put(notice)));
      expect(await store.outbox.all()).toEqual([early, middle, late]);
    });
  });

  describe('changes of one guild', () => {
    it('are made one after the other: none is lost', async () => {
      const store = await open();
      const ids = Array.from({ length: 20 }, (_, n) => `watch${n}`);
      await Promise.all(
        ids.map((id) =>
          store.guilds.update(GUILD, (guild) => ({
            ...guild,
            watches: [...guild.watches, watchOf({ id })],
          })),
        ),
      );
      expect((await store.guilds.get(GUILD)).watches.map((watch) => watch.id)).toEqual(ids);
    });

    it('that fail leave the document as it was, and the next one goes on', async () => {
      const store = await open();
      await store.guilds.update(GUILD, (guild) => ({ ...guild, language: 'ru' }));
      const refused = store.guilds.update(GUILD, () => {
        throw new StoreError('misfit', 'no');
      });
      const next = store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [watchOf()] }));
      expect(await kindOf(refused)).toBe('misfit');
      expect(await next).toMatchObject({ language: 'ru', watches: [{ id: 'watch1' }] });
    });

    it('that are refused take no other one with them', async () => {
      const store = await open();
      const add = (id: string) =>
        store.guilds.update(GUILD, (guild) => ({
          ...guild,
          watches: [...guild.watches, watchOf({ id })],
        }));
      const results = await Promise.all(['first', 'NOT AN ID', 'third'].map(add).map(kindOf));
      expect(results).toEqual(['it worked', 'misfit', 'it worked']);
      const { watches } = await store.guilds.get(GUILD);
      expect(watches.map(({ id }) => id)).toEqual(['first', 'third']);
    });

    it('that come before a deletion are gone with it, those after it stay', async () => {
      const store = await open();
      const speak = (language: 'en' | 'ru') =>
        store.guilds.update(GUILD, (guild) => ({ ...guild, language }));
      const watch = () =>
        store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [watchOf()] }));
      await Promise.all([speak('ru'), watch(), store.guilds.delete(GUILD), speak('en')]);
      expect(await store.guilds.get(GUILD)).toMatchObject({ language: 'en', watches: [] });
    });

    it('make a new document: the one that was read stays as it was', async () => {
      const store = await open();
      await store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [watchOf()] }));
      const before = await store.guilds.get(GUILD);
      expect(() => before.watches.push(watchOf({ id: 'sneaky' }))).toThrow(TypeError);
      await store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [] }));
      expect(before.watches).toHaveLength(1);
    });

    it('that change nothing write nothing: a guild that nobody set up stays unknown', async () => {
      const store = await open();
      expect(await store.guilds.update(GUILD, (guild) => guild)).toEqual(
        await store.guilds.get(GUILD),
      );
      expect(await store.guilds.ids()).toEqual([]);
      const [, spoken] = await Promise.all([
        store.guilds.update(GUILD, (guild) => guild),
        store.guilds.update(GUILD, (guild) => ({ ...guild, language: 'ru' })),
      ]);
      expect(spoken.language).toBe('ru');
      expect(await store.guilds.ids()).toEqual([GUILD]);
    });

    it('that would not fit the schema are refused, not written', async () => {
      const store = await open();
      const broken = watchOf({ channelId: 'general' });
      const change = store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [broken] }));
      expect(await kindOf(change)).toBe('misfit');
      expect((await store.guilds.get(GUILD)).watches).toEqual([]);
    });
  });

  describe('a document that can not be read', () => {
    const damaged = ['{"value":{"version":9}}', '{"value":', 'null', '7', '{}', '{"value":null}'];

    it.each(damaged)('is set aside and reported, the rest goes on: %s', async (row) => {
      const listening = listeningLog();
      const first = await open();
      await first.servers.set(serverOf({ key: 'good' }));
      await first.servers.set(serverOf({ key: 'bad' }));
      await first.close();
      await database.byHand((rows) => rows.set({ key: 'servers:bad', value: row }));

      const store = await open(listening);
      expect(await store.servers.get('bad')).toBeNull();
      expect(await store.servers.get('good')).toEqual(serverOf({ key: 'good' }));
      await store.servers.set(serverOf({ key: 'bad' }));
      expect(await store.servers.get('bad')).toEqual(serverOf({ key: 'bad' }));

      const kept = await keptAside();
      expect(kept.map(({ key }) => key)).toEqual(['unreadable:servers:bad@5']);
      expect(await store.setAside.count()).toBe(1);
      expect(told(listening)).toMatchObject([{ event: 'document-set-aside' }]);
    });

    it('takes nothing else of its guild with it: one watch is set aside once, the others go on', async () => {
      const listening = listeningLog();
      const watches = [
        watchOf({ id: 'valley' }),
        { ...watchOf(), channelId: 'general' },
        watchOf({ id: 'island' }),
      ];
      const value = JSON.stringify({
        value: { version: 2, guildId: GUILD, language: 'ru', watches },
      });
      await database.byHand((rows) => rows.set({ key: `guilds:${GUILD}`, value }));
      for (let starts = 0; starts < 3; starts += 1) {
        const store = await open(listening);
        const guild = await store.guilds.get(GUILD);
        expect(guild).toMatchObject({
          language: 'ru',
          watches: [{ id: 'valley' }, { id: 'island' }],
        });
        await store.close();
      }
      expect(told(listening)).toMatchObject([
        {
          event: 'document-set-aside',
          namespace: 'guilds',
          key: GUILD,
          part: '/watches/1',
        },
      ]);
      const [kept, ...others] = await keptAside();
      expect(kept?.value).toContain('general');
      expect(others).toEqual([]);
    });

    it('is kept with its text, so that a person can mend it', async () => {
      const first = await open();
      await first.close();
      await database.byHand((rows) => rows.set({ key: `guilds:${GUILD}`, value: 'half a docu' }));
      const store = await open();
      await store.guilds.update(GUILD, (guild) => ({ ...guild, language: 'en' }));
      const [kept] = await keptAside();
      expect(kept?.value).toContain('half a docu');
    });

    it('goes with its guild and with its person, and nothing else does', async () => {
      const [other, person] = ['100000000000000002', personOf().personId];
      const store = await open();
      const aside = [
        'guilds:GUILD@5',
        'guilds:OTHER/watches/0@5',
        'people:PERSON/OTHER@5',
        'meta:x@5',
      ];
      const keyOf = (short: string) =>
        `unreadable:${short.replace('GUILD', GUILD).replace('OTHER', other).replace('PERSON', person)}`;
      const row = { why: 'broken', document: { pausedBy: person } };
      const about = { why: 'broken', document: { watches: [{ guildId: GUILD }] } };
      await database.byHand((rows) =>
        rows.setAll([
          ...aside.map((short) => ({ key: keyOf(short), value: JSON.stringify({ value: row }) })),
          { key: 'unreadable:incidents:1@5', value: JSON.stringify({ value: about }) },
        ]),
      );
      const left = async () => (await keptAside()).map(({ key }) => key);

      await store.setAside.forgetGuilds(new Set([GUILD]));
      expect(await left()).toEqual(aside.slice(1).map(keyOf).sort());
      await store.setAside.forgetPerson(person);
      expect(await left()).toEqual([keyOf('guilds:OTHER/watches/0@5'), keyOf('meta:x@5')]);
    });
  });

  describe('that a newer bot has written to', () => {
    const note = (versions: object) =>
      database.byHand((rows) =>
        rows.set({
          key: 'meta:versions',
          value: JSON.stringify({ value: { version: 1, text: JSON.stringify(versions) } }),
        }),
      );

    it('is left alone by an older one: nothing of it is put aside', async () => {
      const store = await open();
      await store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [watchOf()] }));
      await store.close();
      await note({ guilds: 99, meta: 1 });
      const before = await database.all();
      await expect(open()).rejects.toMatchObject({
        kind: 'newer',
        message: expect.stringMatching(/guilds in version 99.*put back a backup/),
      });
      expect(await database.all()).toEqual(before);
    });

    it('is read where that only keeps more, and so is one whose note is lost', async () => {
      await note({ guilds: 1, weather: 3 });
      expect(await (await open()).guilds.ids()).toEqual([]);
      await database.byHand((rows) => rows.set({ key: 'meta:versions', value: 'gone' }));
      expect(await (await open()).guilds.ids()).toEqual([]);
      expect(await keptAside()).toEqual([]);
    });
  });

  describe('closing', () => {
    it('waits for what is being written and takes nothing more', async () => {
      const store = await open();
      const writes = Array.from({ length: 50 }, (_, n) => store.meta.set(`n${n}`, String(n)));
      await store.close();
      await Promise.all(writes);
      expect(await kindOf(store.meta.set('late', 'x'))).toBe('closed');
      expect(await kindOf(store.close())).toBe('it worked');

      const again = await open();
      expect(await again.meta.get('n49')).toBe('49');
      expect(await again.meta.get('late')).toBeNull();
    });
  });

  describe('keys that begin alike', () => {
    it('bring the outages of one server, oldest first, and of no other', async () => {
      const store = await open();
      const mine = [100, 20, 3].map((since) => incidentOf({ server: 'a2s/a:1', since }));
      const others = ['a2s/a:10', 'a2s/a:', 'a2s/A:1', 'a2s/ä:1'].map((server) =>
        incidentOf({ server }),
      );
      await Promise.all([...mine, ...others].map((incident) => store.incidents.put(incident)));
      expect((await store.incidents.of('a2s/a:1')).map(({ since }) => since)).toEqual([3, 20, 100]);
      expect(await store.incidents.get('a2s/a:1@20')).toEqual(mine[1]);
    });

    it('are sorted by their bytes, whatever the language of the database', async () => {
      const store = await open();
      const names = ['b', 'B', 'a', 'ä', '_', '10', '9', 'z', '\u{1F600}', '\uFF5E'];
      const day = { version: 1, step: 1, every: 1, packed: '' } as const;
      await store.history.put('2026-11-30', new Map(names.map((name) => [name, day])));
      const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
      expect(await store.history.serversOn('2026-11-30')).toEqual([...names].sort(bytes));
    });

    it('are found and deleted day by day, however many there are', async () => {
      const store = await open();
      const servers = Array.from(
        { length: 1_203 },
        (_, n) => `a2s/host${String(n).padStart(4, '0')}:1`,
      );
      const day = { version: 1, step: 1, every: 1, packed: 'abc' } as const;
      await store.history.put('2026-11-29', new Map(servers.map((server) => [server, day])));
      await store.history.put('2026-11-30', new Map([['a2s/host0007:1', day]]));
      expect(await store.history.firstDay()).toBe('2026-11-29');
      expect(await store.history.serversOn('2026-11-29')).toEqual(servers);
      const asked = ['a2s/host0007:1', 'a2s/nowhere:1', 'a2s/host1202:1'];
      expect(await store.history.on('2026-11-29', asked)).toEqual([day, null, day]);
      await store.history.deleteDay('2026-11-29');
      expect(await store.history.firstDay()).toBe('2026-11-30');
      expect(await store.history.serversOn('2026-11-29')).toEqual([]);
    });
  });

  describe('many documents at once', () => {
    it('are written all or none', async () => {
      const store = await open();
      const good = { version: 1, step: 1, every: 1, packed: '' } as const;
      const bad = { ...good, every: 0 };
      const put = store.history.put(
        '2026-11-30',
        new Map([
          ['a', good],
          ['b', bad],
        ]),
      );
      expect(await kindOf(put)).toBe('misfit');
      expect(await store.history.serversOn('2026-11-30')).toEqual([]);
    });

    it('that are only kept are read at once, and written together', async () => {
      const store = await open();
      const keys = Array.from({ length: 600 }, (_, n) => `a2s/host${n}:1`);
      for (const key of keys) {
        store.servers.keep(serverOf({ key }));
      }
      expect(await store.servers.get('a2s/host3:1')).toEqual(serverOf({ key: 'a2s/host3:1' }));
      expect(await database.all()).toEqual([]);
      await store.servers.saveKept();
      expect(await database.all()).toHaveLength(600);
    });
  });

  describe('two stores in one database', () => {
    it('that are open at once see what the other one wrote, and one may be closed', async () => {
      const [one, other] = [await open(), await open()];
      await one.outbox.put(noticeOf());
      expect(await other.outbox.all()).toEqual([noticeOf()]);
      await one.close();
      await other.outbox.delete(noticeOf().id);
      expect(await other.outbox.all()).toEqual([]);
    });
  });

  describe('the time of the database', () => {
    it('is told question by question, also of those that fail', async () => {
      const seen: string[] = [];
      const store = await openStore(database.url, {
        log: listeningLog().log,
        observe: ({ name, namespace, ms, failed }) => {
          expect(ms).toBeGreaterThanOrEqual(0);
          seen.push(`${name} ${namespace}${failed ? ' failed' : ''}`);
        },
      });
      opened.push(store);
      await store.meta.set('commands', 'abc');
      await store.meta.get('commands');
      await store.outbox.all();
      await store.history.put(
        '2026-11-30',
        new Map([['a', { version: 1, step: 1, every: 1, packed: '' }]]),
      );
      expect(seen).toEqual(['set meta', 'get meta', 'keys outbox', 'setAll history']);
      seen.length = 0;
      const { shared } = store;
      await shared?.write('a', { at: 1, snapshot: null }, 1000);
      await shared?.read('a');
      const release = await shared?.lease('a', 1000);
      await release?.();
      const told = ['lay shelf', 'read shelf', 'lease shelf', 'release shelf'];
      expect(seen).toEqual(shared === null ? [] : told);
    });
  });
});
