import type { Reply } from '#discord/command.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { withoutTold, withWatch } from '#monitor/watchChange.ts';
import type { Watch } from '#store/guildDocument.ts';
import { type Ask, done, problem, shownServers, wantedWatches } from './managers.ts';
import { carryOut, changeGuild, type Means } from './statusMoves.ts';

/** /watch pause: servers are neither asked nor told about, and their messages say so. */
export async function pauseWatch(ask: Ask, means: Means): Promise<Reply> {
  const { desk, t } = means;
  const paused = { since: desk.now(), by: ask.user.id };
  const all = wantedWatches(ask, desk);
  const servers = all.filter(({ watch }) => watch.paused === null);
  if (servers.length === 0) {
    const server = shownServers(all, t);
    return problem(all.length === 0 ? t('watch.unknown') : t('pause.already', { server }));
  }
  const lines = await changeAll(ask.guildId, servers, means, (watch) =>
    watch.paused === null ? { ...withoutTold(watch), paused } : watch,
  );
  return done([t('pause.on', { server: shownServers(servers, t) }), ...lines].join('\n'));
}

/** /watch resume: they are watched again as if from the beginning; nobody is told what happened meanwhile. */
export async function resumeWatch(ask: Ask, means: Means): Promise<Reply> {
  const { desk, t } = means;
  const all = wantedWatches(ask, desk);
  const servers = all.filter(({ watch }) => watch.paused !== null);
  if (servers.length === 0) {
    const server = shownServers(all, t);
    return problem(all.length === 0 ? t('watch.unknown') : t('pause.notPaused', { server }));
  }
  // Before it counts again: nothing that was known is compared with, whatever happens in between.
  await desk.monitor.reread(servers.map(({ watch }) => watch));
  const lines = await changeAll(ask.guildId, servers, means, (watch) => ({
    ...watch,
    paused: null,
  }));
  return done([t('pause.off', { server: shownServers(servers, t) }), ...lines].join('\n'));
}

/** Changes all of them at once, and has everything follow. */
async function changeAll(
  guildId: string,
  servers: readonly WatchedServer[],
  means: Means,
  change: (watch: Watch) => Watch,
): Promise<string[]> {
  const changed = await changeGuild<never>(guildId, means.desk, (guild) =>
    servers.reduce((before, { watch }) => withWatch(before, watch.id, change), guild),
  );
  return carryOut(changed, means);
}
