import { type Asking, createAsking } from './asking.ts';
import { type ChannelDeeds, createChannelDeeds } from './channelDeeds.ts';
import { createGuildDeeds, type GuildDeeds } from './guildDeeds.ts';
import { createMessageDeeds, type MessageDeeds } from './messageDeeds.ts';
import { createPersonDeeds, type PersonDeeds } from './personDeeds.ts';
import { createViews, type Views } from './views.ts';
import type { World } from './world.ts';

/**
 * What persons do on this Discord: ask the bot, change things under its feet, and look. Deeds are not checked for
 * permissions (an owner could do them all), except writing.
 */
export type People = Asking & MessageDeeds & ChannelDeeds & GuildDeeds & PersonDeeds & Views;

/** The people's door to the state; the other one is the REST API. */
export function createPeople(world: World): People {
  return {
    ...createAsking(world),
    ...createMessageDeeds(world),
    ...createChannelDeeds(world),
    ...createGuildDeeds(world),
    ...createPersonDeeds(world),
    ...createViews(world),
  };
}
