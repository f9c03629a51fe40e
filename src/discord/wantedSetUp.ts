import type { WantedFollow, WantedSetUp, WantedWatch } from '#monitor/setUpChange.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { ConfigFile, ConfigFollow, ConfigRef, ConfigWatch } from '#store/configFile.ts';
import type { TextKey } from '#text/texts.ts';
import {
  createPlaceFinder,
  type GuildPlaces,
  type Mapped,
  type PlaceFinder,
} from './configPlaces.ts';
import { configTarget, questionFaults, ruleFaults } from './configRules.ts';
import { plain } from './foreignText.ts';
import { storedTarget } from './newWatch.ts';
import { nameChannelProblem, noticeChannelProblem, statusChannelProblem } from './permissions.ts';
import type { ConfigFault } from './configFault.ts';

/** The set-up that a file means in a guild, and what was found there by its name; or what is wrong with the file. */
export type ResolvedConfig =
  | { ok: true; wanted: WantedSetUp; mapped: readonly Mapped[] }
  | { ok: false; faults: readonly ConfigFault[] };

/** Takes a file as meant for this guild. Pure. */
export function resolveConfig(
  config: ConfigFile,
  places: GuildPlaces,
  most: number,
): ResolvedConfig {
  const finder = createPlaceFinder(places);
  const faults: ConfigFault[] = [];
  const { language, timeZone } = config;
  if (config.watches.length + config.follows.length > most) {
    faults.push({ field: 'watches', key: 'watch.full', values: { count: most } });
  }
  const watches = config.watches.map((watch, place) => {
    const read = watchOf(watch, `watches[${place}]`, finder);
    faults.push(...read.faults);
    return read.watch;
  });
  const follows = config.follows.map((follow, place) => {
    const read = followOf(follow, `follows[${place}]`, finder);
    faults.push(...read.faults);
    return read.follow;
  });
  const boards = config.boards.flatMap(({ channel, ...look }, place) => {
    const channelId = finder.channel(channel, `boards[${place}].channel`, statusChannelProblem);
    return channelId === null ? [] : [{ ...look, channelId }];
  });
  const all = [...faults, ...finder.faults];
  const wrong = all.length > 0 ? all : togetherFaults(watches, follows);
  return wrong.length > 0
    ? { ok: false, faults: wrong }
    : {
        ok: true,
        wanted: {
          language,
          timeZone,
          boards,
          watches: watches.filter((watch) => watch !== null),
          follows: follows.filter((follow) => follow !== null),
        },
        mapped: finder.mapped,
      };
}

function watchOf(
  watch: ConfigWatch,
  field: string,
  finder: PlaceFinder,
): { watch: WantedWatch | null; faults: ConfigFault[] } {
  const { server: _server, game: _game, encoding: _encoding, ...rest } = watch;
  const { channel, notices, role, channelName, id = null, ...settings } = rest;
  const target = configTarget(watch, field);
  const faults = [...(target.ok ? [] : [target.fault]), ...ruleFaults(watch, field)];
  const channelId = finder.channel(channel, `${field}.channel`, statusChannelProblem);
  const noticeChannelId =
    notices === undefined
      ? channelId
      : finder.channel(notices, `${field}.notices`, noticeChannelProblem);
  const nameId =
    channelName &&
    finder.channel(channelName.channel, `${field}.channelName.channel`, nameChannelProblem);
  const alert = (list: string) => withRoleId(finder, `${field}.${list}`);
  const wishes = {
    ...settings,
    label: settings.label && plain(settings.label, settings.label.length),
    roleId: finder.role(role, `${field}.role`),
    thresholds: settings.thresholds.map(alert('thresholds')),
    namedPlayers: settings.namedPlayers.map(alert('namedPlayers')),
  };
  return {
    watch:
      target.ok && channelId !== null && noticeChannelId !== null
        ? {
            ...wishes,
            id,
            target: storedTarget(target.target),
            channelId,
            noticeChannelId,
            channelName:
              nameId === null || channelName === null
                ? null
                : { channelId: nameId, template: channelName.template },
          }
        : null,
    faults,
  };
}

function followOf(
  { id, question, channel, notices = channel, role }: ConfigFollow,
  field: string,
  finder: PlaceFinder,
): { follow: WantedFollow | null; faults: ConfigFault[] } {
  const channelId = finder.channel(channel, `${field}.channel`, statusChannelProblem);
  const noticeChannelId = finder.channel(notices, `${field}.notices`, noticeChannelProblem);
  const roleId = finder.role(role, `${field}.role`);
  return {
    follow:
      channelId === null || noticeChannelId === null
        ? null
        : { id: id ?? null, question, channelId, noticeChannelId, roleId },
    faults: questionFaults(question, `${field}.question`),
  };
}

const withRoleId =
  (finder: PlaceFinder, list: string) =>
  <A extends { role: ConfigRef | null }>({ role, ...rest }: A, place: number) => ({
    ...rest,
    roleId: finder.role(role, `${list}[${place}].role`),
  });

/**
 * What is wrong with things that each will do: two of one id, of one server or list in one channel, of one channel's name.
 */
function togetherFaults(
  watches: readonly (WantedWatch | null)[],
  follows: readonly (WantedFollow | null)[],
): ConfigFault[] {
  const seen = new Set<string>();
  const isSecond = (name: string): boolean => seen.size === seen.add(name).size;
  const twice = (id: string | null, field: string): ConfigFault | false =>
    id !== null && isSecond(`id ${id}`) && { field: `${field}.id`, key: 'config.fault.twice' };
  const inChannel = (key: TextKey, channelId: string, field: string): ConfigFault => ({
    field,
    key,
    values: { channel: `<#${channelId}>` },
  });
  const ofWatch = (watch: WantedWatch | null, place: number): (ConfigFault | false)[] => {
    if (watch === null) {
      return [];
    }
    const { id, channelId, channelName } = watch;
    const field = `watches[${place}]`;
    return [
      twice(id, field),
      isSecond(`${channelId} ${serverKey(targetOf(watch))}`) &&
        inChannel('watch.duplicate', channelId, field),
      channelName !== null &&
        isSecond(`name ${channelName.channelId}`) &&
        inChannel('channelName.taken', channelName.channelId, `${field}.channelName.channel`),
    ];
  };
  const ofFollow = (follow: WantedFollow | null, place: number): (ConfigFault | false)[] => {
    if (follow === null) {
      return [];
    }
    const { id, channelId, question } = follow;
    const field = `follows[${place}]`;
    return [
      twice(id, field),
      isSecond(`${channelId} ${JSON.stringify(question)}`) &&
        inChannel('follow.duplicate', channelId, field),
    ];
  };
  return [...watches.flatMap(ofWatch), ...follows.flatMap(ofFollow)].filter(
    (fault) => fault !== false,
  );
}
