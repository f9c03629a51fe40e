import { CreateGuildChannelRequestSchema } from 'discord-api-spec/zod';
import { ApiError } from './apiError.ts';
import { needBotGuild } from './applicationRoutes.ts';
import type { Call, Handlers } from './call.ts';
import { channelName, tellChannel } from './channelRoutes.ts';
import { newChannel } from './founding.ts';
import { CHANNEL_TYPE, type Guild, type Overwrite } from './guild.ts';
import { PERMISSION } from './permissionBits.ts';
import { guildPermissions } from './permissions.ts';
import { checkSchema, refuseUnplayed } from './schemaRules.ts';

type NewChannelForm = {
  name: string;
  type?: number;
  topic?: string | null;
  permission_overwrites?: { id: string; type: 0 | 1; allow?: string; deny?: string }[];
};

const KEYS = ['name', 'type', 'topic', 'permission_overwrites'] satisfies (keyof NewChannelForm)[];

/** A channel that the bot makes: with permissions set in it, but only such as the bot has itself. */
export const newChannelRoute: Handlers = {
  'POST /guilds/:guild/channels': (call, guildId) => {
    const { world, body } = call;
    const guild = needBotGuild(world, guildId);
    checkSchema(CreateGuildChannelRequestSchema, withNumbers(body));
    refuseUnplayed(body as object, KEYS);
    const form = body as NewChannelForm;
    const overwrites = (form.permission_overwrites ?? []).map(
      ({ id, type, allow = '0', deny = '0' }): Overwrite => ({ id, type, allow, deny }),
    );
    demandRights(call, guild, overwrites);
    const type = form.type ?? CHANNEL_TYPE.text;
    const channel = {
      ...newChannel({ id: world.nextId(), type, guildId, name: channelName(form.name, type) }),
      topic: form.topic ?? null,
      position: guild.channels.size,
      permission_overwrites: overwrites,
    };
    guild.channels.set(channel.id, channel);
    tellChannel(world, channel, 'CHANNEL_CREATE');
    return { status: 201, body: channel };
  },
};

/** Permissions are strings of 64 bits wherever Discord documents them, also here; its published schema has numbers. */
function withNumbers(body: unknown): unknown {
  const isBits = (key: string, value: unknown): value is string =>
    (key === 'allow' || key === 'deny') && typeof value === 'string';
  return JSON.parse(JSON.stringify(body ?? {}), (key, value: unknown) =>
    isBits(key, value) ? Number(value) : value,
  );
}

/** Throws 50013 when the bot may make no channels, or gives or takes what it does not have. */
function demandRights({ world }: Call, guild: Guild, overwrites: readonly Overwrite[]): void {
  const member = guild.members.get(world.state.bot.id);
  const bits = member === undefined ? 0n : guildPermissions(guild, member);
  const wanted = overwrites.reduce(
    (sum, { allow, deny }) => sum | BigInt(allow) | BigInt(deny),
    PERMISSION.MANAGE_CHANNELS,
  );
  if (wanted & ~bits) {
    world.journal.note(`the bot may not make such a channel in ${guild.name}`);
    throw new ApiError('missingPermissions');
  }
}
