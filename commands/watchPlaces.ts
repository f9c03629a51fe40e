import {
  ChannelType,
  type ChatInputCommandInteraction,
  type GuildBasedChannel,
  type PermissionsBitField,
} from 'discord.js';
import {
  canPing,
  missingPermissions,
  nameChannelProblem,
  noticeChannelProblem,
  noticeNeeds,
  postNeeds,
  type PermissionName,
  renameNeeds,
  statusChannelProblem,
  statusNeeds,
} from '#discord/permissions.ts';
import { permissionWords } from '#discord/troubleWords.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';

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

function placeOf(ask: Ask, option: string): Place | null {
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

/** What stands in the way of these places, a line each; empty when nothing does. */
export function placeProblems({ status, notices, role }: Places, guildId: string, t: Translate) {
  const apart = notices.id !== status.id;
  const unfit = [
    wrongKind(status, statusChannelProblem(status.kind), t),
    apart ? wrongKind(notices, noticeChannelProblem(notices.kind), t) : null,
    role?.id === guildId ? t('channel.everyone') : null,
  ].filter((line) => line !== null);
  if (unfit.length > 0) {
    return unfit;
  }
  const lacking = [
    missingLine(status, statusNeeds(status.kind), t),
    apart ? missingLine(notices, noticeNeeds(notices.kind), t) : null,
  ].filter((line) => line !== null);
  const deaf = role !== null && !canPing(role, notices.granted);
  return [
    ...lacking,
    ...(lacking.length > 0 ? [t(status.id === '' ? 'channel.fixRole' : 'channel.fix')] : []),
    ...(deaf ? [deafLine(notices, role.id, t)] : []),
  ];
}

/** What stands in the way of a status message in a channel, a line each; empty when nothing does. */
export function statusPlaceProblems(ask: Ask, channelId: string, t: Translate): string[] {
  const place = placeIn(ask, channelId);
  if (place === null) {
    const isKnown = ask.guild.channels.cache.has(channelId);
    return [t(isKnown ? 'error.starting' : 'trouble.channel-gone')];
  }
  const unfit = wrongKind(place, statusChannelProblem(place.kind), t);
  const lacking = missingLine(place, statusNeeds(place.kind), t);
  return unfit === null ? (lacking === null ? [] : [lacking, t('channel.fix')]) : [unfit];
}

/** What keeps notices, or their details, from a channel of the guild; `closed`: nothing arrives there at all. */
export function noticePlaceProblems(
  ask: Ask,
  channelId: string,
  t: Translate,
): { lines: string[]; closed: boolean } {
  const place = cachedPlace(ask, channelId);
  if (place === null) {
    const isKnown = ask.guild.channels.cache.has(channelId);
    return { lines: [t(isKnown ? 'error.starting' : 'trouble.channel-gone')], closed: true };
  }
  const lacking = missingLine(place, noticeNeeds(place.kind), t);
  const closed = missingPermissions(place.granted, postNeeds(place.kind)).length > 0;
  return { lines: lacking === null ? [] : [lacking, t('channel.fix')], closed };
}

/** A channel of the guild: that of the option, the one the command was typed in, or one that the cache knows. */
function placeIn(ask: Ask, channelId: string): Place | null {
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

/** What stands in the way of moving a watch to the channels of the options, and of pinging the role there. */
export function moveProblems(ask: Ask, watch: Watch, t: Translate): string[] {
  const status = placeOf(ask, 'channel');
  const notices = placeOf(ask, 'notices');
  const unfit = [
    status && wrongKind(status, statusChannelProblem(status.kind), t),
    notices && wrongKind(notices, noticeChannelProblem(notices.kind), t),
  ].filter((line) => line !== null);
  if (unfit.length > 0) {
    return unfit;
  }
  const lacking = [
    status && missingLine(status, statusNeeds(status.kind), t),
    notices && missingLine(notices, noticeNeeds(notices.kind), t),
  ].filter((line) => line !== null);
  const moved = notices && watch.roleId ? ask.guild.roles.cache.get(watch.roleId) : null;
  const role = ask.options.getRole('role') ?? moved;
  const deaf = role && roleProblem(ask, role, notices?.id ?? watch.noticeChannelId, t);
  return [...lacking, ...(lacking.length > 0 ? [t('channel.fix')] : []), ...(deaf ? [deaf] : [])];
}

/** Why a role would not hear its mention in a channel of this guild; null when it would, or when the cache can not tell. */
export function roleProblem(
  ask: Pick<Ask, 'guild' | 'guildId'>,
  role: { id: string; mentionable: boolean },
  channelId: string,
  t: Translate,
): string | null {
  if (role.id === ask.guildId) {
    return t('channel.everyone');
  }
  const channel = ask.guild.channels.cache.get(channelId);
  const granted = channel === undefined ? null : setIn(ask, channel);
  return granted === null || canPing(role, granted)
    ? null
    : deafLine({ shown: mention({ id: channelId }) }, role.id, t);
}

/** Why the name of the channel of the options can not show a status; null when it can. */
export function namePlaceProblem(ask: Ask, t: Translate): string | null {
  const place = placeOf(ask, 'channel');
  if (place === null) {
    return t('error.starting');
  }
  const lacking = missingLine(place, renameNeeds(place.kind), t);
  return (
    wrongKind(place, nameChannelProblem(place.kind), t) ??
    (lacking === null ? null : `${lacking}\n\n${t('channel.fix')}`)
  );
}

const mention = ({ id }: Pick<Place, 'id'>): string => `<#${id}>`;

function wrongKind(
  place: Place,
  problem: ReturnType<typeof statusChannelProblem>,
  t: Translate,
): string | null {
  return problem === null ? null : t(problem, { channel: place.shown });
}

/** What is missing in a place, in words; null when nothing is. */
export function missingLine(place: Place, needs: PermissionName[], t: Translate): string | null {
  const missing = missingPermissions(place.granted, needs, place.set);
  return missing.length === 0
    ? null
    : t('channel.missing', { channel: place.shown, permissions: permissionWords(missing, t) });
}

function deafLine(place: Pick<Place, 'shown'>, roleId: string, t: Translate): string {
  const permissions = permissionWords(['MentionEveryone'], t);
  return t('channel.rolePing', { role: `<@&${roleId}>`, channel: place.shown, permissions });
}
