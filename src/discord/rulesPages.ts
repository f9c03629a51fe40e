import type { APIEmbed, APIEmbedField } from 'discord.js';
import { joinLongRules } from '#snapshot/longRules.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { embedLength, withFields } from './embedBudget.ts';
import { escaped, inlineCode } from './foreignText.ts';
import { clampPage, paginate } from './pages.ts';
import type { Page } from './playersPages.ts';
import { arkSummary, armaSummary } from './rulesSummary.ts';
import { sampSummary } from './sampWords.ts';
import { colourCodes, rulesRemark, serverName } from './serverWords.ts';

const SERVER = 150;
const NAME = 70;
const VALUE = 200;
/** A text that came in numbered parts is meant to be read. */
const JOINED = 700;
/** Leaves room of the 6000 for the summary's fields. */
const PER_PAGE = { lines: 25, length: 2800 };

/**
 * The rules a server publishes, in the order of the alphabet, numbered parts of a text as one; page 0 begins with what matters in this game. For a server
 * that is online (pure).
 */
export function rulesPage(
  snapshot: Snapshot,
  wanted: number,
  checkedAt: number,
  t: Translate,
): Page {
  const lines = joinLongRules(snapshot.rules.values)
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
    .map(({ name, value }) =>
      ruleLine(name, escaped(value, name in snapshot.rules.values ? VALUE : JOINED), t),
    );
  const pages = paginate(lines, PER_PAGE);
  const page = clampPage(wanted, pages.length);
  const head = [
    rulesRemark(snapshot, t),
    lines.length > 0 && t('rules.count', { count: lines.length }),
  ];
  const server = escaped(serverName(snapshot, null), SERVER, colourCodes(snapshot));
  const list: APIEmbed = {
    title: t('rules.title', { server }),
    description: [head.filter(Boolean).join('\n'), pages[page]].filter(Boolean).join('\n\n'),
    color: COLOURS.plain,
    timestamp: new Date(checkedAt).toISOString(),
  };
  if (pages.length > 1) {
    list.footer = { text: t('page.pressers', { page: page + 1, pages: pages.length }) };
  }
  const summary =
    page === 0
      ? [...arkSummary(snapshot, t), ...armaSummary(snapshot, t), ...sampSummary(snapshot, t)]
      : [];
  return { embeds: beginWith(summary, list), page, pages: pages.length };
}

/** Fields stand below the text of an embed, so what comes first has one of its own, and the title with it. */
function beginWith(summary: APIEmbedField[], list: APIEmbed): APIEmbed[] {
  if (summary.length === 0) {
    return [list];
  }
  const { title, ...rest } = list;
  const first = { ...(title === undefined ? {} : { title }), color: COLOURS.plain };
  return [withFields(first, summary, embedLength(rest)), rest];
}

function ruleLine(name: string, value: string, t: Translate): string {
  return `${inlineCode(name, NAME) || t('rules.emptyValue')} ${value || t('rules.emptyValue')}`;
}
