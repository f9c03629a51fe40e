import type { Asker } from './asker.ts';
import type { Interaction } from './interaction.ts';
import type { Message } from './message.ts';
import { bitsOf } from './permissionBits.ts';
import { channelForInteraction } from './wire.ts';
import { botBits, type World } from './world.ts';

/** What happened, as it goes into the event. */
export type Occurrence = {
  type: number;
  label: string;
  data: Record<string, unknown>;
  /** Message with the component. */
  message: Message | null;
  owners: Record<string, string>;
};

/** What an app is said to have where its bot is no member: in conversations, and in guilds where only a person installed it. */
const GUEST_BITS = bitsOf(['ATTACH_FILES', 'EMBED_LINKS', 'MENTION_EVERYONE']);
const BOT_DIRECT_BITS = GUEST_BITS | bitsOf(['USE_EXTERNAL_EMOJIS']);

/** Starts an interaction: it is remembered, its clocks run, the bot gets INTERACTION_CREATE. */
export function startInteraction(world: World, asker: Asker, what: Occurrence): Interaction {
  const { guild, channel, user, member } = asker;
  const id = world.nextId();
  const interaction: Interaction = {
    id,
    token: Buffer.from(`interaction:${id}:${user.id}`).toString('base64url'),
    type: what.type,
    userId: user.id,
    guildId: guild?.id ?? null,
    owners: what.owners,
    channelId: channel.id,
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
  const appBits = appPermissions(world, asker);
  world.outlet.dispatch({
    name: 'INTERACTION_CREATE',
    guildId: guild?.id ?? null,
    data: {
      id,
      application_id: world.state.application.id,
      type: what.type,
      token: interaction.token,
      version: 1,
      data: what.data,
      channel_id: channel.id,
      channel: channelForInteraction(channel, asker.bits, appBits),
      ...(guild === null || member === null
        ? { user }
        : {
            guild_id: guild.id,
            guild: { id: guild.id, locale: guild.locale, features: ['COMMUNITY'] },
            guild_locale: guild.locale,
            member: { ...member, permissions: String(asker.bits) },
          }),
      app_permissions: String(appBits),
      locale: asker.locale,
      context: asker.context,
      entitlements: [],
      authorizing_integration_owners: what.owners,
      attachment_size_limit: 10_485_760,
      ...(what.message === null ? {} : { message: what.message }),
    },
  });
  return interaction;
}

function appPermissions(world: World, { guild, channel }: Asker): bigint {
  const isMember = guild?.members.has(world.state.bot.id) ?? false;
  if (isMember) {
    return botBits(world, { guild, channel });
  }
  return botBits(world, { guild, channel }) === 0n ? GUEST_BITS : BOT_DIRECT_BITS;
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
