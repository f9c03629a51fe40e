import { newUser } from './founding.ts';
import { buildGuild, type GuildSetUp } from './guildSetUp.ts';
import { createSnowflakes } from './snowflake.ts';
import type { State } from './state.ts';

export type SetUp = { botName: string; guilds: readonly GuildSetUp[] };

/**
 * Set-up ids come from this instant and their order, so that the same set-up has the same ids at every start. Guilds were founded
 * a millisecond apart: that is what shards are told by.
 */
const FOUNDED_MS = Date.UTC(2024, 0, 1);

/** Builds the state in which this Discord starts, at `startedAt` (ms since 1970). Throws RangeError when the set-up names something that is not there. */
export function buildState(setUp: SetUp, startedAt: number): State {
  let foundedMs = FOUNDED_MS;
  const nextId = createSnowflakes(() => foundedMs);
  const bot = newUser(nextId(), setUp.botName, setUp.botName, true);
  const users = new Map([[bot.id, bot]]);
  const foundry = { nextId, users, bot, at: FOUNDED_MS, threadsAt: startedAt };
  const guilds = setUp.guilds.map((guild, place) => {
    foundedMs = FOUNDED_MS + place;
    return buildGuild(guild, foundry);
  });
  return {
    application: { id: bot.id, name: setUp.botName },
    bot,
    token: `${Buffer.from(bot.id).toString('base64url')}.Local0.only-valid-on-this-machine`,
    users,
    guilds: new Map(guilds.map((guild) => [guild.id, guild])),
    directs: new Map(),
    closedToDirects: new Set(),
    installs: new Set(),
    uploads: new Map(),
    commands: [],
    commandCreates: new Map(),
    posts: new Map(),
    interactions: new Map(),
    nonces: new Map(),
    identifies: [],
    files: new Map(),
  };
}
