import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { WatchMemory } from '#store/serverDocument.ts';
import { fitsPattern } from './namePattern.ts';
import type { DatedNews } from './noticesFor.ts';
import type { ServerName, Traffic } from './serverStep.ts';

/** A watch whose own rules have not looked at anything yet. */
export const NO_MEMORY: WatchMemory = { count: null, reached: null, spoke: {} };

/** People tire of being told before they tire of a full server: not again so soon, unless something else is chosen (ms). */
export const USUAL_COOLDOWN_MS = 40 * 60_000;

/** What is looked out for, in a channel or by one person. */
export type Rules = Pick<Watch, 'joins' | 'countStep' | 'thresholds' | 'namedPlayers'>;

/** What the rules look at. `before` is when the server was looked at the last time (ms). */
export type Seen = {
  snapshot: Snapshot;
  server: ServerName;
  traffic: Traffic | null;
  before: number;
  at: number;
};

type Step = { after: WatchMemory; news: DatedNews[] };

/** People on the server; bots do not count where the game tells them. null = not known. */
export const peopleIn = ({ players: { online, bots } }: Snapshot): number | null =>
  online === null ? null : Math.max(0, online - (bots ?? 0));

const countsIn = (snapshot: Snapshot) => ({
  online: peopleIn(snapshot),
  max: snapshot.players.max,
});

const isCool = (memory: WatchMemory, rule: string, cooldownMs: number, at: number): boolean =>
  at - (memory.spoke[rule] ?? Number.NEGATIVE_INFINITY) >= cooldownMs;

const spoken = (memory: WatchMemory, rule: string, at: number): WatchMemory => ({
  ...memory,
  spoke: { ...memory.spoke, [rule]: at },
});

/** A change of the number of people worth telling, where no names are published; the last number told is what counts. */
function countStep(memory: WatchMemory, rules: Rules, seen: Seen): Step {
  const people = peopleIn(seen.snapshot);
  const { state } = seen.snapshot.roster;
  const hasNames = state === 'complete' || state === 'partial';
  if (rules.joins === 'off' || hasNames || people === null) {
    return { after: memory.count === null ? memory : { ...memory, count: null }, news: [] };
  }
  const { count } = memory;
  const more = people - (count ?? people);
  const wanted = {
    both: Math.abs(more) >= rules.countStep,
    joins: more >= rules.countStep,
    leaves: -more >= rules.countStep,
    first: count === 0 && more > 0,
  }[rules.joins];
  // What is not told in one direction still moves what the other one is counted from.
  const follows =
    (rules.joins === 'joins' && more < 0) ||
    (rules.joins === 'leaves' && more > 0) ||
    rules.joins === 'first';
  const after = wanted || follows || count === null ? { ...memory, count: people } : memory;
  const news: DatedNews[] = wanted
    ? [
        {
          at: seen.before,
          news: {
            kind: 'count',
            ...seen.server,
            before: count ?? people,
            ...countsIn(seen.snapshot),
          },
        },
      ]
    : [];
  return { after: people === count ? memory : after, news };
}

/** Reached thresholds speak once; they may speak again after fewer than `below` were there and the cooldown is over. */
function thresholdStep(memory: WatchMemory, rules: Rules, seen: Seen): Step {
  const people = peopleIn(seen.snapshot);
  if (people === null || (rules.thresholds.length === 0 && memory.reached === null)) {
    return { after: memory, news: [] };
  }
  const before = memory.reached;
  const reached = rules.thresholds
    .filter(({ atLeast, below }) => people >= (before?.includes(atLeast) ? below : atLeast))
    .map(({ atLeast }) => atLeast);
  const same = before !== null && before.join() === reached.join();
  let after = same ? memory : { ...memory, reached };
  const news: DatedNews[] = [];
  for (const { atLeast, roleId, cooldownMs } of rules.thresholds) {
    const rule = `players ${atLeast}`;
    const isNew = before !== null && !before.includes(atLeast) && reached.includes(atLeast);
    if (isNew && isCool(memory, rule, cooldownMs, seen.at)) {
      const said = {
        kind: 'players' as const,
        ...seen.server,
        atLeast,
        ...countsIn(seen.snapshot),
      };
      news.push({ at: seen.before, news: said, mark: rule, roleId });
      after = spoken(after, rule, seen.at);
    }
  }
  return { after, news };
}

/** Whoever came and is looked out for; each name once in a cooldown. */
function namedStep(memory: WatchMemory, rules: Rules, seen: Seen): Step {
  let after = memory;
  const news: DatedNews[] = [];
  for (const player of new Set(seen.traffic?.joined ?? [])) {
    const wanted = rules.namedPlayers.find(({ pattern }) => fitsPattern(player, pattern));
    const rule = `player ${player}`;
    if (wanted !== undefined && isCool(after, rule, wanted.cooldownMs, seen.at)) {
      const said = {
        kind: 'named-player' as const,
        ...seen.server,
        player,
        ...countsIn(seen.snapshot),
      };
      news.push({ at: seen.before, news: said, mark: rule, roleId: wanted.roleId });
      after = spoken(after, rule, seen.at);
    }
  }
  return { after, news };
}

const longestCooldown = ({ namedPlayers, thresholds }: Rules): number =>
  Math.max(0, ...[...namedPlayers, ...thresholds].map(({ cooldownMs }) => cooldownMs));

/** Forgets what has no consequence any more, so that a memory does not grow with every player who ever came. */
function tidied(memory: WatchMemory, rules: Rules, at: number): WatchMemory {
  const kept = Object.entries(memory.spoke).filter(
    ([, spoke]) => at - spoke < longestCooldown(rules),
  );
  return kept.length === Object.keys(memory.spoke).length
    ? memory
    : { ...memory, spoke: Object.fromEntries(kept) };
}

/**
 * The rules of one watch, or of one person, over one answer of the server: hidden names, thresholds, named players. The first
 * look is never news. Gives the same memory when nothing has changed. Pure.
 */
export function stepRules(memory: WatchMemory, rules: Rules, seen: Seen): Step {
  if (seen.snapshot.state !== 'online') {
    return { after: memory.count === null ? memory : { ...memory, count: null }, news: [] };
  }
  const counted = countStep(memory, rules, seen);
  const crowded = thresholdStep(counted.after, rules, seen);
  const named = namedStep(crowded.after, rules, seen);
  return {
    after: tidied(named.after, rules, seen.at),
    news: [...counted.news, ...crowded.news, ...named.news],
  };
}
