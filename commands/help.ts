import {
  type APIApplicationCommandOption,
  ApplicationCommandOptionType,
  type ChatInputCommandInteraction,
} from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import { askersLanguage, COMMAND_GROUPS, type Command, type Desk } from '#discord/command.ts';
import { LIMITS } from '#discord/limits.ts';
import { paginate } from '#discord/pages.ts';
import type { Texts, Translate } from '#text/texts.ts';
import { SETUP } from './setupSitting.ts';

const NAME = 'help';

/** /help: what the bot can do, of all these commands those that the asker may use. */
export function createHelp(commands: readonly Command[]): Command {
  return {
    name: NAME,
    about: 'command.help',
    group: 'bot',
    reach: 'anywhere',
    looksUp: false,
    answer: (ask, desk) => ({ seenBy: 'asker', make: () => answerHelp(ask, commands, desk) }),
  };
}

function answerHelp(ask: ChatInputCommandInteraction, commands: readonly Command[], desk: Desk) {
  const t = desk.texts.in(askersLanguage(ask));
  const usable = commands.filter((command) => mayUse(command, ask));
  const blocks = COMMAND_GROUPS.map((group) =>
    groupBlock(
      group,
      usable.filter((command) => command.group === group),
      desk,
      t,
    ),
  ).filter((block) => block !== null);
  const beginning = beginningFor(ask, usable, desk, t);
  const pages = paginate([...(beginning === null ? [] : [`${beginning}\n`]), ...blocks], {
    lines: Number.POSITIVE_INFINITY,
    length: LIMITS.description,
  });
  const isShorter = ask.inCachedGuild() && usable.length < commands.length;
  return {
    embeds: pages.map((description, page) => ({
      description,
      color: COLOURS.plain,
      ...(page === 0 ? { title: t('help.title') } : {}),
      ...(isShorter && page === pages.length - 1 ? { footer: { text: t('help.shorter') } } : {}),
    })),
  };
}

/** What Discord offers the asker here, unless the guild's own settings say otherwise. */
function mayUse(
  { reach, rights }: Command,
  ask: Pick<ChatInputCommandInteraction, 'inCachedGuild' | 'memberPermissions'>,
): boolean {
  return (
    (reach === 'anywhere' || ask.inCachedGuild()) &&
    (rights === undefined || (ask.memberPermissions?.has(rights) ?? false))
  );
}

function groupBlock(
  group: Command['group'],
  commands: readonly Command[],
  desk: Desk,
  t: Translate,
): string | null {
  const lines = commands.map((command) => commandLine(command, desk, t));
  return lines.length === 0 ? null : [`**${t(`help.group.${group}`)}**`, ...lines, ''].join('\n');
}

/** The command as something to press, what it is about, and what else can be typed after its name. */
function commandLine(command: Command, { mention, texts }: Desk, t: Translate): string {
  const [first = command.name, ...more] = pathsOf(command, texts);
  const rest = more.map((path) => path.slice(command.name.length + 1)).join(', ');
  return `${mention(first)} ${t(command.about)}${rest === '' ? '' : ` (${rest})`}`;
}

/** What can be typed of a command: itself, or each of its subcommands. */
function pathsOf({ name, options }: Command, texts: Texts): string[] {
  const under = (path: string, inner: readonly APIApplicationCommandOption[]): string[] => {
    const paths = inner.flatMap((option) =>
      option.type === ApplicationCommandOptionType.Subcommand ||
      option.type === ApplicationCommandOptionType.SubcommandGroup
        ? under(`${path} ${option.name}`, option.options ?? [])
        : [],
    );
    return paths.length === 0 ? [path] : paths;
  };
  return under(name, options?.(texts) ?? []);
}

/** How to begin, for who can and has not yet; elsewhere, that there is more to have. */
function beginningFor(
  ask: ChatInputCommandInteraction,
  usable: readonly Command[],
  { watches, mention }: Desk,
  t: Translate,
): string | null {
  if (!ask.inCachedGuild()) {
    return t('help.elsewhere');
  }
  const mayBegin = usable.some(({ name }) => name === SETUP);
  return mayBegin && watches.servers(ask.guildId).length === 0
    ? t('help.start', { setup: mention(SETUP) })
    : null;
}
