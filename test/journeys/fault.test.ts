import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectDiscord, type Gateway } from '#discord/gateway.ts';
import { createMonitorPorts } from '#discord/monitorPorts.ts';
import { afterByClock } from '#clock/after.ts';
import { createOutbox, type Outbox } from '#monitor/outbox.ts';
import { createWishBook } from '#monitor/wishBook.ts';
import { type LocalDiscord, startLocalDiscord } from '#sandbox/discord/localDiscord.ts';
import type { Notice } from '#store/noticeDocument.ts';
import { openStore, type Store } from '#store/openStore.ts';
import { noticeOf, watchOf } from '#test/store/examples.ts';
import { listeningLog } from '#test/store/storeFolder.ts';
import { openHistory } from '#history/history.ts';
import { createPainter } from '#picture/painter.ts';
import { createTexts } from '#text/texts.ts';

const NOTICES = 1_000;
const CHANNELS = 50;
/** Each channel gets its notices in turns: first few at once, later so many that they are told together. */
const TURNS = [1, 2, 1, 3, 13] as const;
const TURN_MS = 2_500;
/** So many answers are cut on their way. */
const CUTS = 8;
const SEND = 'POST /channels/:channel/messages';

const { log } = listeningLog();
let discord: LocalDiscord;
let gateway: Gateway;
let store: Store;
let outbox: Outbox;
let channels: string[];
let guildId: string;
const ending = new AbortController();

beforeEach(async () => {
  discord = await startLocalDiscord({ rateLimits: 'observed' });
  gateway = await connectDiscord({
    token: discord.token,
    apiUrl: discord.apiUrl,
    log,
    onFatal: (reason) => {
      throw new Error(reason);
    },
    onInteraction: () => {},
    onGuild: () => {},
    onGuildGone: () => {},
  });
  [guildId = ''] = gateway.guildIds();
  channels = Array.from({ length: CHANNELS }, (_, n) => discord.people.createChannel(`c${n}`).id);
  store = await openStore('sqlite://:memory:', { log });
  const watches = channels.map((noticeChannelId, n) =>
    watchOf({ id: watchId(n), noticeChannelId }),
  );
  await store.guilds.update(guildId, (guild) => ({ ...guild, watches }));
  const texts = createTexts();
  const now = Date.now;
  const pictures = {
    history: openHistory({ store, keep: { minutes: 2, fives: 30, hours: 400 }, now, log }),
    painter: createPainter(),
  };
  const parts = { gateway, store, ...pictures, texts, languageOf: () => 'en' as const, now, log };
  const { signal } = ending;
  outbox = createOutbox({
    ...createMonitorPorts(parts),
    store,
    wishes: createWishBook({ store, now: Date.now }),
    now: Date.now,
    after: afterByClock,
    log,
    signal,
  });
});
afterEach(async () => {
  outbox.close();
  ending.abort();
  await outbox.idle();
  await gateway.close();
  await discord.close();
  await store.close();
});

const watchId = (channel: number): string => `watch${channel}`;
const nameOf = (n: number): string => `N${String(n).padStart(5, '0')}`;

/** The notice of this number; each tells of a server that no other one tells of. */
const noticeNumber = (n: number): Notice =>
  noticeOf({
    id: `fault${String(n).padStart(5, '0')}`,
    guildId,
    watchId: watchId(n % CHANNELS),
    channelId: channels[n % CHANNELS] ?? '',
    roleId: null,
    news: {
      kind: 'outage',
      name: nameOf(n),
      address: '198.51.100.7:27015',
      since: Date.now() - 900_000,
      until: Date.now() - 300_000,
      reason: 'timeout',
    },
    createdAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
  });

/** All that Discord and the network do wrong; gives how many of the answers say 429, and what lets go of those that hang. */
function breakThings(): { limited: () => number; letGo: () => void } {
  const { faults } = discord;
  const limit = (scope: 'user' | 'global' | 'shared', nth: number, times: number) =>
    faults.add({ route: SEND, nth, times }, { kind: 'rateLimit', retryAfter: 1, scope });
  const limits = [limit('user', 5, 10), limit('global', 40, 2), limit('shared', 70, 10)];
  faults.add({ route: SEND, nth: 20, times: 8 }, { kind: 'status', status: 500 });
  faults.add({ route: SEND, nth: 60, times: 8 }, { kind: 'status', status: 503, applied: true });
  faults.add({ route: SEND, nth: 100, times: 8 }, { kind: 'cut', when: 'before' });
  faults.add({ route: SEND, nth: 120, times: CUTS }, { kind: 'cut', when: 'middle' });
  const hanging = faults.add({ route: SEND, nth: 90, times: 3 }, { kind: 'hang' });
  return {
    limited: () => limits.reduce((sum, fault) => sum + fault.hits(), 0),
    letGo: () => hanging.remove(),
  };
}

/** The numbers of the notices that stand in a channel, in the order in which people read them. */
function toldIn(channelId: string): number[] {
  return discord.people
    .messages(channelId)
    .flatMap(({ message }) => [...JSON.stringify(message.embeds).matchAll(/N(\d{5})/g)])
    .map((match) => Number(match[1]));
}

it(`${NOTICES} notices while Discord limits, fails, hangs, cuts and closes: none is lost, none is doubled, each channel in order`, async () => {
  const { limited, letGo } = breakThings();
  let next = 0;
  for (const [turn, each] of TURNS.entries()) {
    const notices = Array.from({ length: each * CHANNELS }, (_, n) => noticeNumber(next + n));
    next += notices.length;
    await Promise.all(notices.map((notice) => store.outbox.put(notice)));
    outbox.add(notices);
    if (turn === 1) {
      discord.gateway.close(4000);
    }
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
  expect(next).toBe(NOTICES);
  letGo();
  const left = async () => (await store.outbox.all()).length;
  await expect.poll(left, { timeout: 120_000, interval: 500 }).toBe(0);

  for (const [n, channelId] of channels.entries()) {
    const wanted = Array.from({ length: NOTICES / CHANNELS }, (_, turn) => turn * CHANNELS + n);
    expect([...new Set(toldIn(channelId))]).toEqual(wanted);
    expect(toldIn(channelId)).toHaveLength(wanted.length);
  }
  const refused = discord.journal.requests().filter(({ status }) => status === 429).length;
  // An answer that was cut took what it said about the limit with it: that many may be refused once more.
  expect(refused - limited()).toBeLessThanOrEqual(CUTS);
  expect(discord.journal.invalidRequests()).toBeLessThan(50);
  // 25 are allowed in each second by the clock, 50 across two; who is held up, as both sides of this story are, hears some late.
  expect(discord.journal.peakPerSecond()).toBeLessThanOrEqual(75);
}, 180_000);
