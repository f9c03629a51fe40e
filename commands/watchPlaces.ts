import {
  ChannelType,
  type ChatInputCommandInteraction,
  type GuildBasedChannel,
  type PermissionsBitField,
} from 'discord.js';

type Ask = ChatInputCommandInteraction<'cached'>;

/** Where a command was typed or a button pressed. */
export type Here = Pick<Ask, 'appPermissions' | 'guild'> & { channel: GuildBasedChannel | null };

const NOTHING: Pick<PermissionsBitField, 'has'> = { has: () => false };

/** A channel as Discord describes it in the command: what it is, and what the bot may do there (I10). */
export type Place = {
  /** Empty as long as the channel is not made. */
  id: string;
  /** How texts name it. */
  shown: string;
  kind: ChannelType;
  granted: Pick<PermissionsBitField, 'has'>;
  /** What roles and overrides say, from the cache; null when it does not know the channel. */
  set: Pick<PermissionsBitField, 'has'> | null;
};

/** Where the status message and the notices go, and whom to ping. */
export type Places = {
  status: Place;
  notices: Place;
  role: { id: string; mentionable: boolean } | null;
};

/** Reads the options "channel", "notices" and "role"; null when Discord did not say where the command was typed. */
export function readPlaces(ask: Ask): Places | null {
  const status = placeOf(ask, 'channel') ?? hereOf(ask);
  if (status === null) {
    return null;
  }
  const notices = placeOf(ask, 'notices') ?? status;
  return { status, notices, role: ask.options.getRole('role') };
}

/** Everything in the channel where a button was pressed, and nobody to ping. */
export function readPlacesHere(press: Here): Places | null {
  const status = hereOf(press);
  return status === null ? null : { status, notices: status, role: null };
}

function hereOf(ask: Here): Place | null {
  const { channel } = ask;
  return channel === null
    ? null
    : {
        id: channel.id,
        shown: mention(channel),
        kind: channel.type,
        granted: ask.appPermissions,
        set: setIn(ask, channel),
      };
}

/** The channel that was pressed in as Discord says, others as the cache knows them; what it does not know cannot be seen. */
export function placeById(here: Here, channelId: string): Place {
  const at = here.channel?.id === channelId ? hereOf(here) : null;
  const [shown, kind, granted] = [mention({ id: channelId }), ChannelType.GuildText, NOTHING];
  return at ?? cachedPlace(here, channelId) ?? { id: channelId, shown, kind, granted, set: null };
}

/** A text channel of this name that is yet to be made, with what the bot will be able to do there. */
export function placeToMake({ guild }: Here, name: string): Place {
  const granted = guild.members.me?.permissions ?? NOTHING;
  return { id: '', shown: `\`#${name}\``, kind: ChannelType.GuildText, granted, set: null };
}

/** The channel of an option, with what Discord says of it; null when it was not given. */
export function placeOf(ask: Ask, option: string): Place | null {
  const channel = ask.options.getChannel(option);
  if (channel === null) {
    return null;
  }
  const set = setIn(ask, channel);
  const granted = channel.appPermissions ?? set ?? ask.appPermissions;
  return { id: channel.id, shown: mention(channel), kind: channel.type, granted, set };
}

function setIn(ask: Pick<Here, 'guild'>, channel: GuildBasedChannel): PermissionsBitField | null {
  const { me } = ask.guild.members;
  return me === null ? null : channel.permissionsFor(me);
}

/** A channel of the guild: that of the option, the one the command was typed in, or one that the cache knows. */
export function placeIn(ask: Ask, channelId: string): Place | null {
  const told = [placeOf(ask, 'channel'), hereOf(ask)].find((place) => place?.id === channelId);
  return told ?? cachedPlace(ask, channelId);
}

/** A channel as the cache knows it; null when it does not. */
export function cachedPlace(ask: Pick<Here, 'guild'>, channelId: string): Place | null {
  const channel = ask.guild.channels.cache.get(channelId);
  const set = channel === undefined ? null : setIn(ask, channel);
  return channel === undefined || set === null
    ? null
    : { id: channelId, shown: mention(channel), kind: channel.type, granted: set, set };
}

const mention = ({ id }: Pick<Place, 'id'>): string => `<#${id}>`;
