import type {
  ChannelType,
  ChatInputCommandInteraction,
  GuildBasedChannel,
  PermissionsBitField,
} from 'discord.js';
import {
  canPing,
  missingPermissions,
  noticeChannelProblem,
  noticeNeeds,
  statusChannelProblem,
  statusNeeds,
} from '#discord/permissions.ts';
import { permissionWords } from '#discord/troubleWords.ts';
import type { Translate } from '#text/texts.ts';

type Ask = ChatInputCommandInteraction<'cached'>;

/** A channel as Discord describes it in the command: what it is, and what the bot may do there (I10). */
type Place = {
  id: string;
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

function hereOf(ask: Ask): Place | null {
  const { channel } = ask;
  return channel === null
    ? null
    : { id: channel.id, kind: channel.type, granted: ask.appPermissions, set: setIn(ask, channel) };
}

function placeOf(ask: Ask, option: string): Place | null {
  const channel = ask.options.getChannel(option);
  if (channel === null) {
    return null;
  }
  const set = setIn(ask, channel);
  const granted = channel.appPermissions ?? set ?? ask.appPermissions;
  return { id: channel.id, kind: channel.type, granted, set };
}

function setIn(ask: Ask, channel: GuildBasedChannel): PermissionsBitField | null {
  const { me } = ask.guild.members;
  return me === null ? null : channel.permissionsFor(me);
}

/** What stands in the way of these places, a line each; empty when nothing does. */
export function placeProblems({ status, notices, role }: Places, guildId: string, t: Translate) {
  const unfit = [
    wrongKind(status, statusChannelProblem(status.kind), t),
    notices.id === status.id ? null : wrongKind(notices, noticeChannelProblem(notices.kind), t),
    role?.id === guildId ? t('channel.everyone') : null,
  ].filter((line) => line !== null);
  if (unfit.length > 0) {
    return unfit;
  }
  const lacking = [
    missingLine(
      status,
      missingPermissions(status.granted, statusNeeds(status.kind), status.set),
      t,
    ),
    notices.id === status.id
      ? null
      : missingLine(
          notices,
          missingPermissions(notices.granted, noticeNeeds(notices.kind), notices.set),
          t,
        ),
  ].filter((line) => line !== null);
  const deaf = role !== null && !canPing(role, notices.granted);
  return [
    ...lacking,
    ...(lacking.length > 0 ? [t('channel.fix')] : []),
    ...(deaf ? [deafLine(notices, role.id, t)] : []),
  ];
}

const mention = ({ id }: Place): string => `<#${id}>`;

function wrongKind(
  place: Place,
  problem: ReturnType<typeof statusChannelProblem>,
  t: Translate,
): string | null {
  return problem === null ? null : t(problem, { channel: mention(place) });
}

function missingLine(
  place: Place,
  missing: ReturnType<typeof missingPermissions>,
  t: Translate,
): string | null {
  return missing.length === 0
    ? null
    : t('channel.missing', { channel: mention(place), permissions: permissionWords(missing, t) });
}

function deafLine(place: Place, roleId: string, t: Translate): string {
  const permissions = permissionWords(['MentionEveryone'], t);
  return t('channel.rolePing', { role: `<@&${roleId}>`, channel: mention(place), permissions });
}
