import type { A2sPlayers } from '#codec/a2s/players.ts';
import type { Part } from '#query/a2sAnswer.ts';
import type { ServerText } from './serverText.ts';
import type { Roster } from './snapshot.ts';

const CSGO_APP = 730;

/** CS:GO with host_players_show 1 lists one player of this name, whose score is the number of slots (spec a2s case 97). */
const isStub = (roster: Roster): boolean =>
  roster.players.length === 1 && roster.players[0]?.name === 'Max Players';

/**
 * The list as sent, and what it is worth (spec a2s section 0). `appId` null = not known.
 */
export function rosterOf(part: Part<A2sPlayers>, text: ServerText, appId: number | null): Roster {
  if (part.state !== 'answered') {
    return { state: 'unavailable', players: [] };
  }
  const roster: Roster = {
    state: part.value.complete ? 'complete' : 'partial',
    players: part.value.entries.map(({ name, score, seconds }) => ({
      name: text.clean(name),
      score,
      seconds,
      ping: null,
    })),
  };
  if (appId === CSGO_APP && isStub(roster)) {
    return { state: 'hidden', players: [] };
  }
  const nameless = roster.players.length > 0 && roster.players.every(({ name }) => name === '');
  return roster.state === 'complete' && nameless ? { ...roster, state: 'hidden' } : roster;
}
