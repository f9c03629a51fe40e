import type { ChannelType, ChatInputCommandInteraction } from 'discord.js';
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
import type { TextKey, Translate } from '#text/texts.ts';
import {
  cachedPlace,
  type Here,
  type Place,
  placeIn,
  placeOf,
  type Places,
} from './watchPlaces.ts';

type Ask = ChatInputCommandInteraction<'cached'>;
type Role = NonNullable<Places['role']>;

/** What a channel is wanted for: why its kind will not do, and what the bot needs there. */
type Purpose = {
  problemOf: (kind: ChannelType) => TextKey | null;
  needs: (kind: ChannelType) => PermissionName[];
};

const STATUS: Purpose = { problemOf: statusChannelProblem, needs: statusNeeds };
const NOTICES: Purpose = { problemOf: noticeChannelProblem, needs: noticeNeeds };
const NAME: Purpose = { problemOf: nameChannelProblem, needs: renameNeeds };

/** Places with what they are wanted for; those that are null are not wanted. */
type Wanted = readonly (readonly [Place | null, Purpose])[];

const isLine = (line: string | null): line is string => line !== null;

/** What stands in the way of places, a line each; `fit`: nothing that permissions could not mend. */
function judge(wanted: Wanted, t: Translate): { fit: boolean; lines: string[] } {
  const places = wanted.flatMap(([place, purpose]) => (place === null ? [] : [{ place, purpose }]));
  const unfit = places.map(({ place, purpose }) => {
    const problem = purpose.problemOf(place.kind);
    return problem === null ? null : t(problem, { channel: place.shown });
  });
  if (unfit.some(isLine)) {
    return { fit: false, lines: unfit.filter(isLine) };
  }
  const lacking = places
    .map(({ place, purpose }) => missingLine(place, purpose.needs(place.kind), t))
    .filter(isLine);
  const isMade = places.every(({ place }) => place.id !== '');
  const fix = t(isMade ? 'channel.fix' : 'channel.fixRole');
  return { fit: true, lines: lacking.length === 0 ? [] : [...lacking, fix] };
}

/** The same with the role that is to hear its mention among the notices. */
function judgeAll(
  wanted: Wanted,
  { role, notices, guildId }: { role: Role | null; notices: Place | null; guildId: string },
  t: Translate,
): string[] {
  const { fit, lines } = judge(wanted, t);
  const deaf = role && deafness(role, notices, guildId, t);
  const isAnybody = role?.id === guildId;
  return deaf !== null && (fit || isAnybody) ? [...lines, deaf] : lines;
}

/** Why a role would not hear its mention there; null when it would, or when nobody can tell. */
function deafness(role: Role, notices: Place | null, guildId: string, t: Translate): string | null {
  if (role.id === guildId) {
    return t('channel.everyone');
  }
  if (notices === null || canPing(role, notices.granted)) {
    return null;
  }
  const permissions = permissionWords(['MentionEveryone'], t);
  return t('channel.rolePing', { role: `<@&${role.id}>`, channel: notices.shown, permissions });
}

/** What stands in the way of these places, a line each; empty when nothing does. */
export function placeProblems(
  { status, notices, role }: Places,
  guildId: string,
  t: Translate,
): string[] {
  const apart = notices.id === status.id ? null : notices;
  const wanted: Wanted = [
    [status, STATUS],
    [apart, NOTICES],
  ];
  return judgeAll(wanted, { role, notices, guildId }, t);
}

/** What stands in the way of moving a watch to the channels of the options, and of pinging the role there. */
export function moveProblems(ask: Ask, watch: Watch, t: Translate): string[] {
  const notices = placeOf(ask, 'notices');
  const wanted: Wanted = [
    [placeOf(ask, 'channel'), STATUS],
    [notices, NOTICES],
  ];
  const moved = notices && watch.roleId ? ask.guild.roles.cache.get(watch.roleId) : null;
  const role = ask.options.getRole('role') ?? moved ?? null;
  const where = notices ?? cachedPlace(ask, watch.noticeChannelId);
  return judgeAll(wanted, { role, notices: where, guildId: ask.guildId }, t);
}

/** What stands in the way of a status message in a channel, a line each; empty when nothing does. */
export function statusPlaceProblems(ask: Ask, channelId: string, t: Translate): string[] {
  const place = placeIn(ask, channelId);
  return place === null ? [unseen(ask, channelId, t)] : judge([[place, STATUS]], t).lines;
}

/** What keeps notices, or their details, from a channel of the guild; `closed`: nothing arrives there at all. */
export function noticePlaceProblems(
  ask: Ask,
  channelId: string,
  t: Translate,
): { lines: string[]; closed: boolean } {
  const place = cachedPlace(ask, channelId);
  if (place === null) {
    return { lines: [unseen(ask, channelId, t)], closed: true };
  }
  const { fit, lines } = judge([[place, NOTICES]], t);
  const closed = !fit || missingPermissions(place.granted, postNeeds(place.kind)).length > 0;
  return { lines, closed };
}

/** What keeps the name of the channel of the options from showing a status, a line each; empty when nothing does. */
export function namePlaceProblems(ask: Ask, t: Translate): string[] {
  const place = placeOf(ask, 'channel');
  return place === null ? [t('error.starting')] : judge([[place, NAME]], t).lines;
}

/** Why a role would not hear its mention in a channel of this guild; null when it would, or when the cache can not tell. */
export const roleProblem = (
  here: Pick<Here, 'guild'>,
  role: Role,
  channelId: string,
  t: Translate,
): string | null => deafness(role, cachedPlace(here, channelId), here.guild.id, t);

/** What is missing in a place, in words; null when nothing is. */
export function missingLine(place: Place, needs: PermissionName[], t: Translate): string | null {
  const missing = missingPermissions(place.granted, needs, place.set);
  return missing.length === 0
    ? null
    : t('channel.missing', { channel: place.shown, permissions: permissionWords(missing, t) });
}

/** Why nothing is known of a channel. */
const unseen = ({ guild }: Pick<Here, 'guild'>, channelId: string, t: Translate): string =>
  t(guild.channels.cache.has(channelId) ? 'error.starting' : 'trouble.channel-gone');
