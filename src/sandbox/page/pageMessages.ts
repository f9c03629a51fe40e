import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import type { Message, Post } from '#sandbox/discord/message.ts';

const SHOWN_MESSAGES = 100;

/** A message as the page shows it to one person: `notified` are the ids of those whom it pinged. */
export type PageMessage = Message & { notified: string[] };

/** The newest messages of a channel, oldest first; none when the viewer does not see the channel. */
export function messagesFor(
  discord: LocalDiscord,
  viewer: string,
  channelId: string,
): PageMessage[] {
  return seesChannel(discord, viewer, channelId)
    ? discord.people.messages(channelId, viewer).slice(-SHOWN_MESSAGES).map(pageMessage)
    : [];
}

/** The pinned messages of a channel, newest pin first; none when the viewer does not see the channel. */
export function pinsFor(discord: LocalDiscord, viewer: string, channelId: string): Message[] {
  return seesChannel(discord, viewer, channelId) ? discord.people.pins(channelId) : [];
}

/** One message; null when it is gone, for somebody else, or in a channel that the viewer does not see. */
export function messageFor(
  discord: LocalDiscord,
  viewer: string,
  channelId: string,
  messageId: string,
): PageMessage | null {
  if (!seesChannel(discord, viewer, channelId)) {
    return null;
  }
  const posts = discord.people.messages(channelId, viewer);
  const post = posts.find(({ message }) => message.id === messageId);
  return post === undefined ? null : pageMessage(post);
}

/** Whether the channel is there and the viewer may look into it. */
export function seesChannel(
  { people, state }: LocalDiscord,
  viewer: string,
  channelId: string,
): boolean {
  const direct = state.directs.get(channelId);
  if (direct !== undefined) {
    return direct.recipients?.some(({ id }) => id === viewer) ?? false;
  }
  const home = [...state.guilds.values()].find(({ channels }) => channels.has(channelId));
  return (
    home?.members.has(viewer) === true &&
    people.channels(viewer, home.id).some(({ id }) => id === channelId)
  );
}

function pageMessage({ message, notified }: Post): PageMessage {
  return { ...message, notified };
}
