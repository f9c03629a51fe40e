import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bot, startBot } from '#bot.ts';
import { readConfig } from '#config.ts';
import { createLog } from '#log.ts';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import type { Post } from '#sandbox/discord/message.ts';
import { startSandbox } from '#sandbox/startSandbox.ts';
import type { World, WorldOptions } from '#sandbox/servers/world.ts';
import { botEnvironment } from './botEnvironment.ts';
import { createJourneyClock, type JourneyClock } from './journeyClock.ts';

/** A Discord, game servers in which only the story changes something, and the bot: one clock for all, moved by the story. */
export type HarbourStory = {
  clock: JourneyClock;
  discord: LocalDiscord;
  world: World;
  /** What starting the bot needs, also in another process. */
  environment: Record<string, string>;
  /** Reasons the bot gave for not being able to go on. */
  fatal: string[];
  /** Every line the bots logged, of every level. */
  logged: string[];
  /** `more`: what is different in its environment. */
  startBot(more?: Record<string, string>): Promise<Bot>;
  /** Waits until what people can see fits, or fails with `what` and the journal. */
  until(what: string, fits: () => boolean): Promise<void>;
  /** Ada, who may manage the server, types a command into #status and gets its answer. */
  ada(command: string, options?: Record<string, string | boolean>): Promise<Post>;
  close(): Promise<void>;
};

/** Long enough for a busy machine: a story that goes well never waits for it. */
const PATIENCE_MS = 12_000;
const MINUTE_MS = 60_000;

export async function beginStory(
  discordOptions: NonNullable<Parameters<typeof startSandbox>[0]['discord']> = {},
  worldOptions: Pick<WorldOptions, 'cluster'> = {},
): Promise<HarbourStory> {
  const clock = createJourneyClock();
  const sandbox = await startSandbox({
    now: clock.now,
    world: { seed: 7, still: true, ...worldOptions },
    discord: discordOptions,
  });
  const { discord, world } = sandbox;
  const folder = await mkdtemp(join(tmpdir(), 'crowsnest-journey-'));
  const environment = botEnvironment(discord, `sqlite://${join(folder, 'crowsnest.sqlite')}`);
  const bots: Bot[] = [];
  const fatal: string[] = [];
  const logged: string[] = [];
  const until = (what: string, fits: () => boolean) => untilSeen(discord, what, fits);

  return {
    clock,
    discord,
    world,
    environment,
    fatal,
    logged,
    until,
    async startBot(more = {}) {
      const bot = await startBot({
        config: {
          ...readConfig({ environment: { ...environment, ...more } }),
          token: discord.token,
        },
        log: createLog({
          level: 'trace',
          terminal: false,
          destination: { write: (line) => void logged.push(line) },
        }),
        onFatal: (reason) => void fatal.push(reason),
        now: clock.now,
        after: clock.after,
        cron: false,
      });
      bots.push(bot);
      await bot.registered;
      return bot;
    },
    ada: (command, options = {}) =>
      discord.people.runCommand({ as: 'ada', in: 'status', command, options }).reply(),
    async close() {
      await Promise.all(bots.map((bot) => bot.stop()));
      await sandbox.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Resolves when it fits, looking after every change that people can see; throws when that takes a machine too long. */
export async function untilSeen(
  discord: LocalDiscord,
  what: string,
  fits: () => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(() => {
    reject(new Error(`never came: ${what}\n${discord.journal.explain?.() ?? ''}`));
  }, PATIENCE_MS);
  const look = (): void => {
    if (fits()) {
      resolve();
    }
  };
  const undo = discord.subscribe(look);
  look();
  try {
    await promise;
  } finally {
    undo();
    clearTimeout(late);
  }
}

/** The messages of a channel that the bot wrote itself, oldest first. */
export const botPosts = ({ discord }: HarbourStory, channel: string): Post[] =>
  discord.people
    .messages(channel)
    .filter(({ message }) => message.author.id === discord.state.bot.id && message.type === 0);

/** Everything that is written in a message, embeds included. */
export const wordsOf = ({ message }: Post): string =>
  JSON.stringify([message.content, message.embeds]);

/** The bot finds out that a server went silent: a miss in a round, two re-asks. */
export async function findDown({ clock }: HarbourStory, bot: Bot): Promise<void> {
  clock.advance(MINUTE_MS);
  await bot.monitor.round();
  clock.advance(5_000);
  await bot.monitor.settled();
  clock.advance(10_000);
}

/** Minutes go by with a round in each; a bot that makes none knows nothing of that time. */
export async function letPass({ clock }: HarbourStory, bot: Bot, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(MINUTE_MS);
    await bot.monitor.round();
  }
}

/** The bot finds out that it is back: an answer in a round, one re-ask. */
export async function findBack({ clock }: HarbourStory, bot: Bot): Promise<void> {
  clock.advance(MINUTE_MS);
  await bot.monitor.round();
  clock.advance(5_000);
}
