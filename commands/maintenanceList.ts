import type { ApplicationCommandOptionChoiceData, AutocompleteInteraction } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import { askersLanguage, type Desk, type Reply } from '#discord/command.ts';
import { durationWords } from '#discord/durationWords.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import { clean, inlineCode, plain } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { choiceName } from '#discord/lookUp.ts';
import { timeStamp } from '#discord/serverWords.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import type { Maintenance } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, changeWatches, done, problem, shownServer } from './managers.ts';

const SHOWN = 60;
const NAME_IN_CHOICE = 50;
const MINUTE_MS = 60_000;

/** Windows that are not over, with the server they belong to. */
function windowsOf(servers: readonly WatchedServer[], now: number) {
  return servers.flatMap((server) =>
    server.watch.maintenance
      .filter((window) => !('once' in window) || window.once.to > now)
      .map((window) => ({ server, window, id: `${server.watch.id}/${idOf(window)}` })),
  );
}

/** What a window is told by: two that say the same are the same. Short enough for a choice. */
const idOf = (window: Maintenance): string =>
  'once' in window
    ? `${window.once.from}-${window.once.to}`
    : `${window.cron}/${window.timeZone}/${window.minutes}`;

/** /maintenance list: what is planned here. */
export function listMaintenance(ask: Ask, desk: Desk, t: Translate): Reply {
  const windows = windowsOf(desk.watches.servers(ask.guildId), desk.now());
  const lines = windows.map(
    ({ server, window }) => `**${shownServer(server)}** ${windowWords(window, t)}`,
  );
  const more = (count: number) => t('list.more', { count });
  return {
    embeds: [
      {
        title: t('maintenance.title'),
        description: joinWithin(lines, '\n', LIMITS.description, more) || t('maintenance.none'),
        color: COLOURS.plain,
      },
    ],
  };
}

function windowWords(window: Maintenance, t: Translate): string {
  return 'once' in window
    ? t('maintenance.line.once', {
        from: timeStamp(window.once.from, 'f'),
        to: timeStamp(window.once.to, 'f'),
      })
    : t('maintenance.line.repeats', {
        cron: inlineCode(window.cron, SHOWN),
        zone: inlineCode(window.timeZone, SHOWN),
        duration: durationWords(window.minutes * MINUTE_MS, t),
      });
}

/** What can be removed, in places that render nothing. */
export function windowChoices(
  ask: AutocompleteInteraction<'cached'>,
  desk: Desk,
): ApplicationCommandOptionChoiceData<string>[] {
  const t = desk.texts.in(askersLanguage(ask));
  const wanted = clean(ask.options.getFocused()).toLowerCase();
  return windowsOf(desk.watches.servers(ask.guildId), desk.now())
    .map(({ server, window, id }) => {
      const name = plain(choiceName(server), NAME_IN_CHOICE);
      return { name: plain(`${name}: ${plainWindow(window, t)}`, LIMITS.choiceName), value: id };
    })
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, LIMITS.choices);
}

const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}`;

function plainWindow(window: Maintenance, t: Translate): string {
  return 'once' in window
    ? `${utc(window.once.from)} UTC`
    : `${window.cron} ${window.timeZone}, ${durationWords(window.minutes * MINUTE_MS, t)}`;
}

/** /maintenance remove. */
export async function removeMaintenance(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const typed = ask.options.getString('window') ?? '';
  const found = windowsOf(desk.watches.servers(ask.guildId), desk.now()).find(
    ({ id }) => id === typed,
  );
  if (found === undefined) {
    return problem(t('settings.unknown'));
  }
  const { server, window } = found;
  await changeWatches(ask.guildId, [server], desk, (watch) => ({
    ...watch,
    maintenance: watch.maintenance.filter((one) => idOf(one) !== idOf(window)),
  }));
  return done(t('maintenance.removed', { server: shownServer(server) }));
}
