import type { Logger } from 'pino';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { ServerDocument } from '#store/serverDocument.ts';
import { type GuildWatch, noticesFor } from './noticesFor.ts';
import { type StepRules, stepServer, unknownServer } from './serverStep.ts';

/** The door of the query core: one server's answer, or an offline Snapshot that says why. Rejects only when aborted. */
export type TakeSnapshot = (
  target: Target,
  parts: readonly ('info' | 'players' | 'rules')[],
  signal?: AbortSignal,
) => Promise<Snapshot>;

/** What a watched server is asked for. What it never answers is asked rarely, the core sees to that. */
export const WATCHED_PARTS = ['info', 'players', 'rules'] as const;

/** An observation that is saved: the server's document after it and the notices that may go out now. */
export type Observed = { server: ServerDocument; notices: Notice[] };

function logNews(log: Logger, key: string, observed: ReturnType<typeof stepServer>): void {
  for (const { news } of observed.news) {
    if (news.kind === 'down') {
      log.info(
        { event: 'down', server: key, since: news.since, reason: news.reason },
        'server down',
      );
    } else if (news.kind === 'up') {
      log.info(
        { event: 'up', server: key, since: news.since, until: news.until },
        'server up again',
      );
    } else if (news.kind === 'roster') {
      const { joined, left } = news;
      const facts = { event: 'roster', server: key, joined: joined.length, left: left.length };
      log.debug(facts, 'players joined or left');
    }
  }
}

/**
 * Takes one observation of a server into the store. Notices are stored first, then the server's document, which makes them
 * valid: killed between the two, the document does not know of them yet, so they are no news (see isCompleted) and the next
 * observation makes the same ones again, under the same ids. Throws StoreError; then nothing has happened.
 */
export async function observeServer(
  { store, log }: { store: Store; log: Logger },
  key: string,
  watches: readonly GuildWatch[],
  seen: { snapshot: Snapshot; at: number; rules: StepRules },
): Promise<Observed> {
  const { snapshot, at, rules } = seen;
  const before = (await store.servers.get(key)) ?? unknownServer(key, at);
  const step = stepServer(before, snapshot, at, rules);
  const notices = noticesFor(step.news, watches, at);
  await Promise.all(notices.map((notice) => store.outbox.put(notice)));
  await store.servers.set(step.after);
  logNews(log, key, step);
  return { server: step.after, notices };
}

/** Whether the observation a stored notice was made by is in its server's document. */
export const isCompleted = (notice: Notice, server: ServerDocument | null): boolean =>
  server !== null && notice.createdAt <= server.checkedAt;
