import { ApiError } from './apiError.ts';
import { newChannel } from './founding.ts';
import { type Channel, DIRECT_TYPE, type User } from './guild.ts';
import { bitsOf } from './permissionBits.ts';
import type { State } from './state.ts';

/** What the bot may do in a conversation with one person: there are no roles to take anything away. */
export const DIRECT_BITS = bitsOf([
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'EMBED_LINKS',
  'ATTACH_FILES',
  'READ_MESSAGE_HISTORY',
  'PIN_MESSAGES',
  'ADD_REACTIONS',
  'USE_APPLICATION_COMMANDS',
  'USE_EXTERNAL_EMOJIS',
]);

/** The conversation between two: opened when there is none yet. The bot is no recipient. */
export function openDirect(
  { state, nextId }: { state: State; nextId: () => string },
  one: User,
  other: User,
): Channel {
  const recipients = [one, other].filter(({ id }) => id !== state.bot.id);
  const ids = (users: readonly User[] = []) =>
    users
      .map(({ id }) => id)
      .sort()
      .join();
  const known = [...state.directs.values()].find(
    (channel) => ids(channel.recipients) === ids(recipients),
  );
  if (known !== undefined) {
    return known;
  }
  const { guild_id: _, ...blank } = newChannel({
    id: nextId(),
    type: DIRECT_TYPE,
    guildId: '',
    name: recipients.map(({ username }) => username).join(' and '),
  });
  const channel: Channel = { ...blank, recipients };
  state.directs.set(channel.id, channel);
  return channel;
}

/** Whether the bot is one of the two. */
export function isWithBot({ recipients = [] }: Channel): boolean {
  return recipients.length === 1;
}

/** Throws 50278 when the person shares no guild with the bot and has not installed it, 50007 when it takes no such messages. */
export function demandReachable(state: State, { recipients = [] }: Channel): void {
  const reaches = ({ id }: User) =>
    state.installs.has(id) ||
    [...state.guilds.values()].some(({ members }) => members.has(id) && members.has(state.bot.id));
  if (!recipients.every(reaches)) {
    throw new ApiError('noMutualGuild');
  }
  if (recipients.some(({ id }) => state.closedToDirects.has(id))) {
    throw new ApiError('cannotMessageUser');
  }
}
