import {
  UpdateGuildChannelRequestPartialSchema,
  UpdateThreadRequestPartialSchema,
} from 'discord-api-spec/zod';
import { ApiError } from './apiError.ts';
import { type Answer, type Call, type Handlers, ok } from './call.ts';
import { type FormError, formError, refuseForm } from './formErrors.ts';
import { CHANNEL_TYPE, type Channel, isThread, type Overwrite } from './guild.ts';
import { checkSchema, refuseUnplayed } from './schemaRules.ts';
import { channelFields } from './wire.ts';
import { botPlace, demand, needGuild, type Place, type World } from './world.ts';

/** Channels and threads themselves (spec sandbox section 3). */
export const channelRoutes: Handlers = {
  'GET /channels/:channel': (call, channelId) =>
    ok(channelFields(botPlace(call.world, channelId).channel)),
  'PATCH /channels/:channel': (call, channelId) => {
    const place = botPlace(call.world, channelId);
    needGuild(place);
    return isThread(place.channel) ? editThread(call, place) : editChannel(call, place);
  },
};

type ChannelForm = {
  name?: string;
  topic?: string | null;
  nsfw?: boolean | null;
  position?: number | null;
  parent_id?: string | null;
  rate_limit_per_user?: number | null;
  permission_overwrites?: Overwrite[] | null;
};

type ThreadForm = {
  name?: string | null;
  archived?: boolean;
  locked?: boolean;
  auto_archive_duration?: number;
  rate_limit_per_user?: number | null;
  applied_tags?: string[];
  flags?: number;
};

const CHANNEL_KEYS = [
  'name',
  'topic',
  'nsfw',
  'position',
  'parent_id',
  'rate_limit_per_user',
  'permission_overwrites',
] satisfies (keyof ChannelForm)[];

const THREAD_KEYS = [
  'name',
  'archived',
  'locked',
  'auto_archive_duration',
  'rate_limit_per_user',
  'applied_tags',
  'flags',
] satisfies (keyof ThreadForm)[];

function editChannel(call: Call, place: Place): Answer {
  const { world } = call;
  const { channel } = place;
  demand(world, place, ['MANAGE_CHANNELS']);
  if (channel.type === CHANNEL_TYPE.voice) {
    demand(world, place, ['CONNECT']);
  }
  const body = call.body ?? {};
  checkSchema(UpdateGuildChannelRequestPartialSchema, body);
  refuseUnplayed(body, CHANNEL_KEYS);
  const form = body as ChannelForm;
  refuseForm(topicErrors(form, channel.type));
  if (form.permission_overwrites) {
    demand(world, place, ['MANAGE_ROLES']);
  }
  if (form.name !== undefined) {
    channel.name = channelName(form.name, channel.type);
  }
  channel.topic = form.topic === undefined ? channel.topic : form.topic;
  channel.nsfw = form.nsfw ?? channel.nsfw;
  channel.position = form.position ?? channel.position;
  channel.parent_id = form.parent_id === undefined ? channel.parent_id : form.parent_id;
  channel.rate_limit_per_user = form.rate_limit_per_user ?? channel.rate_limit_per_user;
  channel.permission_overwrites = form.permission_overwrites ?? channel.permission_overwrites;
  tellChannel(world, channel, 'CHANNEL_UPDATE');
  return ok(channel);
}

/** The schema allows a forum's 4096 everywhere. */
function topicErrors(form: ChannelForm, type: number): FormError[] {
  const most = type === CHANNEL_TYPE.forum || type === CHANNEL_TYPE.media ? 4096 : 1024;
  return [...(form.topic ?? '')].length > most ? [formError.maxLength(['topic'], most)] : [];
}

/** Names of text channels are forced to lower case without spaces (spec discord section 6, rule 3). */
export function channelName(name: string, type: number): string {
  const text: number[] = [CHANNEL_TYPE.text, CHANNEL_TYPE.announcement, CHANNEL_TYPE.forum];
  return text.includes(type) ? name.trim().toLowerCase().replaceAll(/\s+/g, '-') : name.trim();
}

function editThread(call: Call, place: Place): Answer {
  const { world } = call;
  const thread = place.channel.thread_metadata;
  if (thread === undefined) {
    throw new ApiError('wrongChannelType');
  }
  const body = call.body ?? {};
  checkSchema(UpdateThreadRequestPartialSchema, body);
  refuseUnplayed(body, THREAD_KEYS);
  const form = body as ThreadForm;
  if (thread.archived && form.archived !== false) {
    throw new ApiError('threadArchived');
  }
  demandThreadRights(world, place, form);
  const { channel } = place;
  channel.name = form.name?.trim() ?? channel.name;
  channel.rate_limit_per_user = form.rate_limit_per_user ?? channel.rate_limit_per_user;
  channel.flags = form.flags ?? channel.flags;
  channel.applied_tags = form.applied_tags ?? channel.applied_tags ?? [];
  thread.auto_archive_duration = form.auto_archive_duration ?? thread.auto_archive_duration;
  thread.locked = form.locked ?? thread.locked;
  if (form.archived !== undefined && form.archived !== thread.archived) {
    thread.archived = form.archived;
    thread.archive_timestamp = new Date(world.now()).toISOString();
  }
  tellChannel(world, channel, 'THREAD_UPDATE');
  return ok(channel);
}

/** Unarchiving needs only the right to write, unless the thread is locked; the rest is its owner's or a manager's. */
function demandThreadRights(world: World, place: Place, form: ThreadForm): void {
  const { channel } = place;
  const keys = Object.keys(form);
  if (channel.thread_metadata?.locked) {
    demand(world, place, ['MANAGE_THREADS'], 'threadLocked');
  }
  const onlyUnarchives = form.archived === false && keys.length === 1;
  if (onlyUnarchives) {
    demand(world, place, ['SEND_MESSAGES_IN_THREADS']);
  } else if (channel.owner_id !== world.state.bot.id || form.locked !== undefined) {
    demand(world, place, ['MANAGE_THREADS']);
  }
}

/** Tells the bot and those who watch that a channel changed. */
export function tellChannel(
  world: World,
  channel: Channel,
  name: 'CHANNEL_CREATE' | 'CHANNEL_UPDATE' | 'THREAD_CREATE' | 'THREAD_UPDATE',
): void {
  const created = name === 'THREAD_CREATE' ? { newly_created: true } : {};
  const guildId = channel.guild_id ?? '';
  world.outlet.dispatch({ name, guildId, data: { ...channel, ...created } });
  world.outlet.tell({ kind: 'channels', guildId });
}
