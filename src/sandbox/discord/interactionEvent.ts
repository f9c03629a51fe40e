import type { Channel, Member } from './guild.ts';
import type { Interaction } from './interaction.ts';
import type { Message } from './message.ts';
import { channelPermissions } from './permissions.ts';
import { findChannel } from './state.ts';
import { channelForInteraction } from './wire.ts';
import type { World } from './world.ts';

/** What happened, as it goes into the event. */
export type Occurrence = {
  type: number;
  userId: string;
  channelId: string;
  label: string;
  data: Record<string, unknown>;
  /** Message with the component. */
  message: Message | null;
  locale: string;
};

/** Starts an interaction: it is remembered, its clocks run, the bot gets INTERACTION_CREATE. */
export function startInteraction(world: World, what: Occurrence): Interaction {
  const place = findChannel(world.state, what.channelId);
  const member = place?.guild.members.get(what.userId);
  if (place === null || member === undefined) {
    throw new RangeError(`${what.userId} is not a member where ${what.channelId} is`);
  }
  const id = world.nextId();
  const interaction: Interaction = {
    id,
    token: Buffer.from(`interaction:${id}:${what.userId}`).toString('base64url'),
    type: what.type,
    userId: what.userId,
    guildId: place.guild.id,
    channelId: what.channelId,
    label: what.label,
    startedAt: world.now(),
    status: 'waiting',
    callback: null,
    sourceId: what.message?.id ?? null,
    originalId: null,
    messageIds: [],
    choices: null,
    modal: null,
  };
  world.state.interactions.set(interaction.token, interaction);
  tellInteraction(world, interaction);
  const bits = (channel: Channel, one: Member | undefined) =>
    one === undefined ? 0n : channelPermissions(place.guild, channel, one, world.now());
  const userBits = bits(place.channel, member);
  const appBits = bits(place.channel, place.guild.members.get(world.state.bot.id));
  world.outlet.dispatch({
    name: 'INTERACTION_CREATE',
    guildId: place.guild.id,
    data: {
      id,
      application_id: world.state.application.id,
      type: what.type,
      token: interaction.token,
      version: 1,
      data: what.data,
      guild_id: place.guild.id,
      guild: { id: place.guild.id, locale: place.guild.locale, features: ['COMMUNITY'] },
      guild_locale: place.guild.locale,
      channel_id: what.channelId,
      channel: channelForInteraction(place.channel, userBits, appBits),
      member: { ...member, permissions: String(userBits) },
      app_permissions: String(appBits),
      locale: what.locale,
      context: 0,
      entitlements: [],
      authorizing_integration_owners: { '0': place.guild.id },
      attachment_size_limit: 10_485_760,
      ...(what.message === null ? {} : { message: what.message }),
    },
  });
  return interaction;
}

/** Tells those who watch that an interaction got on. */
export function tellInteraction(world: World, interaction: Interaction): void {
  world.outlet.tell({
    kind: 'interaction',
    interactionId: interaction.id,
    userId: interaction.userId,
    channelId: interaction.channelId,
    label: interaction.label,
    status: interaction.status,
  });
}
