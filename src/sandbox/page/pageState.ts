import { isWithBot } from '#sandbox/discord/directs.ts';
import { CHANNEL_TYPE, type Channel, type Guild, type Member } from '#sandbox/discord/guild.ts';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import {
  LEAST_INVITE,
  namesOf,
  PERMISSION,
  type PermissionName,
} from '#sandbox/discord/permissionBits.ts';
import { guildPermissions } from '#sandbox/discord/permissions.ts';

/** A member as the page lists it; `label` is what one would call the person in this guild. */
type PagePerson = {
  id: string;
  name: string;
  bot: boolean;
  label: 'owner' | 'moderator' | 'member' | 'bot';
  /** Colour of the highest coloured role; 0 = none. */
  color: number;
  roles: string[];
};

type PageChannel = Pick<Channel, 'id' | 'name' | 'type' | 'topic' | 'parent_id' | 'position'> & {
  /** What the bot was denied in this channel. */
  denied: PermissionName[];
};

/** A guild as one of its members sees it, without the messages. */
type PageGuild = {
  id: string;
  name: string;
  locale: string;
  hasBot: boolean;
  /** Whether the viewer may change settings, and delete and unpin the messages of others. */
  mayManage: boolean;
  people: PagePerson[];
  roles: { id: string; name: string; color: number; managed: boolean }[];
  channels: PageChannel[];
  /** Id of the channel that is opened first; null when the viewer sees none. */
  homeChannel: string | null;
};

/** A direct conversation of the viewer. */
type PageDirect = { id: string; name: string; userId: string; withBot: boolean };

/** All that one person sees, without the messages. */
export type PageState = {
  me: string;
  /** Everybody one can be. */
  people: { id: string; name: string }[];
  bot: {
    id: string;
    name: string;
    bot: true;
    connected: boolean;
    /** What it asks for when it is invited. */
    asks: readonly PermissionName[];
  };
  guilds: PageGuild[];
  directs: PageDirect[];
  /** Whether the viewer takes direct messages, and has installed the app. */
  takesDirects: boolean;
  installed: boolean;
  /** Ms since 1970, by the clock of the local Discord. */
  now: number;
};

/** The person with this id; the owner of the first guild when there is no such person. */
export function viewerOf({ state }: LocalDiscord, personId: string | null): string {
  const user = state.users.get(personId ?? '');
  if (user !== undefined && !user.bot) {
    return user.id;
  }
  const [guild] = state.guilds.values();
  if (guild === undefined) {
    throw new Error('the local Discord has no guild: give it one in its set-up');
  }
  return guild.ownerId;
}

/** Everything but the messages, as the viewer sees it. */
export function pageState(discord: LocalDiscord, viewer: string): PageState {
  const { state } = discord;
  const { bot } = state;
  const people = [...state.users.values()].filter((user) => !user.bot);
  return {
    me: viewer,
    people: people.map((user) => ({ id: user.id, name: user.global_name ?? user.username })),
    bot: {
      id: bot.id,
      name: bot.username,
      bot: true,
      connected: discord.gateway.connected(),
      asks: LEAST_INVITE,
    },
    guilds: [...state.guilds.values()].flatMap((guild) => pageGuild(discord, guild, viewer)),
    directs: [bot, ...people]
      .filter(({ id }) => id !== viewer)
      .map((other) => {
        const channel = discord.people.openDirect(viewer, other.id);
        const name = other.global_name ?? other.username;
        return { id: channel.id, name, userId: other.id, withBot: isWithBot(channel) };
      }),
    takesDirects: !state.closedToDirects.has(viewer),
    installed: state.installs.has(viewer),
    now: discord.now(),
  };
}

/** Whether the person may delete and unpin there what others wrote, and change what a moderator changes. */
export function mayManage(guild: Guild | null, member: Member | undefined): boolean {
  const wanted = PERMISSION.MANAGE_MESSAGES | PERMISSION.MANAGE_GUILD;
  return (
    guild !== null && member !== undefined && (guildPermissions(guild, member) & wanted) !== 0n
  );
}

function pageGuild({ people, state }: LocalDiscord, guild: Guild, viewer: string): PageGuild[] {
  if (!guild.members.has(viewer)) {
    return [];
  }
  const channels = people
    .channels(viewer, guild.id)
    .filter((channel) => channel.thread_metadata?.archived !== true);
  const home = channels.find(({ type }) => type === CHANNEL_TYPE.text);
  return [
    {
      id: guild.id,
      name: guild.name,
      locale: guild.locale,
      hasBot: guild.members.has(state.bot.id),
      mayManage: mayManage(guild, guild.members.get(viewer)),
      people: [...guild.members.values()].map((member) => personOf(guild, member)),
      roles: [...guild.roles.values()].map(({ id, name, color, managed }) => ({
        id,
        name,
        color,
        managed,
      })),
      channels: channels.map((channel) => pageChannel(channel, state.bot.id)),
      homeChannel: home?.id ?? null,
    },
  ];
}

function pageChannel(channel: Channel, botId: string): PageChannel {
  const { id, name, type, topic, parent_id, position } = channel;
  const own = channel.permission_overwrites.find((row) => row.id === botId);
  const denied = namesOf(BigInt(own?.deny ?? '0'));
  return { id, name, type, topic, parent_id, position, denied };
}

function personOf(guild: Guild, member: Member): PagePerson {
  const coloured = member.roles
    .flatMap((id) => guild.roles.get(id) ?? [])
    .filter((role) => role.color !== 0)
    .toSorted((left, right) => right.position - left.position);
  return {
    id: member.user.id,
    name: member.nick ?? member.user.global_name ?? member.user.username,
    bot: member.user.bot,
    label: labelOf(guild, member),
    color: coloured[0]?.color ?? 0,
    roles: member.roles,
  };
}

function labelOf(guild: Guild, member: Member): PagePerson['label'] {
  if (member.user.bot) {
    return 'bot';
  }
  if (guild.ownerId === member.user.id) {
    return 'owner';
  }
  return mayManage(guild, member) ? 'moderator' : 'member';
}
