import type { Desk, Reply } from '#discord/command.ts';
import { durationWords } from '#discord/durationWords.ts';
import { inlineCode } from '#discord/foreignText.ts';
import { timeStamp } from '#discord/serverWords.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { findTimeZone, readMoment } from '#discord/zonedTime.ts';
import { parseCronLine } from '#monitor/cronLine.ts';
import { LONGEST_CRON, type Maintenance, MOST_WINDOWS } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, changeWatches, done, problem, shownServers, wantedWatches } from './managers.ts';

const GIVEN = 60;
const MINUTE_MS = 60_000;

/** /maintenance once: from a moment on the clock of a time zone, for so many minutes. */
export async function addOnce(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const read = readCommon(ask, desk, t);
  if ('said' in read) {
    return problem(read.said);
  }
  const { servers, timeZone, minutes } = read;
  const typed = ask.options.getString('from') ?? '';
  const from = readMoment(typed, timeZone, desk.now());
  if (from === null) {
    return problem(t('maintenance.badMoment', { given: inlineCode(typed, GIVEN) || '?' }));
  }
  const to = from + minutes * MINUTE_MS;
  if (to <= desk.now()) {
    return problem(t('maintenance.over'));
  }
  const server = shownServers(servers, t);
  const times = { from: timeStamp(from, 'f'), to: timeStamp(to, 'f') };
  const said = t('maintenance.once', { server, ...times });
  return add(ask, desk, t, servers, { once: { from, to } }, said);
}

/** /maintenance repeat: for so many minutes at the times of a cron line, on the clock of a time zone. */
export async function addRepeated(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const read = readCommon(ask, desk, t);
  if ('said' in read) {
    return problem(read.said);
  }
  const { servers, timeZone, minutes } = read;
  const typed = ask.options.getString('cron') ?? '';
  const shown = inlineCode(typed, GIVEN) || '?';
  const cron = typed.trim().replace(/\s+/g, ' ');
  if (cron.length > LONGEST_CRON || parseCronLine(cron) === null) {
    return problem(t('maintenance.badCron', { given: shown }));
  }
  const said = t('maintenance.repeats', {
    server: shownServers(servers, t),
    duration: durationWords(minutes * MINUTE_MS, t),
    cron: inlineCode(cron, GIVEN),
    zone: inlineCode(timeZone, GIVEN),
  });
  return add(ask, desk, t, servers, { cron, timeZone, minutes }, said);
}

type Common = { servers: readonly WatchedServer[]; timeZone: string; minutes: number };

function readCommon(ask: Ask, desk: Desk, t: Translate): Common | { said: string } {
  const servers = wantedWatches(ask, desk);
  if (servers.length === 0) {
    return { said: t('watch.unknown') };
  }
  const typed = ask.options.getString('time_zone') ?? '';
  const timeZone = findTimeZone(typed);
  return timeZone === null
    ? { said: t('zone.bad', { given: inlineCode(typed, GIVEN) || '?' }) }
    : { servers, timeZone, minutes: ask.options.getInteger('minutes') ?? 0 };
}

async function add(
  ask: Ask,
  desk: Desk,
  t: Translate,
  servers: readonly WatchedServer[],
  window: Maintenance,
  said: string,
): Promise<Reply> {
  const now = desk.now();
  const kept = (windows: readonly Maintenance[]) =>
    windows.filter((one) => !('once' in one) || one.once.to > now);
  const { watches } = await desk.store.guilds.get(ask.guildId);
  const isFull = watches.some(
    ({ id, maintenance }) =>
      servers.some(({ watch }) => watch.id === id) && kept(maintenance).length >= MOST_WINDOWS,
  );
  if (isFull) {
    return problem(t('settings.full', { count: MOST_WINDOWS }));
  }
  await changeWatches(ask.guildId, servers, desk, (watch) => ({
    ...watch,
    maintenance: [...kept(watch.maintenance), window],
  }));
  return done(said);
}
