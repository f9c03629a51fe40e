import type { Logger } from 'pino';
import type { History } from '#history/history.ts';
import type { Follow } from '#store/followDocument.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import { type After, afterByClock } from '#clock/after.ts';
import { THRESHOLDS, type Thresholds } from './availability.ts';
import { createChannelNames } from './channelNames.ts';
import { createDepartures, type IsGone } from './departures.ts';
import { createFollower, type ReadList } from './follower.ts';
import { forgetGuilds, type Forgotten } from './forgetGuilds.ts';
import { readGuildsHere } from './guildsHere.ts';
import { keepHouse } from './housekeeping.ts';
import { createJudge } from './judge.ts';
import { createObserver } from './observer.ts';
import type { FarewellOf } from './serverStep.ts';
import type { TakeSnapshot } from './observeServer.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { pausedPicture } from './pausedPicture.ts';
import { createRounds, type Pulse, type RoundEnd, type Rounds } from './rounds.ts';
import { createStatusBoard, type Picture } from './statusBoard.ts';
import type { CanSee, FollowOutcome, MonitorPorts, PostOutcome } from './statusView.ts';
import { createClaims } from './waitingNotices.ts';
import { withTroubleDue } from './watchChange.ts';
import { pausedWatches, watchedServers } from './watchedServers.ts';
import { watchRound } from './watchRound.ts';
import { createWishBook, type WishBook } from './wishBook.ts';

/** Keeps an eye on every watched server of this process's guilds. */
export type Monitor = {
  /** What people asked to be told in direct messages. */
  wishes: WishBook;
  start: Rounds['start'];
  /** One round, up to the last message it leads to. */
  round(): Promise<void>;
  pulse(): Pulse;
  waiting: Outbox['waiting'];
  /** Resolves when nothing is being asked, saved or written. Timers may be waiting. */
  settled(): Promise<void>;
  /**
   * Saves a new watch and posts its first status message; with trouble too the watch stays, and its message is tried again.
   * Whether the guild can have it, of `most` at most, is decided where it is saved: two at once do not pass each other.
   */
  post(guildId: string, watch: Watch, most?: number): Promise<PostOutcome>;
  /** Draws the board of a channel now, or as soon as it may be touched; servers that were not seen yet are asked before. */
  present(guildId: string, channelId: string): Promise<void>;
  /**
   * Takes a watch out, with all that waits for it, once nothing is being written for it. Gives the watch as it was last, so
   * that its message can be deleted; null when there was none.
   */
  forget(guildId: string, watchId: string): Promise<Watch | null>;
  /** Deletes all that is stored about a person, and what waits to be told. */
  forgetPerson(personId: string): Promise<void>;
  /** Deletes all that belongs to a guild but its document; `guild` is it as it was set up. */
  forgetGuild(guild: GuildDocument): Promise<Forgotten>;
  /**
   * Has what people changed count at once, not from the next round on. The servers of `left`, watches as they were before,
   * are forgotten unless somebody watches them.
   */
  reread(left?: readonly Watch[]): Promise<void>;
  /** Begins to follow a list, of `most` watches and lists at most: reads it, saves that, posts its message. */
  follow(guildId: string, follow: Follow, most?: number): Promise<FollowOutcome>;
  /** Follows a list no longer; gives what was followed, as it was last, or null. */
  unfollow(guildId: string, followId: string): Promise<Follow | null>;
  /** The list of our own master server has changed. */
  listChanged(): void;
  /** Has backed-off status messages of a guild tried in the next round: call it when channels or permissions changed. */
  retry(guildId: string): Promise<void>;
  /** Ends: waits for what is in flight, aborts it after `graceMs`. No timer is left. */
  stop(options?: { graceMs?: number }): Promise<void>;
};

export type MonitorParts = MonitorPorts & {
  store: Store;
  takeSnapshot: TakeSnapshot;
  canSee: CanSee;
  readList: ReadList;
  farewellOf: FarewellOf;
  history: History;
  /** Guilds this process is responsible for, now. */
  guildIds: () => readonly string[];
  isGone: IsGone;
  now: () => number;
  log: Logger;
  after?: After;
  thresholds?: Thresholds;
  /** Is told of each round that is over. */
  onRound?: (round: RoundEnd) => void;
};

const GRACE_MS = 4_000;

/** Makes the monitor; nothing happens before start() or round(). */
export function createMonitor(parts: MonitorParts): Monitor {
  const { store, history, guildIds, now, log } = parts;
  const { after = afterByClock, thresholds = THRESHOLDS, onRound = () => {} } = parts;
  const ending = new AbortController();
  const aborting = new AbortController();
  const { signal } = aborting;
  const rounds = createRounds({ run: askAll, ended: onRound, now, log });
  const { pulse } = rounds;

  const wishes = createWishBook(parts);
  const outbox = createOutbox({ ...parts, wishes, after, signal });
  const judge = createJudge(parts);
  const names = createChannelNames({ ...parts, after, signal });
  const board = createStatusBoard({ ...parts, after, signal });
  const { isBlind } = judge;
  const follower = createFollower({ ...parts, outbox, isBlind, after, signal });
  const claim = createClaims(parts);
  const forget = (guilds: readonly GuildDocument[]) =>
    forgetGuilds({ store, outbox, wishes, history }, guilds);
  const departures = createDepartures({ ...parts, forget });
  const house = { store, outbox, board, names, wishes, departures, log, signal };
  const observer = createObserver({
    ...parts,
    outbox,
    board,
    wishes,
    names,
    judge,
    after,
    thresholds,
    intervalMs: () => pulse().intervalMs,
    signal,
  });

  /** From now on what people want now counts. */
  async function readGuilds(): Promise<GuildDocument[]> {
    const guilds = await readGuildsHere(parts);
    observer.watch(watchedServers(guilds), pausedWatches(guilds));
    follower.watch(guilds);
    return guilds;
  }

  async function reread(left: readonly Watch[] = []): Promise<void> {
    const guilds = await readGuilds();
    await Promise.all(left.map((watch) => observer.release(observer.serverOf(watch).key)));
    await keepHouse(house, guilds);
  }

  /** What a watch shows: its server asked now; while it is paused, what was last seen. */
  async function pictureFor(watch: Watch): Promise<Picture> {
    const server = observer.serverOf(watch);
    return watch.paused === null
      ? observer.observe(server)
      : pausedPicture(watch, await store.servers.get(server.key));
  }

  async function askAll(): Promise<number> {
    outbox.add(await claim(new Set(guildIds())));
    await readGuilds();
    const due = observer.due();
    const begun = now();
    const { intervalMs } = pulse();
    const { ask, end } = observer.round();
    const lagMs = await watchRound(due, { ask, intervalMs, now, after, signal: ending.signal });
    void follower.round();
    await end();
    history.saveDue();
    const facts = { servers: due.length, ms: now() - begun, lagMs };
    log.debug({ event: 'round', ...facts }, 'round done');
    // People may have changed something while servers were asked.
    await keepHouse(house, await readGuildsHere(parts));
    return lagMs;
  }

  const present = (guildId: string, channelId: string): Promise<void> =>
    board.present(guildId, channelId, pictureFor);

  async function settled(): Promise<void> {
    await Promise.all([observer.idle(), follower.idle()]);
    await Promise.all([outbox.idle(), board.idle(), names.idle(), history.idle()]);
  }

  return {
    wishes,
    start: rounds.start,
    async round() {
      await rounds.round();
      await settled();
    },
    pulse,
    waiting: outbox.waiting,
    settled,
    async post(guildId, watch, most = Number.POSITIVE_INFINITY) {
      const outcome = await board.post(guildId, watch, await pictureFor(watch), most);
      if (outcome.kind === 'duplicate' || outcome.kind === 'full') {
        await observer.release(observer.serverOf(watch).key);
        return outcome;
      }
      if (watch.paused === null) {
        observer.join(guildId, watch);
      }
      if (outcome.kind === 'shared') {
        await present(guildId, watch.channelId);
      }
      return outcome;
    },
    present,
    async forget(guildId, watchId) {
      const watch = await board.remove(guildId, watchId);
      await outbox.forget(guildId, watchId);
      await observer.leave(guildId, watchId);
      await history.forgetWatch(guildId, watchId);
      return watch;
    },
    async forgetPerson(personId) {
      await wishes.forget(personId);
      await outbox.forgetPerson(personId);
      await store.setAside.forgetPerson(personId);
    },
    forgetGuild: (guild) => forget([guild]),
    follow: follower.post,
    unfollow: follower.forget,
    listChanged: follower.changed,
    reread,
    async retry(guildId) {
      await store.guilds.update(guildId, (guild) => withTroubleDue(guild, now()));
      outbox.retry(guildId);
    },
    async stop({ graceMs = GRACE_MS } = {}) {
      ending.abort();
      const cancelAbort = after(graceMs, () => aborting.abort());
      observer.close();
      follower.close();
      outbox.close();
      board.close();
      names.close();
      await rounds.stop();
      await settled();
      await history.close();
      await store.servers.saveKept().catch((error: unknown) => {
        log.error(
          { event: 'stop', err: error },
          'the last minutes of quiet servers were not saved',
        );
      });
      cancelAbort();
    },
  };
}
