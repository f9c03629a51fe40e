import type { ApplicationCommandOptionChoiceData, AutocompleteInteraction } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import { askersLanguage, type Desk, type Reply } from '#discord/command.ts';
import { durationWords } from '#discord/durationWords.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import { clean, inlineCode, plain } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { choiceName } from '#discord/lookUp.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { NamedPlayer, Threshold } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, changeWatches, done, problem, shownServer } from './managers.ts';

const SHOWN = 70;
const NAME_IN_CHOICE = 50;

type Alert = Threshold | NamedPlayer;

/** Every alert of these servers; `id` is what a choice carries. */
function alertsOf(servers: readonly WatchedServer[]) {
  return servers.flatMap((server) => {
    const { thresholds, namedPlayers, id } = server.watch;
    const all: readonly Alert[] = [...thresholds, ...namedPlayers];
    return all.map((alert) => ({ server, alert, id: `${id}/${nameOf(alert)}` }));
  });
}

/** What an alert is told by within its watch. */
const nameOf = (alert: Alert): string =>
  'pattern' in alert ? `p${alert.pattern}` : `n${alert.atLeast}`;

const withoutAlert = (watch: Watch, name: string): Watch => ({
  ...watch,
  thresholds: watch.thresholds.filter((one) => nameOf(one) !== name),
  namedPlayers: watch.namedPlayers.filter((one) => nameOf(one) !== name),
});

/** /alerts list. */
export function listAlerts(ask: Ask, desk: Desk, t: Translate): Reply {
  const lines = alertsOf(desk.watches.servers(ask.guildId)).map(({ server, alert }) =>
    [
      `**${shownServer(server)}** ${alertWords(alert, t)}`,
      alert.roleId === null ? null : `<@&${alert.roleId}>`,
      durationWords(alert.cooldownMs, t),
    ]
      .filter((part) => part !== null)
      .join(' · '),
  );
  const more = (count: number) => t('list.more', { count });
  return {
    embeds: [
      {
        title: t('alerts.title'),
        description: joinWithin(lines, '\n', LIMITS.description, more) || t('alerts.none'),
        color: COLOURS.plain,
      },
    ],
  };
}

function alertWords(alert: Alert, t: Translate): string {
  return 'pattern' in alert
    ? t('alerts.line.player', { player: inlineCode(alert.pattern, SHOWN) })
    : t('alerts.line.players', { count: alert.atLeast });
}

/** What can be removed, in places that render nothing. */
export function alertChoices(
  ask: AutocompleteInteraction<'cached'>,
  desk: Desk,
): ApplicationCommandOptionChoiceData<string>[] {
  const t = desk.texts.in(askersLanguage(ask));
  const wanted = clean(ask.options.getFocused()).toLowerCase();
  return alertsOf(desk.watches.servers(ask.guildId))
    .map(({ server, alert, id }) => {
      const what =
        'pattern' in alert
          ? t('alerts.line.player', { player: alert.pattern })
          : t('alerts.line.players', { count: alert.atLeast });
      const name = `${plain(choiceName(server), NAME_IN_CHOICE)}: ${what}`;
      return { name: plain(name, LIMITS.choiceName), value: id };
    })
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, LIMITS.choices);
}

/** /alerts remove. */
export async function removeAlert(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const typed = ask.options.getString('alert') ?? '';
  const found = alertsOf(desk.watches.servers(ask.guildId)).find(({ id }) => id === typed);
  if (found === undefined) {
    return problem(t('settings.unknown'));
  }
  const { server, alert } = found;
  await changeWatches(ask.guildId, [server], desk, (watch) => withoutAlert(watch, nameOf(alert)));
  return done(t('alerts.removed', { server: shownServer(server) }));
}
