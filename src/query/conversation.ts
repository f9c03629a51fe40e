import type { Peer, UdpSockets } from '#transport/udpSockets.ts';
import type { Dialogue, Line } from './dialogue.ts';
import type { HostPace } from './hostPace.ts';
import { QueryError } from './queryError.ts';

export type ConversationOptions<T> = {
  sockets: UdpSockets;
  peer: Peer;
  timeoutMs: number;
  /** Silence, in ms, after which `quiet` is called, once. */
  quietMs: number;
  quiet: () => void;
  finished: (value: T) => void;
  failed: (error: QueryError) => void;
  /** Null: datagrams leave at once. */
  pace: HostPace | null;
  now: () => number;
};

/** What the loop over all conversations needs of one. */
export type Conversation = {
  begin(): void;
  /** Whether a datagram has left: one may still wait for the pace of the host. */
  hasSpoken(): boolean;
  /**
   * Does what is due: delayed datagrams, the dialogue's wake, the deadline. For `lostMs` before, this process was held up and
   * heard nothing: that time is not the server's.
   */
  tick(now: number, lostMs: number): void;
  /** Hangs up without telling anybody. */
  close(): void;
};

type Say = (datagram: Uint8Array) => void;

/** A stranger may flood us: past this many datagrams the rest of a conversation is not even looked at. */
const DATAGRAMS_HEARD = 2_000;

/**
 * Joins a dialogue to a link: the thin edge between what a protocol decides and the sockets. Exactly one of `finished`
 * and `failed` is called, once, unless it is closed before.
 */
export function openConversation<T>(
  options: ConversationOptions<T>,
  converse: (line: Line<T>) => Dialogue,
): Conversation {
  const { sockets, peer, pace, now } = options;
  const delayed: { time: number; say: Say; datagram: Uint8Array }[] = [];
  let loud = true;
  let spoken = false;
  let heard = 0;
  let wakeTime = Number.POSITIVE_INFINITY;
  let deadline = Number.POSITIVE_INFINITY;
  /** Until then we keep waiting ourselves. */
  let heldUntil = Number.NEGATIVE_INFINITY;
  /** When something was last sent or heard. */
  let busyAt = now();

  const link = sockets.link(peer, receive, () => dialogue?.refused(now()));
  const line: Line<T> = {
    send: (datagram) => speak(link.send, datagram),
    probe: (datagram) => speak(link.probe, datagram),
    wakeAt(time) {
      wakeTime = time;
    },
    pauseUntil(time) {
      busyAt = Math.max(now(), time);
      putOff(time);
      wakeTime = time;
    },
    finish: (value) => end(() => options.finished(value)),
    fail: (error) => end(() => options.failed(error)),
  };
  let dialogue: Dialogue | null = converse(line);

  function receive(datagram: Uint8Array): void {
    heard += 1;
    if (heard <= DATAGRAMS_HEARD && dialogue) {
      busyAt = now();
      dialogue.receive(datagram, busyAt);
    }
  }

  /** The deadline moves along with our own waiting; what waits side by side waits once. */
  function putOff(until: number): void {
    const from = Math.max(now(), heldUntil);
    if (until > from) {
      deadline += until - from;
      heldUntil = until;
    }
  }

  /** Sends when the host's pace allows; that waiting is not the server's. */
  function speak(say: Say, datagram: Uint8Array): number {
    const time = now();
    const leaves = pace === null ? time : pace.book(peer.address, time);
    busyAt = leaves;
    if (leaves > time) {
      putOff(leaves);
      delayed.push({ time: leaves, say, datagram });
    } else if (dialogue) {
      spoken = true;
      say(datagram);
    }
    return leaves;
  }

  function end(settle: () => void): void {
    if (dialogue) {
      dialogue = null;
      link.close();
      settle();
    }
  }

  return {
    begin() {
      busyAt = now();
      deadline = busyAt + options.timeoutMs;
      dialogue?.begin(busyAt);
    },
    hasSpoken: () => spoken,
    tick(time, lostMs) {
      deadline += lostMs;
      wakeTime += lostMs;
      busyAt += lostMs;
      for (let first = delayed[0]; dialogue && first && first.time <= time; first = delayed[0]) {
        delayed.shift();
        spoken = true;
        first.say(first.datagram);
      }
      if (loud && time - busyAt >= options.quietMs) {
        loud = false;
        options.quiet();
      }
      if (time >= deadline) {
        dialogue?.expire(time);
        line.fail(
          new QueryError('timeout', `${peer.address}:${peer.port} gave no answer in time.`),
        );
      } else if (time >= wakeTime) {
        wakeTime = Number.POSITIVE_INFINITY;
        dialogue?.wake(time);
      }
    },
    close: () => end(() => {}),
  };
}
