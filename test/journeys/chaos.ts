import { setTimeout as pause } from 'node:timers/promises';
import { dice } from '#sandbox/servers/seededRandom.ts';
import type { Order } from './botProcess.ts';
import { beginStory, botPosts, type HarbourStory } from './harbourStory.ts';
import { killableBot } from './killableBot.ts';

const MINUTE_MS = 60_000;
/** Between two outages: so few of them fall into an hour that nothing counts as flapping. */
const BETWEEN_MS = 40 * MINUTE_MS;
/** The longest pause before a kill, in real time: longer than the bot takes to find out about a change. */
const LONGEST_PAUSE_MS = 2_500;
/** Longer than Discord remembers a nonce, here. */
const LONG_MS = 6 * MINUTE_MS;
/** One only: servers of one address are asked in turn, three datagrams a second. */
const SERVER = 'tf2';

/** What the whole came to; `wrong` says in words what people were told wrongly. */
export type ChaosResult = { kills: number; outages: number; notices: number; wrong: string[] };

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
  // The same seed gives the same story, as far as the machine's speed allows.
  const random = dice(options.seed).roll;
  const story = await beginStory();
  const bot = killableBot(story);
  const said = listen(story);
  let outages = 0;
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
    await bot.tell({ do: 'advance', ms: BETWEEN_MS });
    await bot.tell({ do: 'settle' });
  }

  try {
    await bot.start();
    const server = story.world.servers().find(({ id }) => id === SERVER)?.address ?? '';
    await story.ada('/watch add', { server, notices: 'alerts', role: 'Watchmen' });
    await lookAround();
    while (kills < options.kills) {
      await change(() => story.world.takeDown(SERVER));
      await change(() => story.world.bringUp(SERVER));
      outages += 1;
    }
    for (let n = 0; n < 4; n += 1) {
      await lookAround();
    }
    return judge(story, { kills, outages, said });
  } finally {
    await bot.kill();
    await story.close();
  }
}

const WORDS = { '🔴': 'down', '🟢': 'up', '🟠': 'down,up' } as const;

/** Writes down what is posted in the channel for notices, as it is posted: later an outage may be over, and its message says so. */
function listen(story: HarbourStory): string[] {
  const said: string[] = [];
  const known = new Set<string>();
  story.discord.subscribe(() => {
    for (const { message } of botPosts(story, 'alerts')) {
      if (!known.has(message.id)) {
        known.add(message.id);
        const found = Object.entries(WORDS).find(([mark]) => message.content.includes(mark));
        said.push(found?.[1] ?? message.content);
      }
    }
  });
  return said;
}

/** Every outage is told once from its beginning to its end, in this order, and the watch has its one pinned message. */
function judge(
  story: HarbourStory,
  { kills, outages, said }: { kills: number; outages: number; said: readonly string[] },
): ChaosResult {
  const wrong: string[] = [];
  const words = said.join();
  if (words !== Array.from({ length: outages }, () => 'down,up').join()) {
    wrong.push(`${outages} outages were told as: ${words}`);
  }
  const statuses = botPosts(story, 'status').length;
  const pins = story.discord.people.pins('status').length;
  if (statuses !== 1 || pins !== 1) {
    wrong.push(`the watch has ${statuses} status messages and ${pins} pins`);
  }
  return { kills, outages, notices: said.length, wrong };
}
