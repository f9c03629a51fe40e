import type { Logger } from 'pino';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { After } from '#clock/after.ts';
import { boardOf, sharersOf, withBoard, withTidyBoards } from './boardChange.ts';
import { createMessageLanes, type Place } from './messageLanes.ts';
import { pausedPicture } from './pausedPicture.ts';
import { underShownName } from './shownName.ts';
import { afterPublishing } from './statusPlan.ts';
import type { PostOutcome, PublishBoard, PublishStatus, StatusView } from './statusView.ts';
import {
  type NewWatchRefusal,
  newWatchRefusal,
  withNewWatch,
  withoutWatch,
  withWatch,
} from './watchChange.ts';

/** What a status message shows, whoever watches. */
export type Picture = Omit<StatusView, 'watch'>;

/** Keeps status messages current, those of one watch and those that watches share: the newest picture wins. */
export type StatusBoard = {
  /** Has the message of a watch drawn anew, soon. */
  show(guildId: string, watchId: string, picture: Picture): void;
  /** Saves a new watch, of `most` at most, posts its first message, saves that too; one that shares a message is only saved. */
  post(guildId: string, watch: Watch, picture: Picture, most: number): Promise<PostOutcome>;
  /** Draws the message that watches of a channel share, as soon as it may be touched; `see` gets those not seen yet. */
  present(
    guildId: string,
    channelId: string,
    see: (watch: Watch) => Promise<Picture>,
  ): Promise<void>;
  /**
   * Takes a watch out of its guild, when nothing is being written for it any more; gives it as it was last, with the message
   * that nobody needs any more.
   */
  remove(guildId: string, watchId: string): Promise<Watch | null>;
  /** Begins nothing more; what is being written goes on. */
  close(): void;
  /** Resolves when nothing is being written. */
  idle(): Promise<void>;
};

/** What is drawn: a paused watch shows nothing of what its server does now, whoever else looks at it. */
function viewOf(watch: Watch, picture: Picture): StatusView {
  const seen = watch.paused === null ? picture : pausedPicture(watch, picture);
  return { ...underShownName(watch, seen), watch };
}

/** Makes the board. */
export function createStatusBoard(parts: {
  store: Store;
  publishStatus: PublishStatus;
  publishBoard: PublishBoard;
  now: () => number;
  after: After;
  log: Logger;
  signal: AbortSignal;
}): StatusBoard {
  const { store, publishStatus, publishBoard, now, signal } = parts;
  const lanes = createMessageLanes<Picture>(parts);
  /** The newest pictures of watches that share a message, by guild and watch. */
  const shared = new Map<string, Picture>();

  const findWatch = ({ watches }: GuildDocument, watchId: string) =>
    watches.find(({ id }) => id === watchId);
  const watchKey = (guildId: string, watchId: string): string => `${guildId}/${watchId}`;

  const ownPlace = (guildId: string, watchId: string): Place<Picture> => ({
    key: watchKey(guildId, watchId),
    guildId,
    facts: { watchId },
    read: (guild) => findWatch(guild, watchId),
    publish: async (guild, picture) => {
      const watch = findWatch(guild, watchId);
      if (watch?.board === true) {
        shared.set(watchKey(guildId, watchId), picture);
        lanes.show(sharedPlace(guildId, watch.channelId), picture);
        return { kind: 'unchanged' };
      }
      shared.delete(watchKey(guildId, watchId));
      return watch === undefined
        ? { kind: 'unchanged' }
        : publishStatus(guildId, viewOf(watch, picture), signal);
    },
    save: (guild, outcome) =>
      withWatch(guild, watchId, (watch) => afterPublishing(watch, outcome, now())),
  });

  const sharedPlace = (guildId: string, channelId: string): Place<Picture> => ({
    key: `${guildId}#${channelId}`,
    guildId,
    facts: { channelId },
    read: (guild) =>
      sharersOf(guild, channelId).length === 0 ? undefined : boardOf(guild, channelId),
    publish: async (guild) => {
      const watches = sharersOf(guild, channelId);
      const views = watches.flatMap((watch) => {
        const picture = shared.get(watchKey(guildId, watch.id));
        return picture === undefined ? [] : [viewOf(watch, picture)];
      });
      // After a start the first round brings them one by one: a board with holes would tell less than the old one.
      return views.length < watches.length
        ? { kind: 'unchanged' }
        : publishBoard({ guildId, board: boardOf(guild, channelId), views }, signal);
    },
    save: (guild, outcome) =>
      withBoard(guild, afterPublishing(boardOf(guild, channelId), outcome, now())),
  });

  return {
    show: (guildId, watchId, picture) => lanes.show(ownPlace(guildId, watchId), picture),
    async post(guildId, watch, picture, most) {
      let refusal = null as NewWatchRefusal | null;
      const guild = await store.guilds.update(guildId, (before) => {
        refusal = newWatchRefusal(before, watch, most);
        return refusal === null ? withNewWatch(before, watch) : before;
      });
      if (refusal !== null) {
        return { kind: refusal };
      }
      if (findWatch(guild, watch.id)?.board === true) {
        shared.set(watchKey(guildId, watch.id), picture);
        return { kind: 'shared' };
      }
      return lanes.writeNow(ownPlace(guildId, watch.id), picture);
    },
    async present(guildId, channelId, see) {
      const sharers = sharersOf(await store.guilds.get(guildId), channelId);
      const unseen = sharers.filter(({ id }) => !shared.has(watchKey(guildId, id)));
      // One that can not be asked now comes with the next round, and the board with it.
      await Promise.allSettled(
        unseen.map(async (watch) => shared.set(watchKey(guildId, watch.id), await see(watch))),
      );
      const [first] = sharers;
      const picture = first && shared.get(watchKey(guildId, first.id));
      if (picture === undefined) {
        return;
      }
      const place = sharedPlace(guildId, channelId);
      const outcome = await lanes.writeNow(place, picture);
      if (outcome.kind === 'later') {
        lanes.show(place, picture);
      }
    },
    remove: (guildId, watchId) =>
      lanes.alone(ownPlace(guildId, watchId), async (before) => {
        const watch = findWatch(before, watchId);
        const after = await store.guilds.update(guildId, (guild) =>
          withTidyBoards(withoutWatch(guild, watchId)),
        );
        lanes.forget(watchKey(guildId, watchId));
        shared.delete(watchKey(guildId, watchId));
        if (watch === undefined || !watch.board) {
          return watch ?? null;
        }
        const [other] = sharersOf(after, watch.channelId);
        if (other === undefined) {
          return { ...watch, message: boardOf(before, watch.channelId).message };
        }
        const picture = shared.get(watchKey(guildId, other.id));
        if (picture !== undefined) {
          lanes.show(sharedPlace(guildId, watch.channelId), picture);
        }
        return watch;
      }),
    close: lanes.close,
    idle: lanes.idle,
  };
}
