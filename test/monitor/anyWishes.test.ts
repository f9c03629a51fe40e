import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitsPattern } from '#monitor/namePattern.ts';
import { withoutWishes } from '#monitor/wishChange.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Occasion } from '#store/personDocument.ts';
import { tries } from '#test/tries.ts';
import { offline, online, player } from './snapshots.ts';
import { GUILD, MINUTE, PIP, ROWAN, watchtower } from './watchtower.ts';

const OCCASIONS: readonly Occasion[] = [
  { kind: 'back' },
  { kind: 'down' },
  { kind: 'players', atLeast: 2 },
  { kind: 'player', pattern: 'A*' },
];
const NAMES = ['Ann', 'Abe', 'Bob'];

type Happening =
  | { what: 'outage' | 'doubt' | 'minute' | 'killed' | 'busy' | 'crash' | 'closed' | 'removed' }
  | { what: 'up' | 'change'; who: number }
  | { what: 'ask' | 'stop'; person: string; occasion: number }
  /** Discord is busy, something happens, and somebody wants to hear no more of anything before it is told. */
  | { what: 'regret'; person: string };

/** A wish as the test knows it: from when to when somebody wanted to hear it. */
type Wanted = { person: string; occasion: Occasion; from: number; to: number };

const crowd = (who: number) =>
  online(NAMES.filter((_, n) => (who & (1 << n)) !== 0).map((name) => player(name, null)));

/** Any life of a server, its bot, its Discord and of two people who ask and stop; gives what they were told, and when. */
async function live(happenings: readonly Happening[]) {
  const tower = await watchtower();
  await tower.add();
  await tower.monitor.round();
  const { now } = tower.clock;
  let watchId = 'watch1';
  const wanted = new Map<string, Wanted>();
  const close = (isMeant: (one: Wanted) => boolean) => {
    for (const [id, one] of wanted) {
      if (isMeant(one) && one.to === Number.POSITIVE_INFINITY) {
        wanted.set(id, { ...one, to: now() });
      }
    }
  };
  const stop = async (personId: string, isMeant: (occasion: Occasion) => boolean) => {
    await tower.monitor.wishes.change(
      { personId, guildId: GUILD },
      (before) => before && withoutWishes(before, (wish) => isMeant(wish.occasion)),
    );
    close((one) => one.person === personId && isMeant(one.occasion));
  };
  const weather: { at: number; up: boolean }[] = [{ at: now(), up: true }];
  const says = (snapshot: Snapshot) => {
    weather.push({ at: now(), up: snapshot.state === 'online' });
    tower.says(snapshot);
  };
  const act = async (happening: Happening): Promise<void> => {
    switch (happening.what) {
      case 'change':
        return void says(crowd(happening.who));
      case 'up':
        says(crowd(happening.who));
        await tower.minutes(1);
        return tower.pass(5_000);
      case 'doubt':
        says(offline());
        return tower.minutes(1);
      case 'outage':
        says(offline());
        await tower.minutes(1);
        return tower.pass(15_000);
      case 'minute':
        return tower.minutes(1);
      case 'killed':
        return tower.restart();
      case 'removed':
        await tower.monitor.forget(GUILD, watchId);
        close(() => true);
        watchId = `${watchId}x`.slice(-12);
        return void (await tower.add({ id: watchId }));
      case 'busy':
        for (let n = 0; n < 2; n += 1) {
          const notBefore = now() + 150_000;
          tower.discord.answers.push({ kind: 'later', notBefore, reason: '429', refused: true });
        }
        return;
      case 'crash':
        // Discord took it, and the process never heard of it.
        return void tower.discord.answers.push(async (notice) => {
          tower.discord.take(notice);
          throw new Error('gone in between');
        });
      case 'closed':
        return void tower.discord.answers.push(async ({ person }) => {
          close((one) => one.person === person?.id);
          return person === null
            ? { kind: 'dropped', reason: 'no channel' }
            : { kind: 'unheard', why: 'closed', hidden: [] };
        });
      case 'ask': {
        const occasion = OCCASIONS[happening.occasion] ?? { kind: 'back' };
        const { person } = happening;
        const asked = await tower.ask(occasion, { watchId }, person);
        for (const wish of asked?.wishes ?? []) {
          // Asking again is trying again: what waited counts too.
          const known = wanted.get(wish.id);
          const from = known?.from ?? now();
          wanted.set(wish.id, {
            person,
            occasion: wish.occasion,
            from,
            to: Number.POSITIVE_INFINITY,
          });
        }
        return;
      }
      case 'stop': {
        const kind = OCCASIONS[happening.occasion]?.kind;
        return stop(happening.person, (occasion) => occasion.kind === kind);
      }
      case 'regret': {
        await act({ what: 'busy' });
        await act({ what: 'outage' });
        return stop(happening.person, () => true);
      }
    }
  };
  for (const happening of happenings) {
    await act(happening);
  }
  says(crowd(0));
  await tower.minutes(10);
  const told = tower.discord.sent.flatMap((notice) =>
    notice.person === null ? [] : [{ notice, at: tower.discord.posts.get(notice.id)?.at ?? 0 }],
  );
  /** Whether the server was silent at some time between. */
  const wasOut = (from: number, to: number) =>
    weather.some(({ at, up }, n) => !up && at <= to && (weather[n + 1]?.at ?? to) >= from);
  const left = await tower.store.outbox.all();
  const waiting = (await tower.store.people.all()).flatMap(({ closedSince, wishes }) =>
    closedSince === null ? wishes : [],
  );
  await tower.dispose();
  return { told, left, wanted, waiting, wasOut };
}

const person = fc.constantFrom(PIP, ROWAN);
const occasion = fc.integer({ min: 0, max: OCCASIONS.length - 1 });
const who = fc.integer({ min: 0, max: 7 });
const anyLife = fc.array(
  fc.oneof(
    fc.constant({ what: 'outage' as const }),
    fc.record({ what: fc.constantFrom('up' as const, 'change' as const), who }),
    fc.record({ what: fc.constant('ask' as const), person, occasion }),
    fc.record({ what: fc.constant('stop' as const), person, occasion }),
    fc.record({ what: fc.constant('regret' as const), person }),
    fc.constantFrom<Happening>({ what: 'minute' }, { what: 'minute' }, { what: 'doubt' }),
    fc.constantFrom<Happening>({ what: 'busy' }, { what: 'killed' }, { what: 'crash' }),
    fc.constantFrom<Happening>({ what: 'busy' }, { what: 'closed' }, { what: 'removed' }),
  ),
  { minLength: 10, maxLength: 40 },
);

/** Whether this news is what was asked for. */
function fits(
  { news }: Pick<Notice, 'news'>,
  { occasion: wish, from }: Wanted,
  wasOut: (from: number, to: number) => boolean,
): boolean {
  switch (wish.kind) {
    case 'back':
      return news.kind === 'up' && news.until >= from && wasOut(news.since - MINUTE, news.until);
    case 'down':
      return ['down', 'flapping', 'steady'].includes(news.kind);
    case 'players':
      return news.kind === 'players' && (news.online ?? 0) >= wish.atLeast;
    case 'player':
      return news.kind === 'named-player' && fitsPattern(news.player, wish.pattern);
  }
}

it('whatever happens, nobody is told what they did not ask for, or twice, or after they stopped it', async () => {
  await fc.assert(
    fc.asyncProperty(anyLife, async (happenings) => {
      const { told, left, wanted, waiting, wasOut } = await live(happenings);
      expect(left).toEqual([]);
      const parts = told.flatMap(({ notice, at }) =>
        (notice.covers.length === 0 ? [notice] : notice.covers).map((part) => ({ part, at })),
      );
      expect(new Set(parts.map(({ part }) => part.id)).size).toBe(parts.length);
      for (const { part, at } of parts) {
        const wish = wanted.get(part.person?.wishId ?? '');
        expect(wish, `nobody asked: ${JSON.stringify(part)}`).toBeDefined();
        if (wish !== undefined) {
          expect(part.person?.id).toBe(wish.person);
          expect(at).toBeGreaterThanOrEqual(wish.from);
          expect(at).toBeLessThanOrEqual(wish.to);
          expect(fits(part, wish, wasOut), JSON.stringify({ part, wish })).toBe(true);
        }
      }
      const backs = parts.filter(({ part }) => part.news.kind === 'up');
      const fulfilled = backs.map(({ part }) => part.person?.wishId ?? '');
      expect(new Set(fulfilled).size).toBe(fulfilled.length);
      // What was told once is done with; what still waits was not told.
      expect(waiting.filter(({ id }) => fulfilled.includes(id))).toEqual([]);
    }),
    { numRuns: tries(15), endOnFailure: true },
  );
}, 60_000);
