import { PermissionFlagsBits } from 'discord.js';
import { zonedClock } from '#clock/timeZone.ts';
import type { Answer, Desk, Reply } from '#discord/command.ts';
import { CSV_HEAD, csvLines } from '#discord/historyCsv.ts';
import { LIMITS } from '#discord/limits.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { frameOf, type Period, startOf } from '#history/frame.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, forAsker, problem, shownServer } from './managers.ts';
import { watchedKey } from './watchedHistory.ts';

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
  const { timeZone } = await desk.store.guilds.get(guildId);
  const from = startOf(frameOf(period, { now: to, clock: zonedClock(timeZone ?? 'UTC') }));
  const parts = [Buffer.from(CSV_HEAD)];
  let [size, count] = [0, 0];
  for await (const buckets of desk.history.days(watchedKey(server), { from, to })) {
    const part = Buffer.from(csvLines(buckets));
    parts.push(part);
    size += part.length;
    count += buckets.length;
    if (size > LIMITS.fileBytes - CSV_HEAD.length) {
      return problem(t('history.tooLarge'));
    }
  }
  const data = Buffer.concat(parts);
  const day = new Date(to).toISOString().slice(0, 10);
  const said = t('history.exported', { count, server: shownServer(server) });
  return {
    embeds: [{ description: said }],
    files: [{ name: `history-${server.watch.id}-${period}-${day}.csv`, data }],
  };
}
