import { onTestFinished } from 'vitest';
import { openServerLists } from '#query/serverLists.ts';
import { startWebLists, type WebListsServer } from '#sandbox/lists/webLists.ts';
import type { QueryCore } from '#snapshot/queryCore.ts';
import { createServerFinder, type ServerFinder } from '#snapshot/serverFinder.ts';
import { createHttpClient } from '#transport/http.ts';
import { createResolver } from '#transport/resolver.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';

/** A finder that reads lists served on this machine, and asks servers through `takeSnapshot`, for one test. */
export async function openListFinder(options: {
  takeSnapshot: QueryCore['takeSnapshot'];
  steamKey: string | null;
  now: () => number;
}): Promise<{ finder: ServerFinder; web: WebListsServer }> {
  const web = await startWebLists();
  const sockets = openUdpSockets({ sockets: 1 });
  onTestFinished(async () => {
    sockets.close();
    await web.close();
  });
  let ids = 0;
  const finder = createServerFinder({
    lists: openServerLists({
      sockets,
      resolver: createResolver({ now: Date.now }),
      http: createHttpClient({ userAgent: 'crowsnest-test' }),
      steamKey: options.steamKey,
      allowPrivate: true,
      urls: web.urls,
    }),
    takeSnapshot: options.takeSnapshot,
    newId: () => {
      ids += 1;
      return `list${ids}`;
    },
    now: options.now,
  });
  return { finder, web };
}
