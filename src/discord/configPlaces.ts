import type { ChannelType } from 'discord.js';
import type { ConfigRef } from '#store/configFile.ts';
import type { TextKey } from '#text/texts.ts';
import { clean, inlineCode } from './foreignText.ts';
import type { ConfigFault } from './configFault.ts';

/** What a guild has, as far as files can name it. */
export type GuildPlaces = {
  guildId: string;
  channels: readonly { id: string; name: string; kind: ChannelType }[];
  roles: readonly { id: string; name: string }[];
  /** Ids that the set-up of the guild has now: these will do, whatever became of them. */
  used: ReadonlySet<string>;
};

/** Something of another guild, and what has its name here. */
export type Mapped = { name: string; mention: string };

/** Finds what a file names, by id or else by name, and collects what is wrong and what was found by its name only. */
export type PlaceFinder = {
  /** The id, null when there is a fault; `problemOf` says why a channel of a kind will not do. */
  channel(
    ref: ConfigRef,
    field: string,
    problemOf: (kind: ChannelType) => TextKey | null,
  ): string | null;
  /** Null when nobody is meant, or when there is a fault. */
  role(ref: ConfigRef | null, field: string): string | null;
  faults: readonly ConfigFault[];
  mapped: readonly Mapped[];
};

const GIVEN = 60;

const sameName = (a: string, b: string): boolean =>
  clean(a).replace(/^[#@]/, '').toLowerCase() === clean(b).replace(/^[#@]/, '').toLowerCase();

/** Makes a finder for one file and one guild. */
export function createPlaceFinder({ guildId, channels, roles, used }: GuildPlaces): PlaceFinder {
  const faults: ConfigFault[] = [];
  const mapped = new Map<string, Mapped>();

  const fault = (field: string, key: TextKey, values: ConfigFault['values'] = {}): null => {
    faults.push({ field, key, values });
    return null;
  };
  const absent = (what: 'Channel' | 'Role', { id, name }: ConfigRef, field: string): null =>
    id === undefined && name === undefined
      ? fault(field, 'config.fault.missing')
      : fault(field, `config.fault.no${what}`, {
          given: inlineCode(name ?? id ?? '', GIVEN) || '?',
        });
  /** The id of what was found; told when the file has it by another one. */
  const taken = (id: string, mention: string, { name = '', id: foreign }: ConfigRef): string => {
    if (foreign !== undefined && foreign !== id) {
      mapped.set(id, { name, mention });
    }
    return id;
  };
  /** Those of this id, or else of this name. */
  const meant = <T extends { id: string; name: string }>(
    all: readonly T[],
    ref: ConfigRef,
  ): T[] => {
    const byId = all.filter(({ id }) => id === ref.id);
    const { name } = ref;
    return byId.length > 0 || name === undefined
      ? byId
      : all.filter((one) => sameName(one.name, name));
  };
  const isUsed = ({ id }: ConfigRef): boolean => id !== undefined && used.has(id);

  return {
    channel(ref, field, problemOf) {
      if (isUsed(ref)) {
        return ref.id ?? null;
      }
      const found = meant(channels, ref);
      const fit = found.filter(({ kind }) => problemOf(kind) === null);
      const [one = found[0], other] = fit;
      if (one === undefined) {
        return absent('Channel', ref, field);
      }
      if (other !== undefined) {
        return fault(field, 'config.fault.manyChannels', { given: inlineCode(one.name, GIVEN) });
      }
      const mention = `<#${one.id}>`;
      const problem = problemOf(one.kind);
      return problem === null
        ? taken(one.id, mention, ref)
        : fault(field, problem, { channel: mention });
    },
    role(ref, field) {
      if (ref === null || isUsed(ref)) {
        return ref?.id ?? null;
      }
      const [one, other] = meant(roles, ref);
      if (one === undefined) {
        return absent('Role', ref, field);
      }
      if (one.id === guildId) {
        return fault(field, 'channel.everyone');
      }
      return other === undefined
        ? taken(one.id, `<@&${one.id}>`, ref)
        : fault(field, 'config.fault.manyRoles', { given: inlineCode(one.name, GIVEN) });
    },
    faults,
    get mapped() {
      return [...mapped.values()];
    },
  };
}
