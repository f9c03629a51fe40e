import type { APIEmbed, ApplicationCommandOptionChoiceData } from 'discord.js';
import { targetOf } from '#monitor/watchedServers.ts';
import { searchGames } from '#snapshot/games.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import {
  type ParsedTarget,
  parseTarget,
  type Target,
  type TargetProblem,
} from '#snapshot/target.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { clean, inlineCode, plain } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { type PageServer, pageServer, pageTarget } from './pages.ts';
import { hostPort } from './serverAddress.ts';
import { statusEmbed } from './statusEmbed.ts';
import type { StatusPicture } from './statusFace.ts';
import type { WatchedServer } from './watchMemory.ts';

/** The server a person means: one that is watched, or any address. */
export type LookUp = { target: Target; watch: WatchedServer['watch'] | null };

type Choice = ApplicationCommandOptionChoiceData<string>;

const GIVEN = 100;
const ADDRESS_IN_CHOICE = 60;
/** Host names up to this fit into a page button beside everything else. */
const HOST_IN_BUTTON = 45;

/**
 * Reads the options "server", "game" and "encoding". The server is the id of a watch (what autocompletion fills in), or an address;
 * a game or an encoding that is named overrides the watch's.
 */
export function readLookUp(
  server: string,
  game: string | null,
  watched: readonly WatchedServer[],
  encoding: string | null = null,
): { ok: true; lookUp: LookUp } | { ok: false; problem: TargetProblem } {
  const watch = watched.find((known) => known.watch.id === server.trim())?.watch ?? null;
  const parsed: ParsedTarget =
    watch === null
      ? parseTarget(server, game, encoding)
      : parseTarget(
          hostPort(watch.target.host, watch.target.port),
          game ?? watch.target.game,
          encoding ?? watch.target.encoding,
        );
  return parsed.ok ? { ok: true, lookUp: { target: parsed.target, watch } } : parsed;
}

/** The server behind a page button; null when it was a watch that is gone. */
export function lookUpOfPage(
  server: PageServer | null,
  watched: readonly WatchedServer[],
): LookUp | null {
  if (server === null || server.kind === 'found') {
    return null;
  }
  if (server.kind === 'address') {
    return { target: pageTarget(server), watch: null };
  }
  const watch = watched.find((known) => known.watch.id === server.watchId)?.watch;
  return watch === undefined ? null : { target: targetOf(watch), watch };
}

/** How a page button names the server it belongs to. */
export function serverOfPage({ watch }: LookUp, snapshot: Snapshot): PageServer {
  return watch === null
    ? pageServer(snapshot, HOST_IN_BUTTON)
    : { kind: 'watch', watchId: watch.id };
}

/** Says what is wrong with an address as typed, and what to type instead. */
export const targetProblemWords = ({ kind, given }: TargetProblem, t: Translate): string =>
  t(`target.${kind}`, { given: inlineCode(given, GIVEN) });

/** The same as an answer of its own. */
export const targetProblemEmbed = (problem: TargetProblem, t: Translate): APIEmbed => ({
  title: t('target.title'),
  description: targetProblemWords(problem, t),
  color: COLOURS.attention,
});

/** What is known of a server from watching it. */
export type Known = Pick<StatusPicture, 'lastSeen' | 'downSince'>;

/** The state of a server that somebody looks up now; when it is silent, the likely cause and what was tried. */
export function lookUpEmbed(
  snapshot: Snapshot,
  known: Known | null,
  { now, joinUrl }: { now: () => number; joinUrl: string | null },
  t: Translate,
): APIEmbed {
  const seen = known ?? { lastSeen: null };
  return statusEmbed({ snapshot, availability: null, ...seen, checkedAt: now(), joinUrl }, t);
}

/** Watched servers whose name or address has what was typed, those that begin with it first. */
export function serverChoices(typed: string, watched: readonly WatchedServer[]): Choice[] {
  const wanted = clean(typed).toLowerCase();
  return watched
    .map((server) => ({ value: server.watch.id, name: choiceName(server) }))
    .filter((choice) => choice.name.toLowerCase().includes(wanted))
    .sort(
      (a, b) =>
        Number(b.name.toLowerCase().startsWith(wanted)) -
        Number(a.name.toLowerCase().startsWith(wanted)),
    )
    .slice(0, LIMITS.choices);
}

/** The watched server that was meant: by id as autocompletion gives it, else by address or name as typed, when only one fits. */
export function findWatched(
  typed: string,
  watched: readonly WatchedServer[],
): WatchedServer | null {
  const wanted = clean(typed).toLowerCase();
  const byId = watched.find(({ watch }) => watch.id === wanted);
  const meant = watched.filter((server) =>
    [hostPort(server.watch.target.host, server.watch.target.port), server.name ?? '']
      .concat(choiceName(server))
      .some((text) => text !== '' && clean(text).toLowerCase() === wanted),
  );
  return byId ?? (meant.length === 1 ? (meant[0] ?? null) : null);
}

/** "Name (HOST:PORT)"; two servers of one name differ in their address, so the name gives way when both are too long. */
export function choiceName({ watch, name }: WatchedServer): string {
  const address = plain(hostPort(watch.target.host, watch.target.port), ADDRESS_IN_CHOICE);
  const room = LIMITS.choiceName - address.length - ' ()'.length;
  const shown = plain(name ?? '', room);
  return shown === '' ? address : `${shown} (${address})`;
}

/** Games that fit what was typed. */
export function gameChoices(typed: string): Choice[] {
  return searchGames(typed, LIMITS.choices).map((game) => ({
    name: plain(game.name, LIMITS.choiceName),
    value: game.id,
  }));
}
