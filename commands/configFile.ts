import type { Guild } from 'discord.js';
import { idsOf, importDigest } from '#discord/configExport.ts';
import type { Mapped } from '#discord/configPlaces.ts';
import { newId } from '#discord/newWatch.ts';
import { type ConfigFault, faultOf } from '#discord/configFault.ts';
import { resolveConfig } from '#discord/wantedSetUp.ts';
import { changeSetUp, type SetUpChange } from '#monitor/setUpChange.ts';
import type { GuildDocument } from '#store/guildDocument.ts';
import { readConfig } from '#store/readConfig.ts';

/** What a file would change; `digest` tells whether the file and the set-up are still those that this was worked out from. */
export type Judged =
  | { ok: true; change: SetUpChange; mapped: readonly Mapped[]; digest: string }
  | { ok: false; faults: readonly ConfigFault[] };

type Importer = { guild: Guild; userId: string; most: number; now: number };

/** What a file would change in a guild. Nothing is saved here. */
export function judgeFile(
  text: string,
  before: GuildDocument,
  { guild, userId, most, now }: Importer,
): Judged {
  const read = readConfig(text);
  if (!read.ok) {
    return { ok: false, faults: read.mistakes.map(faultOf) };
  }
  const resolved = resolveConfig(read.config, placesOf(guild, before), most);
  if (!resolved.ok) {
    return resolved;
  }
  const change = changeSetUp(before, resolved.wanted, { by: userId, now, newId });
  return { ok: true, change, mapped: resolved.mapped, digest: importDigest(text, before) };
}

function placesOf({ id, channels, roles }: Guild, before: GuildDocument) {
  return {
    guildId: id,
    channels: channels.cache.map((one) => ({ id: one.id, name: one.name, kind: one.type })),
    roles: roles.cache.map((role) => ({ id: role.id, name: role.name })),
    used: idsOf(before),
  };
}
