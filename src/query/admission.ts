import type { Peer } from '#transport/udpSockets.ts';
import { createTurns, type Leave, type Turns } from './turns.ts';

/** Who wants in. Polling waits behind people; `hostTurn` = no second such conversation with this host meanwhile. */
type Caller = { polite: boolean; hostTurn: boolean };

/** Where one conversation stands: queueing, or let in. */
export type Place = {
  /** The server keeps silent: others may begin, only this server's own queue waits on. */
  quiet(): void;
  leave(): void;
};

export type Admission = {
  /** Calls `begin` once it may talk. */
  queue(peer: Peer, caller: Caller, begin: (place: Place) => void): Place;
};

/** Receive buffer that the answers of one server (info, a list, rules) may need: 64 servers at Linux' default of 212,992. */
const BUFFER_PER_SERVER = 3_328;
const WINDOW = { least: 32, most: 1_024 };
/** So many begin before what came in is read, or the answers would pile up behind our own sending. */
const BEGIN_AT_ONCE = 32;

/**
 * Who may talk when: of those that take turns one for a host, one conversation for a server, and over all of them as many
 * as answers fit into the receive buffer (spec speed, "window").
 */
export function createAdmission(receiveBufferBytes: () => number): Admission {
  const servers = createTurns(() => 1);
  const hosts = createTurns(() => 1);
  const window = createTurns(() => windowSize(receiveBufferBytes()));
  const inBatches = createBatches(BEGIN_AT_ONCE);

  return {
    queue(peer, { polite, hostTurn }, begin) {
      const atServer: Leave[] = [];
      const elsewhere: Leave[] = [];
      let here = true;
      const step = (turns: Turns, key: string, kept: Leave[], next: () => void) => {
        kept.push(
          turns.take(key, !polite, (leave) => {
            kept.push(leave);
            next();
          }),
        );
      };
      const place: Place = {
        quiet: () => leaveAll(elsewhere),
        leave() {
          here = false;
          leaveAll(elsewhere);
          leaveAll(atServer);
        },
      };
      const beginHere = () =>
        inBatches(() => {
          if (here) {
            begin(place);
          }
        });
      const toWindow = () => step(window, '', elsewhere, beginHere);
      const toServer = () => step(servers, `${peer.address} ${peer.port}`, atServer, toWindow);
      if (hostTurn) {
        // The host comes first: who queues for it would else keep its server from a person who needs no turn there.
        step(hosts, peer.address, elsewhere, toServer);
      } else {
        toServer();
      }
      return place;
    },
  };
}

/** How many servers may be awaited at once with so much receive buffer (as the system counts it). */
export function windowSize(receiveBufferBytes: number): number {
  const fits = Math.floor(receiveBufferBytes / BUFFER_PER_SERVER);
  return Math.min(WINDOW.most, Math.max(WINDOW.least, fits));
}

function leaveAll(kept: Leave[]): void {
  for (const leave of kept.splice(0)) {
    leave();
  }
}

/** Runs what it is given, at most `atOnce` in one turn of the event loop, the rest in the turns that follow. */
function createBatches(atOnce: number): (run: () => void) => void {
  const later: (() => void)[] = [];
  let left = atOnce;
  let planned = false;

  function nextTurn(): void {
    planned = false;
    left = atOnce;
    for (const run of later.splice(0, atOnce)) {
      left -= 1;
      run();
    }
    plan();
  }
  function plan(): void {
    if (!planned && (later.length > 0 || left < atOnce)) {
      planned = true;
      setImmediate(nextTurn);
    }
  }
  return (run) => {
    if (left > 0 && later.length === 0) {
      left -= 1;
      run();
    } else {
      later.push(run);
    }
    plan();
  };
}
