import type { ChannelType, Guild } from 'discord.js';
import {
  noticeNeeds,
  type PermissionName,
  renameNeeds,
  statusNeeds,
} from '#discord/permissions.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { missingLine, roleProblem } from './placeProblems.ts';
import { cachedPlace } from './watchPlaces.ts';

/** What a watch or a followed list wants the bot to do where. */
type Wants = Pick<Watch, 'channelId' | 'noticeChannelId' | 'roleId'> &
  Partial<Pick<Watch, 'channelName'>>;

/** What the bot lacks to do all that these want, a line each; channels that the cache does not know are left out. */
export function lackingFor(guild: Guild, wants: readonly Wants[], t: Translate): string[] {
  const missing = (
    channelId: string | undefined,
    needs: (kind: ChannelType) => PermissionName[],
  ) => {
    const place = channelId === undefined ? null : cachedPlace({ guild }, channelId);
    return place && missingLine(place, needs(place.kind), t);
  };
  const lines = wants.flatMap(({ channelId, noticeChannelId, channelName, roleId }) => {
    const role = roleId === null ? undefined : guild.roles.cache.get(roleId);
    return [
      missing(channelId, statusNeeds),
      missing(noticeChannelId, noticeNeeds),
      missing(channelName?.channelId, renameNeeds),
      role ? roleProblem({ guild }, role, noticeChannelId, t) : null,
    ];
  });
  return [...new Set(lines)].filter((line) => line !== null);
}
