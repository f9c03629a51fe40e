import { addressKey, type ServerAddress } from '#codec/master/address.ts';

/** Which servers are to be asked back, and when. Times in ms. */
export type Verification = {
  /** Ask this server at this time; one that is known keeps its own time. */
  want(server: ServerAddress, at: number): void;
  /** A quit came: ask now, unless that was done a moment ago. */
  doubt(server: ServerAddress, now: number): void;
  /** Servers whose time has come, at most as many as may be asked at once; each has to be settled. */
  due(now: number): ServerAddress[];
  /** The outcome. True: it was asked because of a quit. */
  settled(server: ServerAddress, answered: boolean, now: number): boolean;
  forget(server: ServerAddress): void;
};

type Place = {
  server: ServerAddress;
  /** When to ask. */
  at: number;
  /** Being asked; null when not. `doubted`: that question began after a quit. */
  asking: { doubted: boolean } | null;
  doubted: boolean;
  doubtedAt: number;
};

const EVERY_MS = 5 * 60_000;
/** A server that starts up sends heartbeats before it answers. */
const SILENT_AGAIN_MS = 60_000;
const DOUBT_AGAIN_MS = 30_000;
const AT_ONCE = 256;

/** Asks at the first heartbeat, then every five minutes; a silent server a minute later (spec master section 6). */
export function createVerification(): Verification {
  const places = new Map<number, Place>();
  let asking = 0;

  function place(server: ServerAddress, at: number): Place {
    const key = addressKey(server);
    const known = places.get(key);
    const { address, port } = server;
    if (known !== undefined) {
      return known;
    }
    const made = { at, asking: null, doubted: false, doubtedAt: Number.NEGATIVE_INFINITY };
    const added: Place = { ...made, server: { address, port } };
    places.set(key, added);
    return added;
  }

  return {
    want(server, at) {
      place(server, at);
    },
    doubt(server, now) {
      const doubted = place(server, now);
      if (!doubted.doubted && now - doubted.doubtedAt >= DOUBT_AGAIN_MS) {
        doubted.doubted = true;
        doubted.doubtedAt = now;
        doubted.at = Math.min(doubted.at, now);
      }
    },
    due(now) {
      const due: ServerAddress[] = [];
      for (const waiting of places.values()) {
        if (asking >= AT_ONCE) {
          break;
        }
        if (waiting.at <= now && waiting.asking === null) {
          waiting.asking = { doubted: waiting.doubted };
          asking += 1;
          due.push(waiting.server);
        }
      }
      return due;
    },
    settled(server, answered, now) {
      asking -= 1;
      const settled = places.get(addressKey(server));
      if (settled === undefined) {
        return false;
      }
      const looked = settled.asking?.doubted ?? false;
      settled.asking = null;
      if (settled.doubted && !looked) {
        // The quit came while it was being asked: an answer from before says nothing.
        settled.at = now;
        return false;
      }
      settled.doubted = false;
      settled.at = now + (answered ? EVERY_MS : SILENT_AGAIN_MS);
      return looked;
    },
    forget(server) {
      places.delete(addressKey(server));
    },
  };
}
