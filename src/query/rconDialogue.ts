import { packetErrorOf } from '#bytes/packetError.ts';
import { readHeader, type SampTarget } from '#codec/samp/header.ts';
import { encodePing } from '#codec/samp/ping.ts';
import {
  decodeRconLine,
  encodeRconCommand,
  RCON_REFUSAL,
  type RconCommand,
} from '#codec/samp/rcon.ts';
import type { Dialogue, Line } from './dialogue.ts';
import type { SampPacing } from './sampPacing.ts';

/** What a console command came to, lines as raw bytes. */
export type RconOutput =
  | {
      outcome: 'answered';
      lines: Uint8Array[];
      /** True when there was more than is kept, or no end of it. */
      cut: boolean;
    }
  /** The server says that the password is wrong. */
  | { outcome: 'wrong-password' }
  /**
   * No line came: RCON is off, this machine is banned, the command prints nothing, or a datagram was lost; nothing tells
   * which (spec samp section 6). `reachable` = the server answers pings.
   */
  | { outcome: 'silent'; reachable: boolean }
  /** Nothing listens on the port. */
  | { outcome: 'refused' };

/** How long the console is listened to, in ms. */
export type RconPatience = {
  /** For the first line. */
  firstLineMs: number;
  /** After a line, for another one: there is no end mark. */
  quietMs: number;
  /** For the answer to a ping when no line came. */
  pingMs: number;
};

export type RconQuestion = RconCommand & {
  peer: SampTarget;
  pacing: SampPacing;
  patience: RconPatience;
  pingPayload: Uint8Array;
};

const MOST_LINES = 1_000;
const MOST_BYTES = 256 * 1024;

/** Sends one command, once: commands are not idempotent, so nothing is ever repeated. */
export function rconDialogue(line: Line<RconOutput>, question: RconQuestion): Dialogue {
  const { peer, pacing, patience, pingPayload } = question;
  const lines: Uint8Array[] = [];
  let bytes = 0;
  let state: 'booked' | 'asked' | 'pinged' = 'booked';

  function ask(): void {
    state = 'asked';
    line.wakeAt(line.send(encodeRconCommand(peer, question)) + patience.firstLineMs);
  }

  function ping(now: number): void {
    const datagram = encodePing(peer, pingPayload);
    state = 'pinged';
    line.probe(datagram);
    line.wakeAt(line.send(datagram) + patience.pingMs);
    pacing.host.book(peer.address, now);
  }

  function conclude(cut: boolean): void {
    line.finish(
      lines.length > 0
        ? { outcome: 'answered', lines, cut }
        : { outcome: 'silent', reachable: false },
    );
  }

  function hear(heard: Uint8Array, now: number): void {
    if (lines.length === 0 && Buffer.from(heard).toString('latin1') === RCON_REFUSAL) {
      line.finish({ outcome: 'wrong-password' });
      return;
    }
    lines.push(heard);
    bytes += heard.length;
    if (lines.length >= MOST_LINES || bytes >= MOST_BYTES) {
      conclude(true);
    } else {
      line.wakeAt(now + patience.quietMs);
    }
  }

  return {
    begin(now) {
      const at = pacing.host.book(peer.address, now);
      if (at <= now) {
        ask();
      } else {
        line.pauseUntil(at);
      }
    },
    receive(datagram, now) {
      const opcode = readHeader(datagram)?.opcode;
      if (opcode === 'p' && state === 'pinged' && lines.length === 0) {
        line.finish({ outcome: 'silent', reachable: true });
      } else if (opcode === 'x' && state !== 'booked') {
        // A cut line is left out, like one that was lost.
        packetErrorOf(() => hear(decodeRconLine(datagram), now));
      }
    },
    wake(now) {
      if (state === 'booked') {
        ask();
      } else if (state === 'asked' && lines.length === 0) {
        ping(now);
      } else {
        conclude(false);
      }
    },
    refused() {
      if (lines.length === 0) {
        line.finish({ outcome: 'refused' });
      }
    },
    expire: () => conclude(true),
  };
}
