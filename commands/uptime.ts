import { type Command, type Desk, guildLanguage, type Reply } from '#discord/command.ts';
import { watchOption } from '#discord/commandDefinition.ts';
import { type PageState, pageButtons } from '#discord/pages.ts';
import { uptimePage } from '#discord/uptimePages.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { uptimeOf } from '#history/uptime.ts';
import { joinedOutages } from '#store/incidentDocument.ts';
import type { Language } from '#text/texts.ts';
import { forAsker, shownServer, wantedWatch, watchChoices } from './managers.ts';
import { notWatched, readWatched } from './watchedHistory.ts';

const DAY_MS = 86_400_000;
const SPANS = [
  { period: 'day', days: 1 },
  { period: 'week', days: 7 },
  { period: 'month', days: 30 },
] as const;
const LONGEST_MS = 30 * DAY_MS;
/** Read before that, to tell the beginning of the watching from a time in which nobody looked. */
const BEFORE_MS = 5 * DAY_MS;

/** /uptime: how much of the time a watched server was up, and when it was not. */
export const uptime: Command = {
  name: 'uptime',
  about: 'command.uptime',
  group: 'look',
  reach: 'guild',
  looksUp: false,
  options: (texts) => [watchOption(texts)],
  answer(ask, desk) {
    const server = wantedWatch(ask, desk);
    if (server === null) {
      return forAsker(ask, desk, (t) => notWatched(desk, t));
    }
    const state = { command: 'uptime', page: 0, userId: ask.user.id };
    const language = guildLanguage(ask, desk);
    return {
      seenBy: 'everyone',
      make: () => uptimeReply({ guildId: ask.guildId, server, state, language }, desk),
    };
  },
  complete: (ask, desk) => watchChoices(ask, desk),
  turn(state, press, desk) {
    const { guildId } = press;
    const its = state.server?.kind === 'watch' ? state.server.watchId : null;
    const server = desk.watches.servers(guildId).find(({ watch }) => watch.id === its);
    const language = guildLanguage(press, desk);
    return server === undefined
      ? null
      : () => uptimeReply({ guildId, server, state, language }, desk);
  },
};

async function uptimeReply(
  asked: {
    guildId: string;
    server: WatchedServer;
    state: Omit<PageState, 'server'>;
    language: Language;
  },
  desk: Desk,
): Promise<Reply> {
  const { guildId, server, state, language } = asked;
  const t = desk.texts.in(language);
  const now = desk.now();
  const span = { from: now - LONGEST_MS - BEFORE_MS, to: now };
  const { key, buckets, since, planned } = await readWatched(guildId, server, span, desk);
  const uptimes = SPANS.map(({ period, days }) => {
    const from = now - days * DAY_MS;
    const name = t(`history.last.${period}`);
    return { name, from, uptime: uptimeOf(buckets, { from, to: now }, planned) };
  });
  const { page, pages, embeds } = uptimePage(
    {
      server: shownServer(server),
      uptimes,
      since,
      incidents: await incidentsSince(key, now - LONGEST_MS, desk),
      planned,
      language,
      t,
    },
    state.page,
  );
  const watched = { kind: 'watch', watchId: server.watch.id } as const;
  return { embeds, components: pageButtons({ ...state, page, server: watched }, pages, t) };
}

/** The outages of a server that were not over before `since`, newest first. */
async function incidentsSince(key: string, since: number, { store }: Desk) {
  const [found, server] = await Promise.all([store.incidents.of(key), store.servers.get(key)]);
  const incidents = joinedOutages(found);
  const now = server?.availability.downSince ?? null;
  const newest = incidents.at(-1);
  const isNow =
    now !== null && newest !== undefined && newest.until === null && newest.since <= now;
  return incidents
    .map((incident) => ({ incident, lasts: isNow && incident === newest }))
    .filter(({ incident, lasts }) => lasts || (incident.until ?? incident.since) >= since)
    .reverse();
}
