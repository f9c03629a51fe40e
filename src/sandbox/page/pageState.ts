import type { Command } from '#sandbox/discord/command.ts';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import type { Message, Post } from '#sandbox/discord/message.ts';
import { PERMISSION } from '#sandbox/discord/permissionBits.ts';
import { guildPermissions } from '#sandbox/discord/permissions.ts';
import { CHANNEL_TYPE, type Channel, type Guild, type Member } from '#sandbox/discord/guild.ts';

const SHOWN_MESSAGES = 100;

/** A person as the page lists it; `label` is what one would call the person in this guild. */
type PagePerson = {
  id: string;
  name: string;
  bot: boolean;
  label: 'owner' | 'moderator' | 'member' | 'bot';
  /** Colour of the highest coloured role; 0 = none. */
  color: number;
  /** Whether the person may delete and unpin the messages of others. */
  mayManage: boolean;
};

type PageChannel = Pick<Channel, 'id' | 'name' | 'type' | 'topic' | 'parent_id' | 'position'>;

/** The guild as one of its members sees it, without the messages. */
export type PageState = {
  guild: { id: string; name: string };
  me: string;
  people: PagePerson[];
  bot: { id: string; name: string; bot: true; connected: boolean };
  roles: { id: string; name: string; color: number }[];
  channels: PageChannel[];
  /** Id of the channel that is opened first; null when the person sees none. */
  homeChannel: string | null;
  commands: Command[];
  /** Ms since 1970, by the clock of the local Discord. */
  now: number;
};

/** A message as the page shows it to one person: `notified` are the ids of those whom it pinged. */
export type PageMessage = Message & { notified: string[] };

/** Who looks at the page. */
export type Viewer = { guild: Guild; member: Member };

/** The member with this id in the guild that the page shows; the owner when there is no such person. */
export function viewerOf({ state }: LocalDiscord, personId: string | null): Viewer {
  const guild = [...state.guilds.values()][0];
  const owner = guild?.members.get(guild.ownerId);
  if (guild === undefined || owner === undefined) {
    throw new Error('the local Discord has no guild with an owner: give it one in its set-up');
  }
  const member = guild.members.get(personId ?? '');
  return { guild, member: member === undefined || member.user.bot ? owner : member };
}

/** Everything but the messages, as the viewer sees it. */
export function pageState(discord: LocalDiscord, { guild, member }: Viewer): PageState {
  const channels = channelsOf(discord, { guild, member });
  const home = channels.find((channel) => channel.type === CHANNEL_TYPE.text)?.id ?? null;
  const { bot } = discord.state;
  return {
    guild: { id: guild.id, name: guild.name },
    me: member.user.id,
    people: [...guild.members.values()].map((one) => personOf(guild, one)),
    bot: { id: bot.id, name: bot.username, bot: true, connected: discord.gateway.connected() },
    roles: [...guild.roles.values()].map(({ id, name, color }) => ({ id, name, color })),
    channels: channels.map(pageChannel),
    homeChannel: home,
    commands: home === null ? [] : discord.people.commandsFor({ as: member.user.id, in: home }),
    now: discord.now(),
  };
}

/** The newest messages of a channel, oldest first; none when the viewer does not see the channel. */
export function messagesFor(
  discord: LocalDiscord,
  viewer: Viewer,
  channelId: string,
): PageMessage[] {
  return seesChannel(discord, viewer, channelId)
    ? discord.people
        .messages(channelId, viewer.member.user.id)
        .slice(-SHOWN_MESSAGES)
        .map(pageMessage)
    : [];
}

/** The pinned messages of a channel, newest pin first; none when the viewer does not see the channel. */
export function pinsFor(discord: LocalDiscord, viewer: Viewer, channelId: string): Message[] {
  return seesChannel(discord, viewer, channelId) ? discord.people.pins(channelId) : [];
}

/** One message; null when it is gone, for somebody else, or in a channel that the viewer does not see. */
export function messageFor(
  discord: LocalDiscord,
  viewer: Viewer,
  channelId: string,
  messageId: string,
): PageMessage | null {
  if (!seesChannel(discord, viewer, channelId)) {
    return null;
  }
  const posts = discord.people.messages(channelId, viewer.member.user.id);
  const post = posts.find(({ message }) => message.id === messageId);
  return post === undefined ? null : pageMessage(post);
}

/** Whether the channel is there and the viewer may look into it. */
export function seesChannel(discord: LocalDiscord, viewer: Viewer, channelId: string): boolean {
  return channelsOf(discord, viewer).some(({ id }) => id === channelId);
}

/** Whether the viewer may delete and unpin what others wrote. */
export function mayManage({ guild, member }: Viewer): boolean {
  const wanted = PERMISSION.MANAGE_MESSAGES | PERMISSION.MANAGE_GUILD;
  return (guildPermissions(guild, member) & wanted) !== 0n;
}

function channelsOf({ people }: LocalDiscord, { guild, member }: Viewer): Channel[] {
  return people
    .channels(member.user.id, guild.id)
    .filter((channel) => channel.thread_metadata?.archived !== true);
}

function pageChannel({ id, name, type, topic, parent_id, position }: Channel): PageChannel {
  return { id, name, type, topic, parent_id, position };
}

function pageMessage({ message, notified }: Post): PageMessage {
  return { ...message, notified };
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
    label: labelOf({ guild, member }),
    color: coloured[0]?.color ?? 0,
    mayManage: mayManage({ guild, member }),
  };
}

function labelOf(viewer: Viewer): PagePerson['label'] {
  if (viewer.member.user.bot) {
    return 'bot';
  }
  if (viewer.guild.ownerId === viewer.member.user.id) {
    return 'owner';
  }
  return mayManage(viewer) ? 'moderator' : 'member';
}
