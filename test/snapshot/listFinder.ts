import { onTestFinished } from 'vitest';
import { openServerLists } from '#query/serverLists.ts';
import { startWebLists, type WebListsServer } from '#sandbox/lists/webLists.ts';
import type { QueryCore } from '#snapshot/queryCore.ts';
import { createServerFinder, type ServerFinder } from '#snapshot/serverFinder.ts';
import { createHttpClient } from '#transport/http.ts';
import { createResolver } from '#transport/resolver.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';

/** Lists served on this machine and what reads them, for one test. */
export async function openLocalLists({
  steamKey = null,
  now = Date.now,
}: {
  steamKey?: string | null;
  now?: () => number;
} = {}) {
  const web = await startWebLists();
  const sockets = openUdpSockets({ sockets: 1 });
  onTestFinished(async () => {
    sockets.close();
    await web.close();
  });
  const lists = openServerLists({
    sockets,
    resolver: createResolver({ now: Date.now }),
    http: createHttpClient({ userAgent: 'crowsnest-test' }),
    steamKey,
    now,
    allowPrivate: true,
    urls: web.urls,
  });
  return { web, lists };
}

/** A finder that reads lists served on this machine, and asks servers through `takeSnapshot`, for one test. */
export async function openListFinder(options: {
  takeSnapshot: QueryCore['takeSnapshot'];
  steamKey: string | null;
  now: () => number;
}): Promise<{ finder: ServerFinder; web: WebListsServer }> {
  const { web, lists } = await openLocalLists({ steamKey: options.steamKey });
  let ids = 0;
  const finder = createServerFinder({
    lists,
    takeSnapshot: options.takeSnapshot,
    newId: () => {
      ids += 1;
      return `list${ids}`;
    },
    now: options.now,
  });
  return { finder, web };
}
