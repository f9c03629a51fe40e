import type { Snapshot } from '#snapshot/snapshot.ts';
import type { RosterBaseline } from '#store/serverDocument.ts';

/** Names of who came and went; a name stands once for each player who has it. */
export type RosterChange = { joined: string[]; left: string[] };

type Session = RosterBaseline['players'][number];

/** Rounding of connect times, in seconds: less than this backwards is no new session. */
const CLOCK_SLACK_SECONDS = 1;

/**
 * The people on a server, for comparing: null unless the list is complete. Entries without a name are left out (still
 * connecting, or ghosts, spec a2s cases 90 and 91), and so are bots where a game marks them by having no connect time (case
 * 95). Most games only say how many bots there are, not which entries they are (case 96): those bots stay in.
 */
export function rosterBaseline(snapshot: Snapshot, at: number): RosterBaseline | null {
  if (snapshot.state !== 'online' || snapshot.roster.state !== 'complete') {
    return null;
  }
  const named = snapshot.roster.players.filter(({ name }) => name.trim() !== '');
  const timeless = named.filter(({ seconds }) => seconds === null).length;
  const marked = timeless > 0 && timeless <= (snapshot.players.bots ?? 0);
  return {
    at,
    map: snapshot.map,
    players: named
      .filter(({ seconds }) => !(marked && seconds === null))
      .map(({ name, seconds }) => ({ name, seconds })),
  };
}

const byName = (sessions: readonly Session[]) => Map.groupBy(sessions, ({ name }) => name);

const longestFirst = (sessions: readonly Session[]) =>
  [...sessions].sort((a, b) => (b.seconds ?? -1) - (a.seconds ?? -1));

/** A player's time only grows while online (spec a2s case 95); where no times are told, the name is all there is. */
const goesOn = (before: Session, after: Session): boolean =>
  before.seconds === null ||
  after.seconds === null ||
  after.seconds >= before.seconds - CLOCK_SLACK_SECONDS;

/** Finds for each session of one name the one that goes on from it; the longest has the fewest candidates, so it chooses first. */
function pair(before: readonly Session[], after: readonly Session[]) {
  const came = longestFirst(after);
  const left = longestFirst(before).filter((session) => {
    const found = came.findIndex((candidate) => goesOn(session, candidate));
    if (found !== -1) {
      came.splice(found, 1);
    }
    return found === -1;
  });
  return { came, left };
}

/**
 * The multiset difference of two complete rosters, keyed by name and connect time: a shorter time under the same name is
 * somebody who left and came back. null after a restart: at least two names stayed and all their times began anew.
 */
export function rosterChange(before: RosterBaseline, after: RosterBaseline): RosterChange | null {
  const [were, are] = [byName(before.players), byName(after.players)];
  const change: RosterChange = { joined: [], left: [] };
  let stayed = 0;
  let again = 0;
  for (const name of new Set([...were.keys(), ...are.keys()])) {
    const [old, now] = [were.get(name) ?? [], are.get(name) ?? []];
    const { came, left } = pair(old, now);
    stayed += now.length - came.length;
    again += Math.min(came.length, left.length);
    change.joined.push(...came.map(() => name));
    change.left.push(...left.map(() => name));
  }
  return stayed === 0 && again >= 2 ? null : change;
}
