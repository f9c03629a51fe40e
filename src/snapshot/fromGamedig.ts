import type { GamedigAnswer, GamedigPlayer } from '#query/gamedigAnswer.ts';
import { blankSnapshot } from './blankSnapshot.ts';
import type { Game } from './game.ts';
import { withoutControls } from './serverText.ts';
import type { Roster, Snapshot } from './snapshot.ts';
import type { Target } from './target.ts';

const clean = (text: string | null): string | null =>
  text === null ? null : withoutControls(text);

/** What the list is worth: gamedig gives an empty one both for "nobody is on" and for "not published". */
function rosterOf(players: readonly GamedigPlayer[], online: number | null, game: Game): Roster {
  const entries = players.map((player) => ({ ...player, name: withoutControls(player.name) }));
  const people = online ?? entries.length;
  if (entries.length === 0) {
    const hidden = game.withholds.includes('names') ? 'hidden' : 'unavailable';
    return { state: people === 0 && online !== null ? 'complete' : hidden, players: [] };
  }
  if (entries.every((entry) => entry.name === '')) {
    return { state: 'hidden', players: entries };
  }
  return { state: entries.length < people ? 'partial' : 'complete', players: entries };
}

/** The Snapshot of a game that was asked through gamedig. `game` is the row whose id is the gamedig type. */
export function fromGamedig(answer: GamedigAnswer, game: Game, target: Target): Snapshot {
  return {
    ...blankSnapshot(target),
    protocol: game.id,
    name: clean(answer.name),
    map: clean(answer.map),
    version: clean(answer.version),
    players: { online: answer.online, max: answer.max, bots: answer.bots, connecting: null },
    roster: rosterOf(answer.players, answer.online, game),
    rules: {
      state: Object.keys(answer.rules).length > 0 ? 'complete' : 'unavailable',
      values: answer.rules,
    },
    password: answer.password,
    gamePort: answer.gamePort,
    pingMs: answer.pingMs,
  };
}
