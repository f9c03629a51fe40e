import type { APIEmbed, APISelectMenuOption } from 'discord.js';
import type { FoundServer } from '#snapshot/foundServer.ts';
import { FIND_SOURCES } from '#snapshot/findRequest.ts';
import type { FindOutcome, FoundList, ListFault } from '#snapshot/serverFinder.ts';
import { parseTarget, type Target } from '#snapshot/target.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import type { ComponentRow, Reply } from './command.ts';
import { type ColourCodes, escaped, inlineCode, plain } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { clampPage, pageButtons } from './pages.ts';
import { selectMenu } from './selectMenu.ts';
import { hostPort } from './serverAddress.ts';
import { onlineOfMax } from './serverWords.ts';

/** Servers of one page; the finder asks as many when somebody turns to it. */
export const FOUND_PER_PAGE = 10;

const NAME = 90;
const MAP = 40;
const ADDRESS = 80;
const TAGS = 60;
const CLUSTER = 40;
/** What programs tell each other in tags, such as ARK's "P2PPORT:7777", is nothing to read. */
const PAIR = /^\w+:/;
const COMMAND = 'find';
/** A button's id has room for so much beside the command. */
const LONGEST_VALUE = 80;
const BETWEEN = ' · ';

/** One page of what was found, with a menu of its servers and buttons for the other pages. */
export function foundReply(
  list: FoundList,
  { page: wanted, userId }: { page: number; userId: string },
  t: Translate,
): Reply {
  const pages = Math.max(1, Math.ceil(list.servers.length / FOUND_PER_PAGE));
  const page = clampPage(wanted, pages);
  const start = page * FOUND_PER_PAGE;
  const servers = list.servers.slice(start, start + FOUND_PER_PAGE);
  const lines = servers.map((found, at) => foundLine(found, start + at + 1, t));
  const none = list.total === 0 ? t('find.none') : null;
  const remarks = [none, ...remarksOn(list, t)].filter((line) => line !== null);
  const embed: APIEmbed = {
    title: plain(t('find.title', { source: sourceName(list.source, t) }), LIMITS.title),
    description: [lines.join('\n'), remarks.join('\n')].filter((part) => part !== '').join('\n\n'),
    color: list.complete ? COLOURS.plain : COLOURS.attention,
    footer: { text: t('find.found', { count: list.total }) },
    timestamp: new Date(list.readAt).toISOString(),
  };
  const state = { command: COMMAND, page, userId };
  const server = { kind: 'found', listId: list.id } as const;
  return {
    embeds: [embed],
    components: [...foundMenu(servers, start, t), ...pageButtons({ ...state, server }, pages, t)],
  };
}

/** A menu that shows one of these servers to who chooses it; they are numbered from `start` + 1. */
function foundMenu(servers: readonly FoundServer[], start: number, t: Translate): ComponentRow[] {
  const options = servers.flatMap((found, at) => foundChoice(found, start + at + 1));
  return selectMenu({ command: COMMAND, subject: 'server' }, t('find.choose'), options);
}

/** Why a list could not be read, in words; never "no servers". */
export function findFailure(
  { source, fault }: Extract<FindOutcome, { ok: false }>,
  t: Translate,
): Reply {
  return {
    embeds: [
      {
        title: plain(t('find.failed', { source: sourceName(source, t) }), LIMITS.title),
        description: faultWords(source, fault, t),
        color: COLOURS.attention,
      },
    ],
  };
}

/** Why a list can not be read. */
export const faultWords = (source: string, fault: ListFault, t: Translate): string =>
  t(
    source === 'registered' && fault === 'source-failed'
      ? 'find.fault.noMaster'
      : `find.fault.${fault}`,
  );

/** A list as people call it; the address of a master server as it is. */
export function sourceName(source: string, t: Translate): string {
  const name = FIND_SOURCES.find((each) => each === source);
  return name === undefined ? source : t(`find.source.${name}`);
}

/** A found server as a menu or a button carries it; null when it is too long for that. */
export function foundValue({ host, port, game }: Target): string | null {
  const value = `${game ?? ''}|${hostPort(host, port)}`;
  return value.length <= LONGEST_VALUE ? value : null;
}

/** The server behind such a value; null when it is none of ours. */
export function foundTarget(value: string): Target | null {
  const [, game = '', address] = /^([^|]*)\|(.+)$/.exec(value) ?? [];
  const parsed = address === undefined ? null : parseTarget(address, game || null);
  return parsed?.ok ? parsed.target : null;
}

function remarksOn(list: FoundList, t: Translate): (string | null)[] {
  const { complete, reason, servers, total } = list;
  return [
    complete ? null : t(reason === 'limit' ? 'find.part.limit' : 'find.part.cut'),
    total > servers.length ? t('find.shown', { count: servers.length }) : null,
  ];
}

/** Names on the list of open.mp carry colours in braces. */
const coloursOf = ({ target }: FoundServer): ColourCodes =>
  target?.game === 'openmp' ? 'braces' : null;

const countOf = ({ players, max }: FoundServer): string | null =>
  onlineOfMax({ online: players, max });

/** One server of a list in one line. */
export function foundLine(found: FoundServer, place: number, t: Translate): string {
  const name = escaped(found.name ?? '', NAME, coloursOf(found));
  const count = countOf(found);
  const facts = [
    `${place}.${found.password ? ' 🔒' : ''}${name === '' ? '' : ` **${name}**`}`,
    count === null ? null : `**${count}**`,
    escaped(found.map ?? '', MAP),
    modeOf(found, t),
    escaped(found.cluster ?? '', CLUSTER),
    escaped(found.tags.filter((tag) => !PAIR.test(tag)).join(', '), TAGS),
    inlineCode(hostPort(found.address, found.port), ADDRESS),
    found.target === null ? t('find.relay') : null,
    found.asked === 'silent' ? t('find.noAnswer') : null,
  ];
  return facts.filter((fact) => fact !== null && fact !== '').join(BETWEEN);
}

const modeOf = ({ pve }: FoundServer, t: Translate): string | null =>
  pve === null ? null : t(pve ? 'ark.pve' : 'ark.pvp');

/** A server as a menu offers it, by its place in the list; none when it cannot be asked. */
export function foundChoice(found: FoundServer, place: number): APISelectMenuOption[] {
  const { target } = found;
  if (target === null) {
    return [];
  }
  const address = hostPort(target.host, target.port);
  const value = foundValue(target);
  const name = plain(found.name ?? '', LIMITS.choiceName, coloursOf(found)) || address;
  const facts = [countOf(found), found.map, address].filter(Boolean).join(BETWEEN);
  return value === null
    ? []
    : [
        {
          value,
          label: plain(`${place}. ${name}`, LIMITS.choiceName),
          description: plain(facts, LIMITS.choiceName),
        },
      ];
}
