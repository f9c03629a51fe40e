import {
  type APIEmbedField,
  type APITextChannel,
  ButtonStyle,
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  type RESTPostAPIGuildChannelJSONBody,
  Routes,
} from 'discord.js';
import { button, buttonRows } from '#discord/button.ts';
import type { Reply } from '#discord/command.ts';
import { discordFailure } from '#discord/discordFailure.ts';
import { statusNeeds } from '#discord/permissions.ts';
import type { GuildDocument } from '#store/guildDocument.ts';
import { saveLanguage, wishedLanguage } from './setupGuild.ts';
import { overReply, pageReply } from './setupPages.ts';
import { newChannelName, type Plan, plannedPlaces, planProblems } from './setupPlan.ts';
import { SETUP, type Sitting } from './setupSitting.ts';
import { addWatch } from './watchAdd.ts';

/** What is worth knowing of next, by the commands that do it. */
const NEXT = [
  ['alerts', 'alerts add players'],
  ['board', 'board make'],
  ['help', 'help'],
] as const;

/**
 * Does what the draft says, once however often it is asked to: makes the channel, keeps the language, watches the server. When
 * something is in the way the draft stays, and its page says what.
 */
export function finishSetup(sitting: Sitting, signal: AbortSignal): Reply | Promise<Reply> {
  const { desk, id } = sitting;
  const draft = desk.setups.get(id);
  if (draft === null) {
    return overReply(sitting);
  }
  const { target, outcome } = draft;
  if (outcome !== null || target === null) {
    return pageReply(sitting);
  }
  const begun = finish(sitting, { ...draft, target }, signal).catch((error: unknown) => {
    desk.setups.change(id, { outcome: null });
    throw error;
  });
  desk.setups.change(id, { outcome: begun });
  return begun;
}

async function finish(sitting: Sitting, plan: Plan, signal: AbortSignal): Promise<Reply> {
  const { use, desk, t, id } = sitting;
  const stop = (problem: string | null): Promise<Reply> => {
    desk.setups.change(id, { outcome: null });
    return pageReply(sitting, problem);
  };
  const guild = await desk.store.guilds.get(use.guildId);
  if (planProblems(sitting, plan, guild).length > 0) {
    return stop(null);
  }
  const channelId = plan.channelId ?? (await makeChannel(sitting, guild, signal));
  if (channelId === null) {
    return stop(t('setup.channelRefused'));
  }
  desk.setups.change(id, { channelId });
  await saveLanguage(sitting, wishedLanguage(guild, use.guild, use.locale));
  const places = plannedPlaces(sitting, { ...plan, channelId }, guild);
  const wish = { desk, t, target: plan.target, places, joins: 'off', signal } as const;
  const { added, words, reply } = await addWatch(use, wish);
  return added ? doneReply(sitting, reply) : stop(words);
}

/** Makes a channel in which only the bot writes; null when Discord does not let it. Throws when Discord is in trouble. */
async function makeChannel(
  sitting: Sitting,
  guild: GuildDocument,
  signal: AbortSignal,
): Promise<string | null> {
  const { use, desk } = sitting;
  const own = statusNeeds(ChannelType.GuildText).reduce(
    (bits, name) => bits | PermissionFlagsBits[name],
    0n,
  );
  const body: RESTPostAPIGuildChannelJSONBody = {
    name: newChannelName(sitting, guild),
    type: ChannelType.GuildText,
    permission_overwrites: [
      {
        id: use.guildId,
        type: OverwriteType.Role,
        deny: PermissionFlagsBits.SendMessages.toString(),
      },
      { id: use.client.user.id, type: OverwriteType.Member, allow: own.toString() },
    ],
  };
  try {
    const made = await desk.rest.post(Routes.guildChannels(use.guildId), { body, signal });
    return (made as APITextChannel).id;
  } catch (error) {
    const failure = discordFailure(error);
    if (failure.kind === 'trouble' || failure.kind === 'rate-limited') {
      throw error;
    }
    desk.log.warn({ guild: use.guildId, failure }, 'a channel for the status was not made');
    return null;
  }
}

/** What was set up, and what can be done next. */
function doneReply({ desk, t }: Sitting, { embeds = [] }: Reply): Reply {
  const next = NEXT.map(([name, path]) => t(`setup.next.${name}`, { command: desk.mention(path) }));
  const field: APIEmbedField = { name: t('setup.next'), value: next.join('\n') };
  const another = button({ command: SETUP, subject: 'another' }, t('setup.another'), {
    style: ButtonStyle.Secondary,
    emoji: '➕',
  });
  return {
    embeds: embeds.map((embed) => ({ ...embed, fields: [...(embed.fields ?? []), field] })),
    components: buttonRows([another]),
  };
}
