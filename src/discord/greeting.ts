import {
  ButtonStyle,
  ChannelType,
  type Guild,
  type GuildBasedChannel,
  type RESTPostAPIChannelMessageJSONBody,
  Routes,
  type TextChannel,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Store } from '#store/openStore.ts';
import { languageOf, type Texts } from '#text/texts.ts';
import { button, buttonRows } from './button.ts';
import { discordFailure } from './discordFailure.ts';
import type { RestClient } from './gateway.ts';
import { missingPermissions, postNeeds } from './permissions.ts';
import { NO_MENTIONS } from './postStatus.ts';

const DAY_MS = 86_400_000;
/** A guild that took the bot in longer ago was there before; a start of the bot, or an outage, is no news to it. */
const NEW_MS = DAY_MS;
/** Thrown out and taken in again, the bot says nothing twice within this time. */
const AGAIN_MS = 30 * DAY_MS;

/** Whether a guild is to be greeted that took the bot in at `joinedAt` and was greeted at `greetedAt`, all in ms. Pure. */
export function isGreetingDue(joinedAt: number, greetedAt: number | null, now: number): boolean {
  return now - joinedAt < NEW_MS && (greetedAt === null || now - greetedAt > AGAIN_MS);
}

/** Where a greeting goes: the system channel, else the first text channel where the bot may write; null = nowhere. */
function greetingChannel(guild: Guild): string | null {
  const { me } = guild.members;
  const takesIt = (channel: GuildBasedChannel): channel is TextChannel =>
    channel.type === ChannelType.GuildText &&
    me !== null &&
    missingPermissions(channel.permissionsFor(me), postNeeds(channel.type)).length === 0;
  const inOrder = [...guild.channels.cache.filter(takesIt).values()].sort(
    (a, b) =>
      (a.parent?.rawPosition ?? -1) - (b.parent?.rawPosition ?? -1) ||
      a.rawPosition - b.rawPosition,
  );
  const system = inOrder.find(({ id }) => id === guild.systemChannelId);
  return (system ?? inOrder[0])?.id ?? null;
}

/**
 * Greets a guild that has just taken the bot in, once, saying how to begin; does nothing in any other. That it was greeted is
 * written down before: rather no greeting than two. Never rejects for what Discord answers.
 */
export function createGreeting(parts: {
  guilds: Pick<Store['guilds'], 'get' | 'update'>;
  rest: Pick<RestClient, 'post'>;
  texts: Texts;
  mention: (command: string) => string;
  now: () => number;
  log: Logger;
}): (guild: Guild) => Promise<void> {
  const { guilds, rest, texts, mention, now, log } = parts;
  return async (guild) => {
    const { id: guildId, joinedTimestamp } = guild;
    const { greetedAt, language } = await guilds.get(guildId);
    if (!isGreetingDue(joinedTimestamp, greetedAt, now())) {
      return;
    }
    const channelId = greetingChannel(guild);
    if (channelId === null) {
      log.info({ event: 'not-greeted', guildId }, 'no channel to say hello in');
      return;
    }
    const remember = (at: number | null) =>
      guilds.update(guildId, (before) => ({ ...before, greetedAt: at }));
    await remember(now());
    const t = texts.in(language ?? languageOf(guild.preferredLocale));
    const start = button({ command: 'setup', subject: 'open' }, t('greeting.button'), {
      style: ButtonStyle.Primary,
    });
    const body: RESTPostAPIChannelMessageJSONBody = {
      content: t('greeting.words', { setup: mention('setup') }),
      components: buttonRows([start]),
      allowed_mentions: { ...NO_MENTIONS },
    };
    try {
      await rest.post(Routes.channelMessages(channelId), { body });
      log.info({ event: 'greeted', guildId, channelId }, 'said hello to a new guild');
    } catch (error) {
      log.warn({ guildId, channelId, failure: discordFailure(error) }, 'could not say hello');
      await remember(greetedAt);
    }
  };
}
