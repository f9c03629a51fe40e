import { z } from 'zod';
import type { CommandChoice } from '#sandbox/discord/command.ts';
import { PeopleError } from '#sandbox/discord/finding.ts';
import { freshGuild } from '#sandbox/discord/freshGuild.ts';
import type { Guild } from '#sandbox/discord/guild.ts';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { findChannel } from '#sandbox/discord/state.ts';
import { PAGE_FORMS, type PageAction, type PageForm } from './pageForms.ts';
import { PageRefusal } from './pageRefusal.ts';
import type { PageSources } from './pageSources.ts';
import { mayManage } from './pageState.ts';

/** What an action gives back; most have nothing to tell. */
type Done = { choices?: CommandChoice[]; guild?: string };

type Act<A extends PageAction> = (sources: PageSources, form: PageForm<A>) => Done | Promise<Done>;

const DONE: Done = {};

const ACTIONS: { [A in PageAction]: Act<A> } = {
  command: ({ discord }, form) => {
    discord.people.runCommand({ ...where(form), command: form.command, options: form.options });
    return DONE;
  },
  autocomplete: async ({ discord }, form) => {
    const { [form.focused]: typed, ...options } = form.options;
    const choices = await discord.people.typeOption({
      ...where(form),
      command: form.command,
      option: form.focused,
      text: String(typed ?? ''),
      options,
    });
    return { choices };
  },
  say: ({ discord }, form) => {
    discord.people.say({ ...where(form), text: form.text });
    return DONE;
  },
  click: ({ discord }, form) => {
    const { message: messageId, customId } = form;
    discord.people.click({ ...where(form), messageId, customId });
    return DONE;
  },
  choose: ({ discord }, form) => {
    const { message: messageId, customId, values } = form;
    discord.people.choose({ ...where(form), messageId, customId, values });
    return DONE;
  },
  modal: ({ discord }, form) => {
    const { interaction: from, values } = form;
    discord.people.submitModal({ ...where(form), from, values });
    return DONE;
  },
  delete: ({ discord }, form) => {
    demandManager(discord, form.as, guildOfChannel(discord, form.channel));
    discord.people.deleteMessage(form.channel, form.message);
    return DONE;
  },
  unpin: ({ discord }, form) => {
    demandManager(discord, form.as, guildOfChannel(discord, form.channel));
    discord.people.unpin(form.channel, form.message);
    return DONE;
  },
  deny: ({ discord }, form) => {
    demandManager(discord, form.as, guildOfChannel(discord, form.channel));
    discord.people.setOverwrite(form.channel, { for: 'bot', deny: form.denied });
    return DONE;
  },
  invite: ({ discord }, { as, guild, locale, permissions }) => {
    if (guild !== null) {
      demandManager(discord, as, guild);
    }
    const id = guild ?? foundBy(discord, as, locale).id;
    if (!discord.state.guilds.get(id)?.members.has(discord.state.bot.id)) {
      discord.people.inviteBot(permissions, id);
    }
    return { guild: id };
  },
  expel: ({ discord }, { as, guild }) => {
    demandManager(discord, as, guild);
    discord.people.removeBot(guild);
    return DONE;
  },
  'guild-locale': ({ discord }, { as, guild, locale }) => {
    demandManager(discord, as, guild);
    discord.people.setLocale(locale, guild);
    return DONE;
  },
  roles: ({ discord }, { as, guild, roles }) => {
    discord.people.setMemberRoles(as, roles, guild);
    return DONE;
  },
  person: ({ discord }, { as, takesDirects, installed }) => {
    discord.people.takeDirects(as, takesDirects);
    discord.people.installApp(as, installed);
    return DONE;
  },
  servers: ({ world }, { server, action }) => {
    const acts = {
      'take-down': world.takeDown,
      'bring-up': world.bringUp,
      restart: world.restart,
      'fill-up': world.fillUp,
      join: world.join,
      empty: world.empty,
    };
    acts[action](server);
    return DONE;
  },
  'hide-names': ({ world }, { server, hidden }) => {
    world.hideNames(server, hidden);
    return DONE;
  },
  trouble: ({ world }, { server, ...trouble }) => {
    world.trouble(server, trouble);
    return DONE;
  },
  master: ({ master }, { fault }) => {
    master.fail(fault);
    return DONE;
  },
};

/** Does what a person asked for on the page. Throws PageRefusal when it is not possible or not allowed. */
export async function doAction<A extends PageAction>(
  sources: PageSources,
  action: A,
  body: unknown,
): Promise<Done> {
  const form = PAGE_FORMS[action].safeParse(body);
  if (!form.success) {
    throw new PageRefusal(z.prettifyError(form.error), { status: 400, cause: form.error });
  }
  return refusing(() => ACTIONS[action](sources, form.data as never));
}

/** Turns what people cannot do into a refusal with a sentence. */
export async function refusing<T>(deed: () => T | Promise<T>): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    if (error instanceof PeopleError || error instanceof RangeError) {
      throw new PageRefusal(firstLine(error.message), { status: 409, cause: error });
    }
    throw error;
  }
}

const where = ({ as, channel, locale }: { as: string; channel: string; locale: string }) => ({
  as,
  in: channel,
  locale,
});

const guildOfChannel = ({ state }: LocalDiscord, channelId: string): string | undefined =>
  findChannel(state, channelId)?.guild?.id;

/** A new guild of this person's; everybody may found one. */
function foundBy({ state, people }: LocalDiscord, person: string, locale: string): Guild {
  const founder = state.users.get(person);
  if (founder === undefined || founder.bot) {
    throw notAllowed();
  }
  const { username } = founder;
  return people.foundGuild(freshGuild({ number: state.guilds.size, locale, founder: username }));
}

const notAllowed = () =>
  new PageRefusal('You do not have permission to do that here.', { status: 403 });

function demandManager({ state }: LocalDiscord, person: string, guildId?: string): void {
  const guild = state.guilds.get(guildId ?? '');
  if (!mayManage(guild ?? null, guild?.members.get(person))) {
    throw notAllowed();
  }
}

/** Behind it stands the journal, which is for tests. */
const firstLine = (text: string): string => text.split('\n')[0] ?? text;
