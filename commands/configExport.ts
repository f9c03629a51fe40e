import type { Guild } from 'discord.js';
import type { Desk, Reply } from '#discord/command.ts';
import { exportConfig } from '#discord/configExport.ts';
import type { GuildDocument } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, done } from './managers.ts';

const LONGEST_SLUG = 40;

/** /config export: the set-up of the guild as a file. */
export async function answerExport(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const document = await desk.store.guilds.get(ask.guildId);
  return {
    ...done(t('config.exported', { count: document.watches.length })),
    files: [configFile(ask.guild, document, desk.now())],
  };
}

/** The set-up as a file, with the names that its ids have now. */
export function configFile(
  guild: Guild,
  document: GuildDocument,
  now: number,
): { name: string; data: Buffer } {
  const names = {
    guild: guild.name,
    channel: (id: string) => guild.channels.cache.get(id)?.name ?? null,
    role: (id: string) => guild.roles.cache.get(id)?.name ?? null,
  };
  const config = exportConfig(document, names, now);
  const day = new Date(now).toISOString().slice(0, 10);
  return {
    name: `crowsnest-${slug(guild)}-${day}.json`,
    data: Buffer.from(`${JSON.stringify(config, null, 2)}\n`),
  };
}

/** A guild's name for a file: letters of ASCII, digits and dashes. */
function slug({ name, id }: Guild): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return letters.replace(/^-+/, '').slice(0, LONGEST_SLUG).replace(/-+$/, '') || id;
}
