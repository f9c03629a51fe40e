import type { Watch } from '#store/guildDocument.ts';
import { watchOf } from '../test/store/examples.ts';

/** A watch that has its channel and its pinned status message already, so that what follows is the daily work. */
export function settledWatch(of: {
  number: number;
  host: string;
  port: number;
  game: string | null;
  channelId: string;
  messageId: string;
}): Watch {
  return watchOf({
    id: `w${String(of.number).padStart(7, '0')}`,
    target: { host: of.host, port: of.port, game: of.game, encoding: null },
    channelId: of.channelId,
    noticeChannelId: of.channelId,
    message: {
      id: of.messageId,
      pinned: true,
      hash: '',
      writtenAt: 0,
      unpins: 0,
      pinProblem: null,
    },
  });
}
