import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWishBook } from '#monitor/wishBook.ts';
import { WISH_LIFE_MS, withoutWishes, withWish } from '#monitor/wishChange.ts';
import { openStore } from '#store/openStore.ts';
import { openDatabase, whyNoDatabase } from './databases.ts';
import { personOf, wishOf } from './examples.ts';

const log = pino({ level: 'silent' });
const NOW = Date.UTC(2026, 10, 30);
/** On shard 1 of two. */
const GUILD = String(((1n << 40n) + 1n) << 22n);
const PERSON = { personId: personOf().personId, guildId: GUILD };

for (const kind of ['redis', 'postgres'] as const) {
  const why = await whyNoDatabase(kind);

  describe.skipIf(why !== null)(
    `two processes and one ${kind}${why === null ? '' : `: ${why}`}`,
    () => {
      async function open() {
        const { url, dispose } = await openDatabase(kind);
        onTestFinished(dispose);
        const books = [0, 1].map(async (shard) => {
          const scope = { ids: [shard], count: 2 };
          const store = await openStore(url, { log, scope, now: () => NOW });
          onTestFinished(() => store.close());
          return { store, book: createWishBook({ store, now: () => NOW }) };
        });
        const [first, home] = await Promise.all(books);
        if (first === undefined || home === undefined) {
          throw new Error('both are open');
        }
        return { first, home };
      }

      const ask = (book: ReturnType<typeof createWishBook>, id: string, atLeast: number) =>
        book.change(PERSON, (before) =>
          withWish(
            before,
            { ...personOf(), ...PERSON },
            wishOf({ id, occasion: { kind: 'players', atLeast }, expiresAt: NOW + WISH_LIFE_MS }),
          ),
        );

      it('what both change at the same moment is there afterwards', async () => {
        const { first, home } = await open();
        const ids = Array.from({ length: 12 }, (_, n) => `wish00${String(n).padStart(2, '0')}`);
        await Promise.all(ids.map((id, n) => ask(n % 2 === 0 ? first.book : home.book, id, n + 1)));
        const [person] = await home.book.ofPerson(PERSON.personId);
        expect(person?.wishes.map(({ id }) => id).sort()).toEqual(ids);
      });

      it('what one stops in a direct message the other tells no more', async () => {
        const { first, home } = await open();
        await ask(home.book, 'wish0001', 5);
        expect(await home.book.of(GUILD, 'watch1')).toHaveLength(1);
        await first.book.change(PERSON, (before) => before && withoutWishes(before, () => true));
        expect(await home.book.find(PERSON, 'wish0001')).toBeNull();
        await home.book.passTime([]);
        expect(await home.book.of(GUILD, 'watch1')).toEqual([]);
        expect(await home.store.people.takeChanged()).toEqual([]);
      });
    },
  );
}
