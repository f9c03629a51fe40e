import type { Logger } from 'pino';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { After } from './after.ts';
import { boardOf, sharersOf, withBoard, withoutEmptyBoards } from './boardChange.ts';
import { createMessageLanes, type Place } from './messageLanes.ts';
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
  /** Saves a new watch, of `most` at most, posts its first message, saves that too. */
  post(guildId: string, watch: Watch, picture: Picture, most: number): Promise<PostOutcome>;
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

const viewOf = (watch: Watch, picture: Picture): StatusView => ({
  ...underShownName(watch, picture),
  watch,
});

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
  /** The newest pictures of watches that share a message, by board and watch. */
  const shared = new Map<string, Map<string, Picture>>();

  const findWatch = ({ watches }: GuildDocument, watchId: string) =>
    watches.find(({ id }) => id === watchId);

  const ownPlace = (guildId: string, watchId: string): Place<Picture> => ({
    key: `${guildId}/${watchId}`,
    guildId,
    facts: { watchId },
    read: (guild) => findWatch(guild, watchId),
    publish: async (guild, picture) => {
      const watch = findWatch(guild, watchId);
      if (watch?.board === true) {
        showShared(guildId, watch, picture);
      }
      return watch === undefined || watch.board
        ? { kind: 'unchanged' }
        : publishStatus(guildId, viewOf(watch, picture), signal);
    },
    save: (guild, outcome) =>
      withWatch(guild, watchId, (watch) => afterPublishing(watch, outcome, now())),
  });

  const boardKey = (guildId: string, channelId: string): string => `${guildId}#${channelId}`;

  const sharedPlace = (guildId: string, channelId: string): Place<Picture> => ({
    key: boardKey(guildId, channelId),
    guildId,
    facts: { channelId },
    read: (guild) =>
      sharersOf(guild, channelId).length === 0 ? undefined : boardOf(guild, channelId),
    publish: async (guild) => {
      const pictures = shared.get(boardKey(guildId, channelId));
      const watches = sharersOf(guild, channelId);
      const views = watches.flatMap((watch) => {
        const picture = pictures?.get(watch.id);
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

  function keep(guildId: string, { id, channelId }: Watch, picture: Picture): void {
    const key = boardKey(guildId, channelId);
    shared.set(key, (shared.get(key) ?? new Map<string, Picture>()).set(id, picture));
  }

  function showShared(guildId: string, watch: Watch, picture: Picture): void {
    keep(guildId, watch, picture);
    lanes.show(sharedPlace(guildId, watch.channelId), picture);
  }

  return {
    show: (guildId, watchId, picture) => lanes.show(ownPlace(guildId, watchId), picture),
    async post(guildId, watch, picture, most) {
      const place = watch.board
        ? sharedPlace(guildId, watch.channelId)
        : ownPlace(guildId, watch.id);
      return lanes.alone(place.key, async () => {
        let refusal = null as NewWatchRefusal | null;
        const guild = await store.guilds.update(guildId, (before) => {
          refusal = newWatchRefusal(before, watch, most);
          return refusal === null ? withNewWatch(before, watch) : before;
        });
        if (refusal !== null) {
          return { kind: refusal };
        }
        if (watch.board) {
          keep(guildId, watch, picture);
        }
        return lanes.publish(place, guild, picture);
      });
    },
    remove: (guildId, watchId) =>
      lanes.alone(`${guildId}/${watchId}`, async () => {
        const before = await store.guilds.get(guildId);
        const watch = findWatch(before, watchId);
        const after = await store.guilds.update(guildId, (guild) =>
          withoutEmptyBoards(withoutWatch(guild, watchId)),
        );
        lanes.forget(`${guildId}/${watchId}`);
        if (watch === undefined || !watch.board) {
          return watch ?? null;
        }
        const pictures = shared.get(boardKey(guildId, watch.channelId));
        pictures?.delete(watchId);
        const [other] = pictures?.values() ?? [];
        if (other !== undefined) {
          lanes.show(sharedPlace(guildId, watch.channelId), other);
        }
        const isLast = sharersOf(after, watch.channelId).length === 0;
        return isLast ? { ...watch, message: boardOf(before, watch.channelId).message } : watch;
      }),
    close: lanes.close,
    idle: lanes.idle,
  };
}
