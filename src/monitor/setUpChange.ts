import { serverKey } from '#snapshot/serverKey.ts';
import type { Follow } from '#store/followDocument.ts';
import { type Board, type GuildDocument, newBoard, type Watch } from '#store/guildDocument.ts';
import type { WatchSettings } from '#store/watchSettings.ts';
import { boardChannels, boardLooks, withTidyBoards } from './boardChange.ts';
import { type Difference, differenceOf } from './differenceOf.ts';
import { isSameList } from './followChange.ts';
import { withoutTold } from './watchChange.ts';
import { targetOf } from './watchedServers.ts';

/** What people decide about a watch. */
type Wish = Pick<Watch, 'target' | 'channelId' | 'noticeChannelId' | 'roleId'> &
  Omit<WatchSettings, 'paused'> & { paused: boolean };

/** A watch as it is to be; `id` null = the one of that server in that channel, or a new one. */
export type WantedWatch = Wish & { id: string | null };

type FollowWish = Pick<Follow, 'question' | 'channelId' | 'noticeChannelId' | 'roleId'>;

/** A followed list as it is to be; `id` null = the same list in that channel, or a new one. */
export type WantedFollow = FollowWish & { id: string | null };

/** What people decide about the guild itself. */
type Guild = Pick<GuildDocument, 'language' | 'timeZone'>;

/** A whole set-up as it is to be. Boards are told by their channel; `order` has the ids of `watches`. */
export type WantedSetUp = Guild & {
  watches: readonly WantedWatch[];
  follows: readonly WantedFollow[];
  boards: readonly Pick<Board, 'channelId' | 'title' | 'style' | 'uptime' | 'order'>[];
};

/** What a set-up changes. */
export type SetUpChange = {
  after: GuildDocument;
  watches: Difference<Watch, keyof Wish>;
  follows: Difference<Follow, keyof FollowWish>;
  /** Channels whose shared message looks another way. */
  boards: readonly string[];
  guild: readonly (keyof Guild)[];
};

/** Who changes it and when (ms); `newId` gives ids where there is none, or one that is taken. */
type Change = { by: string; now: number; newId: () => string };

/**
 * What a set-up makes of a guild, and what it changes. Messages of what stays where it is stay its own; messages that have to
 * be posted are those that are null. Pure but for `newId`.
 */
export function changeSetUp(
  before: GuildDocument,
  wanted: WantedSetUp,
  change: Change,
): SetUpChange {
  const ids = new Map<string, string>();
  const { newId } = change;
  const watches = differenceOf(before.watches, wanted.watches, {
    newId,
    ids,
    isSame: () => true,
    isTwin: (watch, wish) => sameServer(watch, wish) && watch.channelId === wish.channelId,
    made: (id, wishes) => newcomer(id, wishes, change),
    kept: (watch, wishes) => withWishes(watch, wishes, change),
    wishesOf: (watch) => ({ ...watch, paused: watch.paused !== null }),
  });
  const follows = differenceOf(before.follows, wanted.follows, {
    newId,
    ids: new Map(),
    isSame: isSameList,
    isTwin: isSameList,
    made: (id, wishes) => newFollow(id, wishes, change),
    kept: (follow, wishes) => ({ ...follow, ...wishes }),
    wishesOf: (follow) => follow,
  });
  const { language, timeZone } = wanted;
  const lists = { watches: watches.all, follows: follows.all };
  const after = withBoards({ ...before, language, timeZone, ...lists }, wanted.boards, ids, change);
  const channels = [...new Set([...boardChannels(before), ...boardChannels(after)])];
  return {
    after,
    watches: watches.difference,
    follows: follows.difference,
    boards: channels.filter((id) => boardLooks(before, id) !== boardLooks(after, id)),
    guild: (['language', 'timeZone'] as const).filter((name) => before[name] !== after[name]),
  };
}

/** How many watches and followed lists come, change, go and stay. */
export function countsOf({ watches, follows }: SetUpChange) {
  const count = (what: 'added' | 'changed' | 'removed' | 'unchanged'): number =>
    watches[what].length + follows[what].length;
  return {
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
    unchanged: count('unchanged'),
  };
}

/** Whether a change changes nothing. */
export function isNoChange(change: SetUpChange): boolean {
  const { added, changed, removed } = countsOf(change);
  return added + changed + removed + change.boards.length + change.guild.length === 0;
}

const sameServer = (a: Pick<Watch, 'target'>, b: Pick<Watch, 'target'>): boolean =>
  serverKey(targetOf(a)) === serverKey(targetOf(b));

const pauseOf = (wishes: Wish, old: Watch['paused'], { by, now }: Change): Watch['paused'] =>
  wishes.paused ? (old ?? { since: now, by }) : null;

/** The watch with these wishes; one whose status stands elsewhere gets a new message. */
function withWishes(old: Watch, wishes: Wish, change: Change): Watch {
  const watch = { ...old, ...wishes, paused: pauseOf(wishes, old.paused, change) };
  const isTold = sameServer(old, watch) && (old.paused === null) === (watch.paused === null);
  const told = isTold ? watch : withoutTold(watch);
  return old.channelId === watch.channelId && old.board === watch.board
    ? told
    : { ...told, message: null, trouble: null, placedAt: change.now };
}

const written = ({ now }: Change) => ({
  message: null,
  trouble: null,
  noticeTrouble: null,
  createdAt: now,
});

const newcomer = (id: string, wishes: Wish, change: Change): Watch => ({
  ...wishes,
  id,
  paused: pauseOf(wishes, null, change),
  ...written(change),
  placedAt: change.now,
});

const newFollow = (id: string, wishes: FollowWish, change: Change): Follow => ({
  ...wishes,
  id,
  ...written(change),
});

/** The guild with boards that look as wanted; each keeps its message. `ids`: what became of the ids of the set-up. */
function withBoards(
  guild: GuildDocument,
  wanted: WantedSetUp['boards'],
  ids: ReadonlyMap<string, string>,
  { now }: Change,
): GuildDocument {
  const boards = boardChannels(guild).map((channelId): Board => {
    const wish = wanted.find((board) => board.channelId === channelId);
    const old = guild.boards.find((board) => board.channelId === channelId);
    return {
      ...(old ?? { ...newBoard(channelId), madeAt: now }),
      title: wish?.title ?? null,
      style: wish?.style ?? 'rich',
      uptime: wish?.uptime ?? false,
      order: (wish?.order ?? []).map((id) => ids.get(id) ?? id),
    };
  });
  return withTidyBoards({ ...guild, boards });
}
