import { type ModalSubmitInteraction, PermissionFlagsBits } from 'discord.js';
import { type Answer, askersLanguage, type Command, type Desk } from '#discord/command.ts';
import { completedOption } from '#discord/commandDefinition.ts';
import { componentId } from '#discord/componentId.ts';
import { consoleEmbed } from '#discord/consoleEmbed.ts';
import { plain } from '#discord/foreignText.ts';
import { textField } from '#discord/form.ts';
import { LIMITS } from '#discord/limits.ts';
import { choiceName, findWatched, serverChoices } from '#discord/lookUp.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { findGame } from '#snapshot/games.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Translate } from '#text/texts.ts';

const NAME = 'rcon';
const PASSWORD = 'password';
const COMMAND = 'command';
/** In every alphabet these stay below what fits into the datagram. */
const LONGEST = { password: 100, command: 250 };

/**
 * The watched servers that have a console, each once: those that are SA:MP or open.mp, as a person said or as they answer.
 */
function consoles(guildId: string, desk: Desk): WatchedServer[] {
  const found = desk.watches
    .servers(guildId)
    .filter(({ game }) => game !== null && findGame(game)?.protocol === 'samp')
    .map((server) => [serverKey(targetOf(server.watch)), server] as const);
  return [...new Map(found.reverse()).values()].reverse();
}

const told = (words: string): Answer => ({ seenBy: 'asker', make: () => ({ content: words }) });

/**
 * /rcon: one console command for a watched SA:MP or open.mp server. A form asks for the password, so that it stands in no
 * command line; it is sent to the server and kept nowhere. Administrators only, whatever the guild's settings say.
 */
export const rcon: Command = {
  name: NAME,
  about: 'command.rcon',
  group: 'run',
  reach: 'guild',
  rights: PermissionFlagsBits.Administrator,
  strict: true,
  // The form costs nobody anything; what is sent with it counts.
  looksUp: false,
  options: (texts) => [completedOption(texts, 'server', 'option.console', true)],
  answer(ask, desk) {
    const t = desk.texts.in(askersLanguage(ask));
    const typed = ask.options.getString('server') ?? '';
    const server = findWatched(typed, consoles(ask.guildId, desk));
    return server === null ? told(t('rcon.notWatched')) : { opens: consoleForm(server, t) };
  },
  complete: (ask, desk) => serverChoices(ask.options.getFocused(), consoles(ask.guildId, desk)),
  submit(watchId, form, desk) {
    const t = desk.texts.in(askersLanguage(form));
    const server = consoles(form.guildId, desk).find(({ watch }) => watch.id === watchId);
    return server === undefined ? told(t('rcon.notWatched')) : run(server, form, desk, t);
  },
};

function consoleForm(server: WatchedServer, t: Translate) {
  return {
    custom_id: componentId('form', { command: NAME, subject: server.watch.id }),
    title: plain(t('rcon.title', { server: choiceName(server) }), LIMITS.formTitle),
    components: [
      textField(
        PASSWORD,
        { label: t('rcon.password'), hint: t('rcon.passwordHint') },
        LONGEST.password,
      ),
      textField(
        COMMAND,
        { label: t('rcon.command'), hint: t('rcon.commandHint') },
        LONGEST.command,
      ),
    ],
  };
}

/** Sent once, whatever happens: commands are not idempotent. */
function run(
  server: WatchedServer,
  form: ModalSubmitInteraction<'cached'>,
  desk: Desk,
  t: Translate,
): Answer {
  const request = {
    password: form.fields.getTextInputValue(PASSWORD),
    command: form.fields.getTextInputValue(COMMAND),
  };
  return {
    seenBy: 'asker',
    make: async (signal) => {
      const answer = await desk.runConsole(targetOf(server.watch), request, signal);
      const { id: watch } = server.watch;
      const { outcome } = answer;
      desk.log.info(
        { event: 'rcon', guild: form.guildId, user: form.user.id, watch, outcome },
        'a console command was run',
      );
      return { embeds: [consoleEmbed(answer, choiceName(server), desk, t)] };
    },
  };
}
