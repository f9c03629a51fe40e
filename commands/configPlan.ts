import type { Desk } from '#discord/command.ts';
import type { Mapped } from '#discord/configPlaces.ts';
import { followName } from '#discord/followEmbed.ts';
import { escaped, inlineCode } from '#discord/foreignText.ts';
import type { Difference } from '#monitor/differenceOf.ts';
import { countsOf, type SetUpChange } from '#monitor/setUpChange.ts';
import { shownName } from '#monitor/shownName.ts';
import type { Follow } from '#store/followDocument.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { shownServer } from './managers.ts';
import type { Means } from './statusMoves.ts';

const NAME = 200;
const PLACE = 60;

/** "2 added, 1 changed, 3 removed, 5 unchanged". */
export const countsLine = (change: SetUpChange, t: Translate): string =>
  `**${t('config.plan.counts', countsOf(change))}**`;

/** What is to be known before anything is done: places found by name, what is missing, who is silent. */
export function warningLines(
  known: { mapped: readonly Mapped[]; silent: readonly Watch[]; lacking: readonly string[] },
  guildId: string,
  { desk, t }: Means,
): string[] {
  const { mapped, silent, lacking } = known;
  const places = mapped.map(({ name, mention }) => `${inlineCode(name, PLACE)} → ${mention}`);
  const servers = silent.map((watch) => watchName(watch, guildId, desk));
  return [
    ...(places.length > 0 ? [`🔀 ${t('config.plan.mapped', { places: places.join(', ') })}`] : []),
    ...lacking.map((line) => `⚠️ ${line}`),
    ...(servers.length > 0
      ? [`⚠️ ${t('config.plan.silent', { servers: servers.join(', ') })}`]
      : []),
  ];
}

/** Each thing that a set-up changes, by its name, and those that stay. */
export function planLines(change: SetUpChange, { desk, t }: Means): string[] {
  const { watches, follows, boards, guild, after } = change;
  const watch = (one: Watch): string => watchName(one, after.guildId, desk);
  const follow = ({ question }: Follow): string => `📜 ${escaped(followName(question, t), NAME)}`;
  const unchanged = [...watches.unchanged.map(watch), ...follows.unchanged.map(follow)];
  return [
    ...guild.map((field) => `🌐 ${guildWords(field, after, t)}`),
    ...linesOf(watches, watch, t),
    ...linesOf(follows, follow, t),
    ...boards.map((channelId) => `📋 ${t('config.plan.board', { channel: `<#${channelId}>` })}`),
    ...(unchanged.length > 0
      ? [`✅ ${t('config.plan.unchanged', { servers: unchanged.join(', ') })}`]
      : []),
  ];
}

type Field = SetUpChange['watches' | 'follows']['changed'][number]['fields'][number];

function linesOf<T extends { channelId: string }>(
  { added, changed, removed }: Difference<T, Field>,
  name: (item: T) => string,
  t: Translate,
): string[] {
  return [
    ...added.map((item) => `➕ ${name(item)} · <#${item.channelId}>`),
    ...changed.map(({ item, fields }) => {
      const what = fields.map((field) => t(`config.field.${field}`));
      return `✏️ ${name(item)}: ${what.join(', ')}`;
    }),
    ...removed.map((item) => `➖ ${name(item)}`),
  ];
}

function watchName(watch: Watch, guildId: string, desk: Desk): string {
  const known = desk.watches.servers(guildId).find((server) => server.watch.id === watch.id);
  const name = shownName(watch, known?.name ?? null);
  return shownServer({ watch, name, game: null });
}

function guildWords(
  field: SetUpChange['guild'][number],
  { language, timeZone }: GuildDocument,
  t: Translate,
): string {
  return field === 'language'
    ? t(`config.language.${language ?? 'guild'}`)
    : t('config.plan.timeZone', { zone: inlineCode(timeZone ?? 'UTC', PLACE) });
}
