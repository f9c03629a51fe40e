import type { ApplicationCommandOptionChoiceData, Role } from 'discord.js';
import type { Desk, Reply } from '#discord/command.ts';
import { durationWords } from '#discord/durationWords.ts';
import { clean, inlineCode } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { findWatched } from '#discord/lookUp.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { fitsPattern } from '#monitor/namePattern.ts';
import { USUAL_COOLDOWN_MS } from '#monitor/watchRules.ts';
import type { Watch } from '#store/guildDocument.ts';
import { LONGEST_COOLDOWN_MS, LONGEST_PATTERN, MOST_ALERTS } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';
import {
  type Ask,
  changeWatches,
  done,
  problem,
  shownServer,
  type Typing,
  wantedWatch,
} from './managers.ts';
import { readPattern } from './playerPattern.ts';
import { readSpan } from './spanOption.ts';
import { roleProblem } from './placeProblems.ts';

const SHOWN = 70;

type Wish = { server: WatchedServer; role: Role | null; cooldownMs: number };

/** /alerts add players: when so many are on. */
export async function addPlayers(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const wish = readWish(ask, desk, t);
  if (typeof wish === 'string') {
    return problem(wish);
  }
  const { server, role, cooldownMs } = wish;
  const atLeast = ask.options.getInteger('at_least', true);
  const below = ask.options.getInteger('below') ?? atLeast;
  if (below > atLeast) {
    return problem(t('alerts.badBelow', { count: atLeast }));
  }
  const threshold = { atLeast, below, roleId: role?.id ?? null, cooldownMs };
  const said = [
    t('alerts.players', { server: shownServer(server), count: atLeast }),
    t('alerts.again', { below, cooldown: durationWords(cooldownMs, t) }),
  ];
  return add(ask, desk, t, wish, said, {
    isThere: ({ thresholds }) => thresholds.some((one) => one.atLeast === atLeast),
    withIt: (watch) => ({
      ...watch,
      thresholds: [...watch.thresholds, threshold].sort((a, b) => a.atLeast - b.atLeast),
    }),
  });
}

/** /alerts add player: when somebody of that name comes. */
export async function addPlayer(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const wish = readWish(ask, desk, t);
  if (typeof wish === 'string') {
    return problem(wish);
  }
  const { server, role, cooldownMs } = wish;
  const typed = ask.options.getString('name') ?? '';
  const read = readPattern(typed, t);
  if (!read.ok) {
    return problem(read.problem);
  }
  const { pattern } = read;
  const said = [
    t('alerts.player', { server: shownServer(server), player: inlineCode(pattern, SHOWN) }),
    t('alerts.pause', { cooldown: durationWords(cooldownMs, t) }),
  ];
  const named = { pattern, roleId: role?.id ?? null, cooldownMs };
  const same = pattern.toLowerCase();
  return add(ask, desk, t, wish, said, {
    isThere: ({ namedPlayers }) => namedPlayers.some((one) => one.pattern.toLowerCase() === same),
    withIt: (watch) => ({ ...watch, namedPlayers: [...watch.namedPlayers, named] }),
  });
}

/** Who is on that server now, those that begin with what was typed first; and what was typed. */
export function playerChoices(
  { guildId, options }: Typing,
  desk: Desk,
): ApplicationCommandOptionChoiceData<string>[] {
  const server = findWatched(options.getString('server') ?? '', desk.watches.servers(guildId));
  const typed = clean(options.getFocused());
  const wanted = typed.toLowerCase();
  const isFirst = (name: string) => Number(name.toLowerCase().startsWith(wanted));
  const here = (server === null ? [] : desk.watches.players(guildId, server.watch.id))
    // A name that is not what can be seen of it would not be found again.
    .filter((name) => name.length <= LONGEST_PATTERN && fitsPattern(name, clean(name)))
    .map((name) => clean(name))
    .filter((name) => name.toLowerCase().includes(wanted))
    .sort((a, b) => isFirst(b) - isFirst(a) || a.localeCompare(b))
    .slice(0, LIMITS.choices - 1);
  return [...new Set([...here, typed])]
    .filter((name) => name !== '' && name.length <= LONGEST_PATTERN)
    .map((name) => ({ name, value: name }));
}

/** What both kinds have; a sentence when something is in the way. */
function readWish(ask: Ask, desk: Desk, t: Translate): Wish | string {
  const server = wantedWatch(ask, desk);
  if (server === null) {
    return t('watch.unknown');
  }
  const role = ask.options.getRole('role');
  const deaf = role && roleProblem(ask, role, server.watch.noticeChannelId, t);
  if (deaf) {
    return deaf;
  }
  const typed = ask.options.getString('cooldown');
  const span = typed === null ? USUAL_COOLDOWN_MS : readSpan(typed, LONGEST_COOLDOWN_MS, t);
  return typeof span === 'string' ? span : { server, role, cooldownMs: span };
}

async function add(
  ask: Ask,
  desk: Desk,
  t: Translate,
  { server, role }: Wish,
  said: readonly string[],
  alert: { isThere: (watch: Watch) => boolean; withIt: (watch: Watch) => Watch },
): Promise<Reply> {
  const { watches } = await desk.store.guilds.get(ask.guildId);
  const watch = watches.find(({ id }) => id === server.watch.id);
  if (watch === undefined) {
    return problem(t('watch.unknown'));
  }
  if (alert.isThere(watch)) {
    return problem(t('alerts.exists'));
  }
  if (watch.thresholds.length + watch.namedPlayers.length >= MOST_ALERTS) {
    return problem(t('settings.full', { count: MOST_ALERTS }));
  }
  await changeWatches(ask.guildId, [server], desk, (before) =>
    alert.isThere(before) ? before : alert.withIt(before),
  );
  const ping = role === null ? [] : [t('alerts.pings', { role: `<@&${role.id}>` })];
  return done([said[0], ...ping, ...said.slice(1)].join('\n'));
}
