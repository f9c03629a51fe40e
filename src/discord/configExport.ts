import { boardChannels, boardOf, sharersOf } from '#monitor/boardChange.ts';
import { CONFIG_VERSION, type ConfigFile, type ConfigRef } from '#store/configFile.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import { plainSettings } from '#store/watchSettings.ts';
import { contentHash } from './contentHash.ts';
import { hostPort } from './serverAddress.ts';

/** Names of what the ids of a guild mean, for those who read a file; null = nobody knows any more. */
export type ConfigNames = {
  guild: string;
  channel: (id: string) => string | null;
  role: (id: string) => string | null;
};

const PLAIN = Object.keys(plainSettings) as (keyof typeof plainSettings)[];

const plainOf = (watch: Watch): Pick<Watch, keyof typeof plainSettings> =>
  Object.fromEntries(PLAIN.map((name) => [name, watch[name]])) as Pick<
    Watch,
    keyof typeof plainSettings
  >;

/** The set-up of a guild as a file: what people decided, and nothing that the bot knows besides. Pure. */
export function exportConfig(guild: GuildDocument, names: ConfigNames, now: number): ConfigFile {
  const channel = (id: string): ConfigRef => named(id, names.channel(id));
  const role = (id: string | null): ConfigRef | null =>
    id === null ? null : named(id, names.role(id));
  const alert = <A extends { roleId: string | null; cooldownMs: number }>({
    roleId,
    ...rest
  }: A) => ({
    ...rest,
    role: role(roleId),
  });
  return {
    crowsnest: CONFIG_VERSION,
    guild: { id: guild.guildId, name: names.guild },
    exportedAt: new Date(now).toISOString(),
    language: guild.language,
    timeZone: guild.timeZone,
    watches: guild.watches.map((watch) => ({
      id: watch.id,
      server: hostPort(watch.target.host, watch.target.port),
      game: watch.target.game,
      encoding: watch.target.encoding,
      channel: channel(watch.channelId),
      notices: channel(watch.noticeChannelId),
      role: role(watch.roleId),
      ...plainOf(watch),
      paused: watch.paused !== null,
      thresholds: watch.thresholds.map(alert),
      namedPlayers: watch.namedPlayers.map(alert),
      channelName: watch.channelName && {
        channel: channel(watch.channelName.channelId),
        template: watch.channelName.template,
      },
    })),
    follows: guild.follows.map(({ id, question, channelId, noticeChannelId, roleId }) => ({
      id,
      question,
      channel: channel(channelId),
      notices: channel(noticeChannelId),
      role: role(roleId),
    })),
    boards: boardChannels(guild).map((id) => {
      const { title, style, uptime } = boardOf(guild, id);
      return {
        channel: channel(id),
        title,
        style,
        uptime,
        order: sharersOf(guild, id).map((watch) => watch.id),
      };
    }),
  };
}

/** The channels and roles that a set-up names. */
export function idsOf(guild: GuildDocument): ReadonlySet<string> {
  const ids = new Set<string>();
  const note = (id: string): null => {
    ids.add(id);
    return null;
  };
  exportConfig(guild, { guild: '', channel: note, role: note }, 0);
  return ids;
}

const NAMELESS = { guild: '', channel: () => null, role: () => null };

/** Tells whether a file and the set-up of a guild are those that they were; fits into a button's id. */
export function importDigest(file: string, guild: GuildDocument): string {
  return contentHash([exportConfig(guild, NAMELESS, 0), file]);
}

const named = (id: string, name: string | null): ConfigRef =>
  name === null ? { id } : { id, name };
