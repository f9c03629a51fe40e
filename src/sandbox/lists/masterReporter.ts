import { PacketError } from '#bytes/packetError.ts';
import { decodeMasterChallenge } from '#codec/master/challenge.ts';
import { encodeHeartbeat } from '#codec/master/heartbeat.ts';
import { encodeJoin, encodeQuit } from '#codec/master/masterDatagram.ts';
import {
  type HeartbeatEngine,
  reportFields,
  type ServerReport,
} from '#codec/master/serverReport.ts';

type Peer = { readonly address: string; readonly port: number };

/** Registers a simulated server with a master by the real protocol, from the server's own socket. */
export type MasterReporter = {
  /** Joins when it is time: at the first step, and every five minutes of the given clock. */
  step(now: number): void;
  /** True when the datagram was the master's challenge, which is answered with a heartbeat. */
  receive(datagram: Uint8Array, from: Peer): boolean;
  /** Says goodbye; a later step joins again. */
  quit(): void;
};

const EVERY_MS = 5 * 60_000;

/** `send` goes out from the socket that players use: a master lists the address it hears from. */
export function createMasterReporter({
  master,
  engine,
  report,
  send,
}: {
  master: Peer;
  engine: HeartbeatEngine;
  /** What the server is like at this moment. */
  report: () => ServerReport;
  send: (datagram: Uint8Array, peer: Peer) => void;
}): MasterReporter {
  let joinedAt = Number.NEGATIVE_INFINITY;
  return {
    step(now) {
      if (now - joinedAt >= EVERY_MS) {
        joinedAt = now;
        send(encodeJoin(), master);
      }
    },
    receive(datagram, { address, port }) {
      const challenge =
        address === master.address && port === master.port ? challengeIn(datagram) : null;
      if (challenge !== null) {
        send(encodeHeartbeat(reportFields(report(), { engine, challenge })), master);
      }
      return challenge !== null;
    },
    quit() {
      joinedAt = Number.NEGATIVE_INFINITY;
      send(encodeQuit(engine === 'goldsrc' || engine === 'xash' ? 'goldsrc' : 'source'), master);
    },
  };
}

function challengeIn(datagram: Uint8Array): number | null {
  try {
    return decodeMasterChallenge(datagram).challenge;
  } catch (error) {
    if (error instanceof PacketError) {
      return null;
    }
    throw error;
  }
}
