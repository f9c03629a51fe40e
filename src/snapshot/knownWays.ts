import type { Way } from './candidates.ts';
import { findGame } from './games.ts';
import { createRecent } from './recent.ts';

/** Where a server answered, as its Snapshot tells it. */
type Place = { protocol?: string | null | undefined; port: number };

/** Where a server answered last, by serverKey, from what outlives this process; null = not known. */
export type KnownPlace = (key: string) => Promise<Place | null>;

/** What fitted before, so that the neighbours of a server are not searched again. */
export type KnownWays = {
  get(key: string): Promise<Way | null>;
  set(key: string, way: Way): void;
};

/** Remembers up to `limit` servers; one it does not know is looked up with `knownPlace`, also after a restart. */
export function createKnownWays(limit: number, knownPlace?: KnownPlace): KnownWays {
  const ways = createRecent<Way>(limit);

  /** A store that cannot be read costs a search, not the answer. */
  async function fromBefore(key: string): Promise<Way | null> {
    const place = await knownPlace?.(key).catch(() => null);
    return place ? wayTo(place) : null;
  }

  return {
    get: async (key) => ways.get(key) ?? fromBefore(key),
    set: (key, way) => ways.set(key, way),
  };
}

/** Null when the place tells no protocol that can be asked. */
function wayTo({ protocol, port }: Place): Way | null {
  if (protocol === 'source' || protocol === 'goldsrc') {
    return { protocol: 'a2s', game: null, port };
  }
  const game = protocol === null || protocol === undefined ? null : findGame(protocol);
  return game === null
    ? null
    : { protocol: game.protocol, game: game.protocol === 'gamedig' ? game : null, port };
}
