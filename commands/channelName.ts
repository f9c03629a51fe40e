import { ApplicationCommandOptionType, ChannelType, PermissionFlagsBits } from 'discord.js';
import type { Command, Desk, Reply } from '#discord/command.ts';
import { described, subcommand, watchOption } from '#discord/commandDefinition.ts';
import { clean, inlineCode } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { isNameTemplate } from '#monitor/channelNames.ts';
import type { Translate } from '#text/texts.ts';
import {
  type Ask,
  changeWatches,
  done,
  forAsker,
  problem,
  shownServer,
  wantedWatch,
  watchChoices,
} from './managers.ts';
import { namePlaceProblems } from './placeProblems.ts';

const USUAL_TEMPLATE = '{state} {online}/{max} {map}';

/** Those whose name can be changed, and those that are refused in words. */
const PLACES = [
  ChannelType.GuildText,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildCategory,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
] as const;

/** /channel-name: a status in the name of a channel, such as "🟢 12/70 TheIsland". */
export const channelName: Command = {
  name: 'channel-name',
  about: 'command.channelName',
  group: 'watch',
  reach: 'guild',
  rights: PermissionFlagsBits.ManageGuild,
  looksUp: false,
  options: (texts) => [
    subcommand(texts, 'set', 'command.channelName.set', [
      watchOption(texts),
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        ...described(texts, 'option.nameChannel'),
        channel_types: [...PLACES],
        required: true,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'template',
        ...described(texts, 'option.template'),
        max_length: LIMITS.channelName,
      },
    ]),
    subcommand(texts, 'off', 'command.channelName.off', [watchOption(texts)]),
  ],
  answer: (ask, desk) =>
    forAsker(ask, desk, (t) =>
      ask.options.getSubcommand() === 'set' ? setName(ask, desk, t) : endName(ask, desk, t),
    ),
  complete: (ask, desk) => watchChoices(ask, desk),
};

async function setName(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const server = wantedWatch(ask, desk);
  if (server === null) {
    return problem(t('watch.unknown'));
  }
  const template = clean(ask.options.getString('template') ?? USUAL_TEMPLATE);
  const shown = inlineCode(template, LIMITS.channelName + 2) || '?';
  if (!isNameTemplate(template)) {
    return problem(t('channelName.badTemplate', { given: shown }));
  }
  const inTheWay = namePlaceProblems(ask, t);
  if (inTheWay.length > 0) {
    return problem(inTheWay.join('\n\n'));
  }
  const { id: channelId } = ask.options.getChannel('channel', true);
  const channel = `<#${channelId}>`;
  const { watches } = await desk.store.guilds.get(ask.guildId);
  const isTaken = watches.some(
    (watch) => watch.id !== server.watch.id && watch.channelName?.channelId === channelId,
  );
  if (isTaken) {
    return problem(t('channelName.taken', { channel }));
  }
  const chosen = { channelId, template };
  await changeWatches(ask.guildId, [server], desk, (watch) => ({ ...watch, channelName: chosen }));
  return done(t('channelName.on', { channel, server: shownServer(server), template: shown }));
}

async function endName(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const server = wantedWatch(ask, desk);
  if (server === null) {
    return problem(t('watch.unknown'));
  }
  const name = { server: shownServer(server) };
  if (server.watch.channelName === null) {
    return problem(t('channelName.notOn', name));
  }
  await changeWatches(ask.guildId, [server], desk, (watch) => ({ ...watch, channelName: null }));
  return done(t('channelName.off', name));
}
