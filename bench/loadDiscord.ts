import { pino } from 'pino';
import { HARBOUR } from '#sandbox/discord/harbour.ts';
import { type LocalDiscord, startLocalDiscord } from '#sandbox/discord/localDiscord.ts';
import type { Post } from '#sandbox/discord/message.ts';
import { LEAST_INVITE } from '#sandbox/discord/permissionBits.ts';
import type { SetUp } from '#sandbox/discord/setUp.ts';
import { emptyGuild, type Watch } from '#store/guildDocument.ts';
import { openStore } from '#store/openStore.ts';
import type { Peer } from './benchServer.ts';
import { settledWatch } from './settledWatch.ts';

/** Status messages of a guild, each in a channel of its own. */
const PER_GUILD = 10;
const CHANNEL = /^watch-/;

/** A local Discord with realistic limits: the guild where somebody asks, and as many others as `watches` need. */
export function startLoadDiscord(watches: number): Promise<LocalDiscord> {
  return startLocalDiscord({ rateLimits: 'observed', setUp: setUpFor(watches) });
}

function setUpFor(watches: number): SetUp {
  const others = Array.from({ length: Math.ceil(watches / PER_GUILD) }, (_, guild) => ({
    name: `Guild ${guild}`,
    everyone: HARBOUR.guilds[0]?.everyone ?? [],
    bot: LEAST_INVITE,
    roles: [],
    members: [{ name: 'marlow' }],
    channels: Array.from({ length: Math.min(PER_GUILD, watches - guild * PER_GUILD) }, (_, at) => ({
      name: `watch-${at}`,
    })),
  }));
  return { botName: HARBOUR.botName, guilds: [...HARBOUR.guilds, ...others] };
}

/** Has every channel made for it watch a server, with its pinned message posted long ago. */
export async function fillWatches(
  { state }: LocalDiscord,
  storeUrl: string,
  serverOf: (number: number) => Peer,
): Promise<void> {
  const store = await openStore(storeUrl, { log: pino({ level: 'silent' }) });
  let number = 0;
  for (const guild of state.guilds.values()) {
    const watches: Watch[] = [];
    for (const channel of guild.channels.values()) {
      if (CHANNEL.test(channel.name)) {
        const messageId = String(BigInt(channel.id) + 1n);
        state.posts.set(channel.id, [oldPost(messageId, channel.id, state.bot)]);
        const { host, port } = serverOf(number);
        watches.push(
          settledWatch({ number, host, port, game: 'source', channelId: channel.id, messageId }),
        );
        number += 1;
      }
    }
    if (watches.length > 0) {
      await store.guilds.update(guild.id, () => ({ ...emptyGuild(guild.id), watches }));
    }
  }
  await store.close();
}

function oldPost(id: string, channelId: string, author: Post['message']['author']): Post {
  const timestamp = new Date(0).toISOString();
  return {
    message: {
      id,
      channel_id: channelId,
      type: 0,
      author,
      content: '',
      timestamp,
      edited_timestamp: null,
      tts: false,
      mention_everyone: false,
      mentions: [],
      mention_roles: [],
      attachments: [],
      embeds: [],
      components: [],
      pinned: true,
      flags: 0,
    },
    inEmbeds: [],
    visibleTo: null,
    token: null,
    pinnedAt: timestamp,
    notified: [],
    silent: false,
    edits: 0,
  };
}
