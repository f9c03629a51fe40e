import { openHistory } from '#history/history.ts';
import { createMonitor, type Monitor } from '#monitor/monitor.ts';
import { planStatus } from '#monitor/statusPlan.ts';
import type {
  BoardView,
  FollowView,
  PublishOutcome,
  RenameChannel,
  SendOutcome,
  StatusView,
} from '#monitor/statusView.ts';
import { WISH_LIFE_MS, withWish } from '#monitor/wishChange.ts';
import { blankRow } from '#query/listRow.ts';
import type { FindRequest } from '#snapshot/findRequest.ts';
import { byPlayers, foundServer } from '#snapshot/foundServer.ts';
import type { ReadOutcome } from '#snapshot/serverFinder.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Occasion, Wish } from '#store/personDocument.ts';
import { openStore, type Store } from '#store/openStore.ts';
import { personOf, watchOf, wishOf } from '#test/store/examples.ts';
import { listeningLog, storeFolder } from '#test/store/storeFolder.ts';
import { online, player } from './snapshots.ts';

export const GUILD = '100000000000000001';
export const OTHER_GUILD = '100000000000000002';
export const MINUTE = 60_000;
/** People who ask to be told. */
export const PIP = '400000000000000007';
export const ROWAN = '400000000000000008';
const directChannelOf = (personId: string): string => personId.replace('4', '6');
/** So long Discord knows a nonce, here. */
const NONCE_MS = 5 * MINUTE;
/** A Monday, so that ids and durations look like real ones. */
const BEGIN = Date.UTC(2026, 10, 30, 2, 0, 0);

/** A clock that stands still until it is moved; timers ring while it moves. */
export function standingClock() {
  let time = BEGIN;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => time,
    after: (ms: number, run: () => void) => {
      const timer = { at: time + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    waiting: () => timers.size,
    /** Somebody sets the clock back; timers run on as before. */
    setBack(ms: number) {
      time -= ms;
      for (const timer of timers) {
        timer.at -= ms;
      }
    },
    /** A killed process takes its timers with it. */
    forgetTimers: () => timers.clear(),
    /** Moves on, waiting after each timer for what it set going. */
    async pass(ms: number, settled: () => Promise<void>) {
      const end = time + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) {
          break;
        }
        timers.delete(next);
        time = Math.max(time, next.at);
        next.run();
        await settled();
      }
      time = end;
    },
  };
}

/** Channels that remember what was posted, and can be lost. */
function smallDiscord(now: () => number) {
  const statuses = new Map<string, { channelId: string; shows: string; writes: number }>();
  const seen: StatusView[] = [];
  const sent: Notice[] = [];
  const ids: string[] = [];
  const answers: (SendOutcome | ((notice: Notice) => Promise<SendOutcome>))[] = [];
  const lost = new Set<string>();
  const edits: { notice: Notice; messageId: string }[] = [];
  const posts = new Map<string, { at: number; messageId: string }>();
  let nextId = 500000000000000000n;
  const freshId = () => String(nextId++);

  async function publishStatus(_guild: string, view: StatusView): Promise<PublishOutcome> {
    seen.push(view);
    const { watch, snapshot } = view;
    const hash = `${snapshot.state} ${snapshot.roster.players.map(({ name }) => name).join()}`;
    const plan = planStatus(watch, hash, now());
    if (plan.do === 'leave' || plan.do === 'wait') {
      return { kind: 'unchanged' };
    }
    if (lost.has(watch.channelId)) {
      return { kind: 'trouble', trouble: 'channel-gone', facts: ['10003'] };
    }
    const known = plan.do === 'edit' ? statuses.get(plan.messageId) : undefined;
    if (known !== undefined) {
      known.shows = hash;
      known.writes += 1;
      return { kind: 'edited', hash, at: now() };
    }
    const messageId = freshId();
    statuses.set(messageId, { channelId: watch.channelId, shows: hash, writes: 1 });
    return { kind: 'posted', messageId, pinned: true, hash, at: now() };
  }

  async function sendNotice(notice: Notice): Promise<SendOutcome> {
    ids.push(notice.id);
    const answer = answers.shift();
    if (answer === undefined) {
      return { kind: 'sent', messageId: take(notice) };
    }
    return typeof answer === 'function' ? answer(notice) : answer;
  }

  /** As Discord does with an enforced nonce: for a few minutes the same id is not posted twice. */
  function take(notice: Notice): string {
    const known = posts.get(notice.id);
    if (known !== undefined && now() - known.at < NONCE_MS) {
      return known.messageId;
    }
    const messageId = freshId();
    posts.set(notice.id, { at: now(), messageId });
    sent.push(notice);
    return messageId;
  }

  async function lookForNotice({ id }: Notice) {
    looked.push(id);
    const known = posts.get(id);
    return known === undefined ? null : { messageId: known.messageId };
  }

  async function editNotice(notice: Notice, messageId: string): Promise<SendOutcome> {
    edits.push({ notice, messageId });
    return { kind: 'sent', messageId };
  }
  async function publishBoard({ board, views }: BoardView): Promise<PublishOutcome> {
    const shows = views.map(({ watch, snapshot }) => `${watch.id} ${snapshot.state}`).join();
    const plan = planStatus(board, shows, now());
    if (plan.do === 'leave' || plan.do === 'wait') {
      return { kind: 'unchanged' };
    }
    const known = plan.do === 'edit' ? statuses.get(plan.messageId) : undefined;
    if (known !== undefined) {
      known.shows = shows;
      known.writes += 1;
      return { kind: 'edited', hash: shows, at: now() };
    }
    const messageId = freshId();
    statuses.set(messageId, { channelId: board.channelId, shows, writes: 1 });
    return { kind: 'posted', messageId, pinned: true, hash: shows, at: now() };
  }

  async function publishFollow({ follow, ...view }: FollowView): Promise<PublishOutcome> {
    const names = view.servers.map(({ name }) => name).join();
    const shows = [names, view.missing.map(({ name }) => `(${name})`).join(), view.fault].join('|');
    follows.set(follow.id, shows);
    return follow.message === null
      ? { kind: 'posted', messageId: freshId(), pinned: true, hash: shows, at: now() }
      : { kind: 'edited', hash: shows, at: now() };
  }

  /** Two renames in ten minutes, as Discord has it. */
  const renameChannel: RenameChannel = async (_guild, channelId, name) => {
    const recent = renames.filter(
      (one) => one.channelId === channelId && now() - one.at < 10 * MINUTE,
    );
    if (recent.length >= 2) {
      return { kind: 'later', notBefore: (recent[0]?.at ?? 0) + 10 * MINUTE };
    }
    renames.push({ channelId, name, at: now() });
    return { kind: 'renamed' };
  };

  /** What the message of each followed list shows: names, those that are missing, why it can not be read. */
  const follows = new Map<string, string>();
  const looked: string[] = [];
  const renames: { channelId: string; name: string; at: number }[] = [];
  const ports = {
    publishStatus,
    publishBoard,
    publishFollow,
    renameChannel,
    sendNotice,
    lookForNotice,
    editNotice,
  };
  return {
    statuses,
    follows,
    seen,
    sent,
    ids,
    answers,
    lost,
    edits,
    looked,
    posts,
    renames,
    take,
    ports,
  };
}

/** Servers by HOST:PORT; one that is not here answers with an empty valley. */
function smallWorld() {
  const servers = new Map<string, Snapshot | (() => Promise<Snapshot>)>();
  const asked: string[] = [];
  let newest: AbortSignal | undefined;
  return {
    servers,
    asked,
    /** Calls back when the newest question is broken off. */
    whenAborted: (run: (reason: unknown) => void) =>
      newest?.addEventListener('abort', () => run(newest?.reason)),
    async takeSnapshot(
      { host, port }: Target,
      _parts: unknown,
      signal?: AbortSignal,
    ): Promise<Snapshot> {
      asked.push(`${host}:${port}`);
      newest = signal;
      const answer = servers.get(`${host}:${port}`) ?? online([player('Ann')]);
      const snapshot = await (typeof answer === 'function' ? answer() : answer);
      const address = snapshot.target.address ?? host;
      return { ...snapshot, target: { ...snapshot.target, host, port: port ?? 0, address } };
    },
  };
}

/** One list whatever is asked, and who said goodbye to it. */
function smallLists(now: () => number) {
  const lists = {
    /** Names and ports of what is on it; null = it can not be read. */
    servers: [] as { name: string; port: number }[] | null,
    complete: true,
    farewells: new Map<string, 'quit' | 'none'>(),
    reads: 0,
    read({ source }: FindRequest): ReadOutcome {
      lists.reads += 1;
      const { servers, complete } = lists;
      if (servers === null) {
        return { ok: false, fault: 'timeout' };
      }
      const listed = servers
        .map(({ name, port }) => foundServer({ ...blankRow('192.0.2.9', port), name }, source))
        .sort(byPlayers);
      const end = { complete, reason: 'whole' as const, readAt: now() };
      return { ok: true, list: { servers: listed, total: listed.length, ...end } };
    },
  };
  return lists;
}

/** A disk that is full at times: then no guild can be changed. */
export function smallDisk() {
  const disk = {
    full: false,
    over: ({ guilds }: Store): Partial<Store> => ({
      guilds: {
        ...guilds,
        update: (guildId, change) =>
          guilds.update(guildId, (before) => {
            const after = change(before);
            if (disk.full && after !== before) {
              throw new Error('the disk is full');
            }
            return after;
          }),
      },
    }),
  };
  return disk;
}

/** A monitor with a real store on disk, on a clock moved by hand. */
export async function watchtower() {
  const place = await storeFolder();
  const clock = standingClock();
  const discord = smallDiscord(clock.now);
  const world = smallWorld();
  const references = { gateway: true, dns: true };
  const gone = new Set<string>();
  const lists = smallLists(clock.now);
  const listening = listeningLog();
  const storeUrl = `sqlite://${place.file}`;
  const open = () => openStore(storeUrl, { log: listening.log, now: clock.now });
  let store = await open();

  const keep = { minutes: 2, fives: 30, hours: 400 };
  const openItsHistory = () => openHistory({ store, keep, now: clock.now, log: listening.log });
  let history = openItsHistory();
  const build = (over: Partial<Store> = {}): Monitor =>
    createMonitor({
      store: { ...store, ...over },
      history,
      takeSnapshot: world.takeSnapshot,
      ...discord.ports,
      readList: async (request) => lists.read(request),
      farewellOf: ({ address, ports }) => lists.farewells.get(`${address}:${ports[0]}`) ?? null,
      canSee: async () => ({ ...references }),
      guildIds: () => [GUILD, OTHER_GUILD].filter((id) => !gone.has(id)),
      isGone: (guildId) => gone.has(guildId),
      now: clock.now,
      after: clock.after,
      log: listening.log,
    });
  let monitor = build();
  let wishes = 0;

  const tower = {
    clock,
    discord,
    world,
    lists,
    /** What the bot sees of Discord's gateway and of the name service. */
    references,
    /** Guilds that removed the bot. */
    gone,
    listening,
    storeUrl,
    get store() {
      return store;
    },
    get history() {
      return history;
    },
    get monitor() {
      return monitor;
    },
    /** What the server says from now on. */
    says: (snapshot: Snapshot, address = '192.0.2.7:27015') => world.servers.set(address, snapshot),
    /** A round of many servers, which are asked at a distance: time passes meanwhile. Gives how long it took (ms). */
    async longRound(): Promise<number> {
      const begun = clock.now();
      let isOver = false;
      const round = monitor.round().finally(() => {
        isOver = true;
      });
      while (!isOver) {
        if (clock.waiting() > 0) {
          await clock.pass(25, async () => {});
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      await round;
      return clock.now() - begun;
    },
    /** Time passes; a round is made at each full minute. */
    async minutes(count: number) {
      for (let n = 0; n < count; n += 1) {
        await tower.pass(MINUTE);
        await monitor.round();
      }
    },
    pass: (ms: number) => clock.pass(ms, () => monitor.settled()),
    add: (watch: Partial<Watch> = {}, guildId = GUILD) =>
      store.guilds.update(guildId, (guild) => ({
        ...guild,
        watches: [...guild.watches, watchOf(watch)],
      })),
    /** Somebody asks to be told in a direct message. */
    ask(occasion: Occasion, different: Partial<Wish> = {}, personId = PIP) {
      const { personId: _, ...asker } = personOf();
      const at = clock.now();
      const id = `wish${String(++wishes).padStart(4, '0')}`;
      const asked = { id, occasion, askedAt: at, expiresAt: at + WISH_LIFE_MS };
      return monitor.wishes.change({ personId, guildId: GUILD }, (before) =>
        withWish(
          before,
          { ...asker, personId, channelId: directChannelOf(personId) },
          wishOf({ ...asked, ...different }),
        ),
      );
    },
    wishes: async (personId = PIP) =>
      (await monitor.wishes.ofPerson(personId)).flatMap((person) => person.wishes),
    watch: async (guildId = GUILD) => (await store.guilds.get(guildId)).watches[0],
    /** The process is killed and started again. `over`: a store that fails in a way of its own. */
    async restart(over: (store: Store) => Partial<Store> = () => ({})) {
      clock.forgetTimers();
      await store.close();
      store = await open();
      history = openItsHistory();
      monitor = build(over(store));
    },
    /** What was said in channels, in one word each. */
    said: () => discord.sent.filter(({ person }) => person === null).map(({ news }) => news.kind),
    /** What one person was told, in one word each. */
    heard: (personId = PIP) =>
      discord.sent.filter(({ person }) => person?.id === personId).map(({ news }) => news.kind),
    async dispose() {
      await monitor.stop();
      await store.close();
      await place.dispose();
    },
  };
  return tower;
}
export type Watchtower = Awaited<ReturnType<typeof watchtower>>;
