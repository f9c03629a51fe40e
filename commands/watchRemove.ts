import type { ChatInputCommandInteraction } from 'discord.js';
import type { Answer, Desk, Reply } from '#discord/command.ts';
import { escaped } from '#discord/foreignText.ts';
import { choiceName, findWatched } from '#discord/lookUp.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { deleteMessage } from './deleteMessage.ts';

const NAME = 150;

/** /watch remove: takes the watch out and deletes its status message, that one alone. */
export function answerRemove(
  ask: ChatInputCommandInteraction<'cached'>,
  desk: Desk,
  t: Translate,
): Answer {
  const typed = ask.options.getString('server') ?? '';
  const found = findWatched(typed, desk.watches.servers(ask.guildId));
  return {
    seenBy: 'asker',
    make: () =>
      found === null ? { content: t('watch.unknown') } : remove(ask.guildId, found, desk, t),
  };
}

async function remove(
  guildId: string,
  found: WatchedServer,
  desk: Desk,
  t: Translate,
): Promise<Reply> {
  const watch = await desk.monitor.forget(guildId, found.watch.id);
  await desk.watches.load(guildId);
  if (watch === null) {
    return { content: t('watch.unknown') };
  }
  const server = escaped(choiceName(found), NAME);
  const lines = [t('watch.removed', { server }), await deletedLine(watch, desk, t)];
  return { embeds: [{ description: lines.filter((line) => line !== null).join('\n') }] };
}

/** Null when its message is deleted or there was none; else what became of it. */
export async function deletedLine(
  { channelId, message }: Pick<Watch, 'channelId' | 'message'>,
  desk: Desk,
  t: Translate,
): Promise<string | null> {
  const became = message && (await deleteMessage({ channelId, id: message.id }, desk));
  switch (became) {
    case 'gone':
      return t('watch.removed.messageGone');
    case 'stays':
      return t('watch.removed.messageStays');
    default:
      return null;
  }
}
