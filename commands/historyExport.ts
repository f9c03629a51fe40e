import { PermissionFlagsBits } from 'discord.js';
import type { Answer, Desk, Reply } from '#discord/command.ts';
import { historyCsv } from '#discord/historyCsv.ts';
import { LIMITS } from '#discord/limits.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { frameOf, type Period, startOf } from '#history/frame.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, forAsker, problem, shownServer } from './managers.ts';
import { readWatched } from './watchedHistory.ts';

const DAY_MS = 86_400_000;

/** The samples of a period as a file, for administrators: everything that is kept about a server, and no name of anybody. */
export function answerExport(
  ask: Ask,
  desk: Desk,
  wish: { server: WatchedServer; period: Period },
): Answer {
  return forAsker(ask, desk, (t) =>
    ask.memberPermissions.has(PermissionFlagsBits.Administrator)
      ? exportReply(ask.guildId, desk, wish, t)
      : problem(t('error.administratorsOnly')),
  );
}

async function exportReply(
  guildId: string,
  desk: Desk,
  { server, period }: { server: WatchedServer; period: Period },
  t: Translate,
): Promise<Reply> {
  const to = desk.now();
  const all = await readWatched(guildId, server, { from: to - 367 * DAY_MS, to }, desk);
  const from = startOf(frameOf(period, { now: to, clock: all.clock }));
  const buckets = all.buckets.filter(({ at }) => at >= from);
  const data = Buffer.from(historyCsv(buckets));
  if (data.length > LIMITS.fileBytes) {
    return problem(t('history.tooLarge'));
  }
  const day = new Date(to).toISOString().slice(0, 10);
  const said = t('history.exported', { count: buckets.length, server: shownServer(server) });
  return {
    embeds: [{ description: said }],
    files: [{ name: `history-${server.watch.id}-${period}-${day}.csv`, data }],
  };
}
