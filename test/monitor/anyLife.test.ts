import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { News } from '#store/noticeDocument.ts';
import { tries } from '#test/tries.ts';
import { GUILD, watchtower } from './watchtower.ts';
import { offline, online } from './snapshots.ts';

type Happening = 'up' | 'down' | 'minute' | 'seconds' | 'killed' | 'busy' | 'refused' | 'crash';

/** A day in the life of one watched server, its bot and its Discord; gives what arrived in the channel. */
async function live(happenings: readonly Happening[]) {
  const tower = await watchtower();
  await tower.add();
  await tower.monitor.round();
  for (const happening of happenings) {
    switch (happening) {
      case 'up':
        tower.says(online([]));
        break;
      case 'down':
        tower.says(offline());
        break;
      case 'minute':
        await tower.minutes(1);
        break;
      case 'seconds':
        await tower.pass(5_000);
        break;
      case 'killed':
        await tower.restart();
        break;
      case 'busy':
        tower.discord.answers.push(async () => {
          return { kind: 'later', notBefore: tower.clock.now() + 120_000, reason: '429' };
        });
        break;
      case 'refused':
        tower.discord.answers.push({ kind: 'dropped', reason: 'no channel' });
        break;
      case 'crash':
        // Discord took it, and the process never heard of it.
        tower.discord.answers.push(async (notice) => {
          tower.discord.take(notice);
          throw new Error('gone in between');
        });
    }
  }
  // However it went: in the end the server is up and everything has time to arrive.
  tower.says(online([]));
  await tower.minutes(20);
  const { sent } = tower.discord;
  const left = await tower.store.outbox.all();
  const { watches } = await tower.store.guilds.get(GUILD);
  await tower.dispose();
  return { sent, left, watches };
}

const anyLife = fc.array(
  fc.constantFrom<Happening>(
    ...(['down', 'down', 'up', 'minute', 'minute', 'minute', 'seconds'] as const),
    ...(['killed', 'busy', 'refused', 'crash'] as const),
  ),
  { maxLength: 40 },
);

/**
 * Where the end of an outage was said. In the middle of coming and going no end is told: then it is where that was said to be
 * over, and the server up.
 */
function endOf(told: readonly News[], place: number): number {
  const down = told[place];
  const end = told.findIndex(
    (news) => news.kind === 'up' && down?.kind === 'down' && news.since === down.since,
  );
  const flapping = told.findIndex((news, at) => at > place && news.kind === 'flapping');
  const steady = told.findIndex(
    (news, at) => at > flapping && news.kind === 'steady' && news.state === 'up',
  );
  return end === -1 && flapping !== -1 ? steady : end;
}

const times = (count: number, ...happenings: Happening[]): Happening[] =>
  Array.from({ length: count }, () => happenings).flat();

/** An outage of an hour; then the server comes and goes so often that the last return is told as that. */
const COMES_AND_GOES: Happening[] = [
  'down',
  ...times(61, 'minute'),
  ...times(2, 'up', 'minute', 'minute', 'down', 'minute', 'minute'),
];

it('whatever happens, nobody is told twice, and who was told of an outage is told of its end', async () => {
  await fc.assert(
    fc.asyncProperty(anyLife, async (happenings) => {
      const { sent, left, watches } = await live(happenings);
      expect(left).toEqual([]);
      expect(watches).toMatchObject([{ id: 'watch1', trouble: null }]);
      const told = sent.map(({ news }) => news);
      const said = told.map((news) => `${news.kind} ${'since' in news ? news.since : ''}`);
      expect(new Set(said).size).toBe(said.length);
      for (const [place, text] of said.entries()) {
        const [kind, since] = text.split(' ');
        const before = said.indexOf(`down ${since}`);
        if (kind === 'down' && !happenings.includes('refused')) {
          expect(endOf(told, place)).toBeGreaterThan(place);
        }
        if (kind === 'up' && before !== -1) {
          expect(before).toBeLessThan(place);
        }
        // Alone it comes only when it is not known whether the other one arrived.
        if (kind === 'up' && !happenings.some((one) => ['busy', 'crash', 'killed'].includes(one))) {
          expect(before).toBe(place - 1);
        }
      }
    }),
    { numRuns: tries(25), endOnFailure: true, examples: [[COMES_AND_GOES]] },
  );
}, 60_000);
