import type { APIEmbed } from 'discord.js';
import { coveredMs } from '#history/plannedSpans.ts';
import type { Uptime } from '#history/uptime.ts';
import type { Incident } from '#store/incidentDocument.ts';
import type { Span } from '#store/spanSchema.ts';
import type { Language, Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { durationWords } from './durationWords.ts';
import { plain } from './foreignText.ts';
import { leftOutLines, sinceLines } from './historyWords.ts';
import { LIMITS } from './limits.ts';
import { reasonWords } from './noticeWords.ts';
import { clampPage, paginate } from './pages.ts';
import { percentWords } from './percentWords.ts';
import type { Page } from './playersPages.ts';
import { timeStamp } from './serverWords.ts';

const MINUTE_MS = 60_000;
const PER_PAGE = { lines: 10, length: 3000 };

/** What /uptime tells about a server. */
export type UptimeFacts = {
  /** Its name, escaped. */
  server: string;
  /** Of each span of time, the longest last. */
  uptimes: readonly { name: string; from: number; uptime: Uptime }[];
  /** When what is known of it begins (ms); null = nothing is. */
  since: number | null;
  /** Newest first. `lasts`: it is down now. */
  incidents: readonly { incident: Incident; lasts: boolean }[];
  planned: readonly Span[];
  language: Language;
  t: Translate;
};

function causeWords(cause: string, t: Translate): string {
  return cause === 'restart' || cause === 'host'
    ? t(`uptime.cause.${cause}`)
    : reasonWords(cause, t);
}

function incidentLine(
  { incident, lasts }: UptimeFacts['incidents'][number],
  { planned, t }: UptimeFacts,
): string {
  const { since, until } = incident;
  const values = { from: timeStamp(since, 'f'), cause: causeWords(incident.cause, t) };
  if (until === null) {
    return lasts
      ? t('uptime.lasts', { ...values, since: timeStamp(since) })
      : t('uptime.endUnknown', values);
  }
  const isPlanned = coveredMs({ from: since, to: until }, planned) >= (until - since) / 2;
  const line = t('uptime.incident', {
    ...values,
    to: timeStamp(until, 't'),
    duration: durationWords(until - since, t),
  });
  return isPlanned ? `${line} · ${t('uptime.planned')}` : line;
}

function field({ name, uptime }: UptimeFacts['uptimes'][number], language: Language, t: Translate) {
  const { share, down } = uptime;
  const lines =
    share === null
      ? [t('uptime.unknown')]
      : [
          `**${percentWords(share, language)}**`,
          down > 0 ? t('history.down', { duration: durationWords(down * MINUTE_MS, t) }) : '',
        ];
  return { name, value: lines.filter((line) => line !== '').join('\n'), inline: true };
}

/** The page asked for, or the nearest there is: how much of the time a server was up, and its outages (pure). */
export function uptimePage(facts: UptimeFacts, wanted: number): Page {
  const { server, uptimes, since, incidents, language, t } = facts;
  const pages = paginate(
    incidents.map((one) => incidentLine(one, facts)),
    PER_PAGE,
  );
  const page = clampPage(wanted, pages.length);
  const longest = uptimes.at(-1);
  const about =
    longest === undefined
      ? []
      : [...sinceLines(since, longest.from, t), ...leftOutLines(longest.uptime, t)];
  const isDown = incidents.some(({ lasts }) => lasts);
  const embed: APIEmbed = {
    title: t('uptime.title', { server }),
    description: [
      pages[page] || t(since === null ? 'history.nothing' : 'uptime.noIncidents'),
      about.join('\n'),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    color: isDown ? COLOURS.bad : COLOURS.good,
    fields: uptimes.map((one) => field(one, language, t)),
  };
  if (pages.length > 1) {
    const text = plain(t('page.pressers', { page: page + 1, pages: pages.length }), LIMITS.footer);
    embed.footer = { text };
  }
  return { embeds: [embed], page, pages: pages.length };
}
