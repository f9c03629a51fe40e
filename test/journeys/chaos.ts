import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './botProcess.ts';
import { beginStory, botPosts, type HarbourStory } from './harbourStory.ts';

const PROGRAM = fileURLToPath(new URL('./botProcess.ts', import.meta.url));
const MINUTE_MS = 60_000;
/** Between two outages: so few of them fall into an hour that nothing counts as flapping. */
const BETWEEN_MS = 40 * MINUTE_MS;
/** The longest pause before a kill, in real time: longer than the bot takes to find out about a change. */
const LONGEST_PAUSE_MS = 1_500;
/** Longer than Discord remembers a nonce, here. */
const LONG_MS = 6 * MINUTE_MS;
const SERVERS = ['tf2', 'cs2', 'ark'] as const;

/** What the whole came to; `wrong` says in words what people were told wrongly. */
export type ChaosResult = { kills: number; outages: number; notices: number; wrong: string[] };

/** Mulberry32: the same seed gives the same story, as far as the machine's speed allows. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The bot in a process of its own, that can be killed in the middle of an order. */
function botIn(story: HarbourStory) {
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const env = { ...story.environment, QUERY_TIMEOUT_MS: '150' };
    child = fork(PROGRAM, [String(story.clock.now())], { env, execArgv: [] });
    const [report] = (await once(child, 'message')) as [Report];
    if (report.done !== 'ready') {
      throw new Error(`the bot says ${report.done} in place of ready`);
    }
  };

  /** Gives an order; false when the bot died over it. */
  const tell = async (order: Order): Promise<boolean> => {
    const its = child;
    if (its === null || its.exitCode !== null || its.signalCode !== null) {
      return false;
    }
    const ending = new AbortController();
    const { signal } = ending;
    const done = once(its, 'message', { signal }).then(() => true);
    const died = once(its, 'exit', { signal }).then(() => false);
    its.send(order);
    if (order.do === 'advance') {
      story.clock.advance(order.ms);
    }
    try {
      return await Promise.race([done, died]);
    } finally {
      ending.abort();
      await Promise.allSettled([done, died]);
    }
  };

  const kill = async (): Promise<void> => {
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
  };
  return { start, tell, kill };
}

/** A round and the repeated questions after it: enough to find out about any change, when nothing comes between. */
const LOOKS: readonly Order[] = [
  { do: 'advance', ms: MINUTE_MS },
  { do: 'round' },
  { do: 'advance', ms: 5_000 },
  { do: 'settle' },
  { do: 'advance', ms: 10_000 },
  { do: 'settle' },
];

/**
 * Takes servers down and brings them up, and kills the bot at a random moment after each change; it is started again at once or
 * after so long that Discord forgot the nonces. What people were told is counted in the end.
 */
export async function runChaos(options: {
  kills: number;
  seed: number;
  progress?: (kills: number) => void;
}): Promise<ChaosResult> {
  const random = seeded(options.seed);
  const story = await beginStory();
  const bot = botIn(story);
  const outages = new Map<string, number>();
  let kills = 0;

  async function lookAround(): Promise<void> {
    for (const order of LOOKS) {
      if (!(await bot.tell(order))) {
        return;
      }
    }
  }

  /** The bot looks around, and is killed while it does. */
  async function killedMeanwhile(): Promise<void> {
    const looking = lookAround();
    await pause(random() * LONGEST_PAUSE_MS);
    await bot.kill();
    await looking;
    kills += 1;
    options.progress?.(kills);
    if (random() < 0.5) {
      story.clock.advance(LONG_MS);
    }
    await bot.start();
  }

  async function change(act: () => void): Promise<void> {
    act();
    await killedMeanwhile();
    await lookAround();
    await lookAround();
    await bot.tell({ do: 'advance', ms: BETWEEN_MS });
    await bot.tell({ do: 'settle' });
  }

  try {
    await bot.start();
    for (const id of SERVERS) {
      const server = story.world.servers().find((one) => one.id === id)?.address ?? '';
      await story.ada('/watch add', { server, notices: 'alerts', role: 'Watchmen' });
    }
    await lookAround();
    while (kills < options.kills) {
      const id = SERVERS[Math.floor(random() * SERVERS.length)] ?? 'tf2';
      await change(() => story.world.takeDown(id));
      await change(() => story.world.bringUp(id));
      outages.set(id, (outages.get(id) ?? 0) + 1);
    }
    for (let n = 0; n < 4; n += 1) {
      await lookAround();
    }
    return judge(story, { kills, outages });
  } finally {
    await bot.kill();
    await story.close();
  }
}

/** One word for what a message says; an edited "down" says that it is over. */
function wordOf(content: string): 'down' | 'up' | 'outage' | null {
  if (content.includes('🟠')) {
    return 'outage';
  }
  if (content.includes('🔴') || content.includes('🟢 Over')) {
    return 'down';
  }
  return content.includes('🟢') ? 'up' : null;
}

/** Every outage is told once from its beginning to its end, in this order, and every watch has its one pinned message. */
function judge(
  story: HarbourStory,
  { kills, outages }: { kills: number; outages: ReadonlyMap<string, number> },
): ChaosResult {
  const posts = botPosts(story, 'alerts');
  const wrong: string[] = [];
  const names = Map.groupBy(posts, ({ message }) => message.embeds[0]?.title ?? '?');
  for (const [name, its] of names) {
    const words = its.map(({ message }) => wordOf(message.content));
    const said = words.map((word) => (word === 'outage' ? 'down,up' : word)).join();
    const wanted = said.split(',').map((_, n) => (n % 2 === 0 ? 'down' : 'up'));
    if (said !== wanted.join() || wanted.length % 2 !== 0) {
      wrong.push(`${name} was told as ${said}`);
    }
  }
  const told = posts.filter(({ message }) => wordOf(message.content) !== 'up').length;
  const real = [...outages.values()].reduce((sum, count) => sum + count, 0);
  if (told !== real) {
    wrong.push(`${real} outages were told as ${told}`);
  }
  const statuses = botPosts(story, 'status').length;
  if (statuses !== SERVERS.length) {
    wrong.push(`${SERVERS.length} watches have ${statuses} status messages`);
  }
  return { kills, outages: real, notices: posts.length, wrong };
}
