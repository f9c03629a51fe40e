/** What is known of an ARK server's counts, before it is weighed. */
export type ArkCountSources = {
  /** A2S_INFO players: connections, ghosts and joining players included. */
  infoPlayers: number;
  maxPlayers: number;
  /** NUMOPENPUBCONN of the rules, else of the keywords, as text; null when in neither. */
  openSlots: string | null;
  /** Entries with a name in a complete list; null when there is no complete list. */
  namedEntries: number | null;
};

/** `connecting` is null when it cannot be told. `problem` is an English line when the usual source was no good. */
export type ArkCount = { online: number; connecting: number | null; problem: string | null };

const WHOLE = /^\d{1,9}$/;

/**
 * How many people play: max - NUMOPENPUBCONN, because failed joins leave ghosts in the list and in the info count.
 * When that is missing, negative or above max: the named entries of a complete list, else the info count
 * (spec ark section 4).
 */
export function countArkPlayers(sources: ArkCountSources): ArkCount {
  const { infoPlayers, maxPlayers, openSlots, namedEntries } = sources;
  if (openSlots !== null && WHOLE.test(openSlots) && Number(openSlots) <= maxPlayers) {
    const online = maxPlayers - Number(openSlots);
    return { online, connecting: Math.max(0, infoPlayers - online), problem: null };
  }
  const why = openSlots === null ? 'not sent' : `"${openSlots}" of ${maxPlayers} slots`;
  const problem = `players: NUMOPENPUBCONN ${why}, counted by ${namedEntries === null ? 'info' : 'the list'}`;
  return { online: namedEntries ?? infoPlayers, connecting: null, problem };
}
