import type { Peer } from '#transport/udpSockets.ts';
import { createTurns, type Leave } from './turns.ts';

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
/**
 * So many begin before what came in is read. A turn of the event loop reads 32 datagrams of a socket at most and a server answers
 * with four, so with more of them answers pile up behind our own sending until their servers seem silent.
 */
const BEGIN_AT_ONCE = 8;

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
      const urgent = !polite;
      const leave = { host: nothing, server: nothing, window: nothing };
      let here = true;
      const place: Place = {
        quiet() {
          leave.host();
          leave.window();
        },
        leave() {
          here = false;
          place.quiet();
          leave.server();
        },
      };
      const beginHere = () => {
        if (here) {
          begin(place);
        }
      };
      const intoWindow = (leaveServer: Leave) => {
        leave.server = leaveServer;
        leave.window = window.take('', urgent, (leaveWindow) => {
          leave.window = leaveWindow;
          inBatches(beginHere);
        });
      };
      const toServer = (leaveHost: Leave) => {
        leave.host = leaveHost;
        leave.server = servers.take(`${peer.address} ${peer.port}`, urgent, intoWindow);
      };
      if (hostTurn) {
        // The host comes first: who queues for it would else keep its server from a person who needs no turn there.
        leave.host = hosts.take(peer.address, urgent, toServer);
      } else {
        toServer(nothing);
      }
      return place;
    },
  };
}

const nothing: Leave = () => {};

/** How many servers may be awaited at once with so much receive buffer (as the system counts it). */
export function windowSize(receiveBufferBytes: number): number {
  const fits = Math.floor(receiveBufferBytes / BUFFER_PER_SERVER);
  return Math.min(WINDOW.most, Math.max(WINDOW.least, fits));
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
