import type { A2sPlayers } from '#codec/a2s/players.ts';
import type { Part } from '#query/a2sAnswer.ts';
import type { ServerText } from './serverText.ts';
import type { Roster } from './snapshot.ts';

const CSGO_APP = 730;

/** CS:GO with host_players_show 1 lists one player of this name, whose score is the number of slots (spec a2s case 97). */
const isStub = (roster: Roster): boolean =>
  roster.players.length === 1 && roster.players[0]?.name === 'Max Players';

/** What info says of the game. `appId` null = not known; `isShip` = its list has The Ship's block behind it. */
type ListedGame = { appId: number | null; isShip: boolean };

/** Read without the end of its block, a list of The Ship goes on with entries made of deaths and money (spec a2s case 100). */
function withoutCutBlock(list: A2sPlayers, { isShip }: ListedGame): A2sPlayers {
  const { declared, entries, ship } = list;
  return isShip && ship === null && entries.length > declared
    ? { ...list, entries: entries.slice(0, declared), complete: false }
    : list;
}

/** The list as sent, and what it is worth (spec a2s section 0). */
export function rosterOf(part: Part<A2sPlayers>, text: ServerText, game: ListedGame): Roster {
  if (part.state !== 'answered') {
    return { state: 'unavailable', players: [] };
  }
  const { entries, complete } = withoutCutBlock(part.value, game);
  const roster: Roster = {
    state: complete ? 'complete' : 'partial',
    players: entries.map(({ name, score, seconds }) => ({
      name: text.clean(name),
      score,
      seconds,
      ping: null,
    })),
  };
  if (game.appId === CSGO_APP && isStub(roster)) {
    return { state: 'hidden', players: [] };
  }
  const nameless = roster.players.length > 0 && roster.players.every(({ name }) => name === '');
  return roster.state === 'complete' && nameless ? { ...roster, state: 'hidden' } : roster;
}
