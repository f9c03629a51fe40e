import type { Notice } from '#store/noticeDocument.ts';
import type { Occasion, Wish } from '#store/personDocument.ts';
import type { Availability, ServerDocument, WatchMemory } from '#store/serverDocument.ts';
import { attentionAt } from './attention.ts';
import {
  AT_ONCE,
  type DatedNews,
  type GuildWatch,
  type Manner,
  mannerOfDown,
  noticeOf,
} from './noticesFor.ts';
import type { ServerStep } from './serverStep.ts';
import { NO_MEMORY, type Rules, type Seen, stepRules, USUAL_COOLDOWN_MS } from './watchRules.ts';
import type { PersonalWish } from './wishBook.ts';

/** One observation of a server, as far as wishes care. */
type Observation = { before: ServerDocument; step: ServerStep; seen: Seen };

const NOBODY: Rules = { joins: 'off', countStep: 1, thresholds: [], namedPlayers: [] };
const PATIENCE = { roleId: null, cooldownMs: USUAL_COOLDOWN_MS };

/** A wish about players, as a rule like those of a watch. */
function rulesOf(occasion: Extract<Occasion, { kind: 'players' | 'player' }>): Rules {
  if (occasion.kind === 'player') {
    return { ...NOBODY, namedPlayers: [{ pattern: occasion.pattern, ...PATIENCE }] };
  }
  const { atLeast } = occasion;
  return { ...NOBODY, thresholds: [{ atLeast, below: atLeast, ...PATIENCE }] };
}

/**
 * Whether a server can be played on again: for people that begins where the status message says so, so it is also back when it
 * was only doubted, but already so when they asked, and when it was never seen up.
 */
function isBack(before: Availability, after: Availability, askedAt: number): boolean {
  if (after.state !== 'up') {
    return false;
  }
  switch (before.state) {
    case 'down':
    case 'recovering':
      return true;
    case 'unknown':
      return before.misses > 0;
    case 'suspect':
      return askedAt >= before.since;
    case 'up':
      return false;
  }
}

function backNews({ before, step, seen }: Observation, { askedAt }: Wish): DatedNews[] {
  const { event, after, restarted } = step;
  if (!isBack(before.availability, after.availability, askedAt)) {
    return [];
  }
  const { state, since: entered, downSince } = before.availability;
  const until = state === 'recovering' ? entered : seen.at;
  // Of a server that was never seen up nobody knows how long it was away.
  const doubted = { kind: 'up' as const, since: downSince ?? until, until, unwatched: null };
  const outage = event?.kind === 'up' ? event : doubted;
  const news = { ...seen.server, ...outage, host: null, restarted };
  return [{ at: outage.until, news }];
}

/** An outage; of a server that goes down too often the last one that is told, and that it stays down in the end. */
const downNews = ({ step: { news, event } }: Observation): DatedNews[] =>
  news.filter(
    ({ news: one }) =>
      one.kind === 'down' ||
      (one.kind === 'flapping' && event?.kind === 'down') ||
      (one.kind === 'steady' && one.state === 'down'),
  );

/** People hear of an outage when the channel does: not before the grace time is over, not during planned work. */
function mannerOf({ news }: DatedNews, { watch }: GuildWatch, now: number): Manner {
  const how =
    news.kind === 'down'
      ? mannerOfDown(news.since, watch, attentionAt(watch, now).silentUntil)
      : AT_ONCE;
  return { ...how, roleId: null };
}

/** What one wish makes of an observation, and what it remembers of it. */
function stepWish(
  wish: Wish,
  memory: WatchMemory,
  observation: Observation,
): { after: WatchMemory; news: DatedNews[] } {
  switch (wish.occasion.kind) {
    case 'back':
      return { after: NO_MEMORY, news: backNews(observation, wish) };
    case 'down':
      return { after: NO_MEMORY, news: downNews(observation) };
    default:
      return stepRules(memory, rulesOf(wish.occasion), observation.seen);
  }
}

/**
 * What people who asked hear of an observation, and what is remembered of it for the next one, by GUILD/WATCH/WISH: that tells
 * nothing of the person. Pure.
 */
export function stepWishes(
  watched: GuildWatch,
  wishes: readonly PersonalWish[],
  observation: Observation,
): { memories: Record<string, WatchMemory>; notices: Notice[] } {
  const { at } = observation.seen;
  const { guildId, watch } = watched;
  const memories: Record<string, WatchMemory> = {};
  const notices = new Map<string, Notice>();
  for (const { person, wish } of wishes) {
    const { personId: id, channelId, language } = person;
    const whom = `${guildId}/${watch.id}/${id}`;
    const name = `${guildId}/${watch.id}/${wish.id}`;
    const { after, news } = stepWish(
      wish,
      observation.before.memories[name] ?? NO_MEMORY,
      observation,
    );
    if (after !== NO_MEMORY) {
      memories[name] = after;
    }
    const recipient = { id, wishId: wish.id, language, placeId: watch.channelId };
    for (const dated of news) {
      const to = { ...watched, whom, channelId, person: recipient };
      const notice = noticeOf(dated, to, mannerOf(dated, watched, at), at);
      // Two wishes of one person that fit the same player say it once.
      notices.set(notice.id, notices.get(notice.id) ?? notice);
    }
  }
  return { memories, notices: [...notices.values()] };
}
