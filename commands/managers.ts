import {
  type AutocompleteInteraction,
  type BaseInteraction,
  type ChatInputCommandInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import { type Answer, askersLanguage, type Desk, type Reply } from '#discord/command.ts';
import { escaped } from '#discord/foreignText.ts';
import { choiceName, findWatched, serverChoices } from '#discord/lookUp.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { withWatch } from '#monitor/watchChange.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';

export type Ask = ChatInputCommandInteraction<'cached'>;
export type Typing = AutocompleteInteraction<'cached'>;

/** What is typed for every watched server at once. */
const ALL = '*';
const NAME = 150;

/** Whether a member may change settings, where Discord has not seen to it: buttons that all can see. */
export const mayManage = ({ memberPermissions }: BaseInteraction): boolean =>
  memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false;

/** An answer that only the asker sees, in the asker's language. */
export function forAsker(
  ask: Ask,
  desk: Desk,
  make: (t: Translate, signal: AbortSignal) => Reply | Promise<Reply>,
): Answer {
  const t = desk.texts.in(askersLanguage(ask));
  return { seenBy: 'asker', make: (signal) => make(t, signal) };
}

/** A reply that something is in the way. */
export const problem = (description: string): Reply => ({
  embeds: [{ description, color: COLOURS.attention }],
});

/** A reply that something is done now. */
export const done = (description: string): Reply => ({
  embeds: [{ description, color: COLOURS.good }],
});

/** The watched server of the option "server"; null when none is meant, or more than one. */
export function wantedWatch(ask: Ask, desk: Desk): WatchedServer | null {
  const typed = ask.options.getString('server') ?? '';
  return findWatched(typed, desk.watches.servers(ask.guildId));
}

/** The same, or all of them when that was chosen; empty when nothing is meant. */
export function wantedWatches(ask: Ask, desk: Desk): readonly WatchedServer[] {
  const typed = ask.options.getString('server')?.trim().toLowerCase() ?? '';
  if (typed === ALL || typed === 'all') {
    return desk.watches.servers(ask.guildId);
  }
  const one = wantedWatch(ask, desk);
  return one === null ? [] : [one];
}

/** The name of a watched server in an embed. */
export const shownServer = (server: WatchedServer): string => escaped(choiceName(server), NAME);

/** The names of those meant: the one, or how many. */
export function shownServers(servers: readonly WatchedServer[], t: Translate): string {
  const [first] = servers;
  return first !== undefined && servers.length === 1
    ? shownServer(first)
    : t('servers.all', { count: servers.length });
}

/** Choices for the option "server", with all of them as the first one where that can be meant. */
export function watchChoices(ask: Typing, desk: Desk, all = false) {
  const t = desk.texts.in(askersLanguage(ask));
  const typed = ask.options.getFocused();
  const servers = desk.watches.servers(ask.guildId);
  const choices = serverChoices(typed === ALL ? '' : typed, servers);
  const everything = { name: t('servers.all', { count: servers.length }), value: ALL };
  return all && servers.length > 1 ? [everything, ...choices] : choices;
}

/**
 * Changes watches of a guild, saves that and has it count at once. Gives those that were changed, as they are now: a watch that was removed
 * meanwhile is not among them.
 */
export async function changeWatches(
  guildId: string,
  servers: readonly WatchedServer[],
  desk: Desk,
  change: (watch: Watch) => Watch,
): Promise<Watch[]> {
  const ids = servers.map(({ watch }) => watch.id);
  const guild = await desk.store.guilds.update(guildId, (before) =>
    ids.reduce((document, id) => withWatch(document, id, change), before),
  );
  await desk.watches.load(guildId);
  await desk.monitor.reread();
  return guild.watches.filter(({ id }) => ids.includes(id));
}
