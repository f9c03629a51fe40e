import type { Command } from './command.ts';
import type { Channel, Guild, User } from './guild.ts';
import type { Interaction } from './interaction.ts';
import type { Attachment, Post } from './message.ts';

/** Everything this Discord remembers. Changed through the REST routes (the bot) and through people. */
export type State = {
  application: { id: string; name: string };
  bot: User;
  token: string;
  users: Map<string, User>;
  guilds: Map<string, Guild>;
  /** Conversations outside of guilds, by id. */
  directs: Map<string, Channel>;
  /** Ids of the people who take no direct messages from members of their guilds. */
  closedToDirects: Set<string>;
  /** Ids of the people who installed the app for themselves. */
  installs: Set<string>;
  /** Files that people gave to a command or a form, by id. */
  uploads: Map<string, Attachment>;
  commands: Command[];
  /** When commands were created (ms since 1970), by guild id or "global". */
  commandCreates: Map<string, number[]>;
  /** Messages of a channel in the order they were posted, ephemeral ones included. */
  posts: Map<string, Post[]>;
  /** By token. */
  interactions: Map<string, Interaction>;
  /** Nonces of the bot's messages; `at` in ms since 1970. */
  nonces: Map<string, { channelId: string; messageId: string; at: number }>;
  /** When the bot identified, ms since 1970 (1000 a day are allowed). */
  identifies: number[];
  /** Uploaded files by the path they are served at. */
  files: Map<string, { bytes: Uint8Array; contentType: string }>;
};

/** The channel with its guild, which a direct conversation has not; null = there is no such channel. */
export function findChannel(
  state: State,
  channelId: string,
): { guild: Guild | null; channel: Channel } | null {
  for (const guild of state.guilds.values()) {
    const channel = guild.channels.get(channelId);
    if (channel !== undefined) {
      return { guild, channel };
    }
  }
  const direct = state.directs.get(channelId);
  return direct === undefined ? null : { guild: null, channel: direct };
}

/** The messages of a channel, oldest first, ephemeral ones included; the array is the live one. */
export function postsOf(state: State, channelId: string): Post[] {
  const known = state.posts.get(channelId);
  if (known !== undefined) {
    return known;
  }
  const fresh: Post[] = [];
  state.posts.set(channelId, fresh);
  return fresh;
}
