import { TransportError } from '#transport/transportError.ts';
import type { Peer, UdpSockets } from '#transport/udpSockets.ts';
import { createAdmission, type Place } from './admission.ts';
import { type Conversation, openConversation } from './conversation.ts';
import type { Dialogue, Line } from './dialogue.ts';
import { createHostPace, type HostPace } from './hostPace.ts';
import { QueryError } from './queryError.ts';

type HoldOptions = {
  /** From the first datagram to the end of everything, in ms; waiting for a turn or for the pace is not counted. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Polling: at most 3 datagrams a second to one host, and people's questions go first. */
  polite?: boolean | undefined;
  /** The dialogue keeps the host's pace by itself, polling or not: one at a time, and what it sends leaves at once. */
  ownPace?: boolean | undefined;
  /** Silence after which a server no longer takes up room in the window, in ms. */
  quietMs?: number | undefined;
};

export type Conversations = {
  /**
   * Talks to one server as the dialogue wants. Rejects with QueryError: the dialogue's own, "aborted", or "not-asked" when
   * the signal fires with a TimeoutError before anything was sent.
   */
  hold<T>(peer: Peer, options: HoldOptions, speak: (line: Line<T>) => Dialogue): Promise<T>;
  readonly now: () => number;
  /** What all polling sends to one host; also for dialogues that book by themselves. */
  readonly pace: HostPace;
  counters(): { waiting: number; open: number };
  /** Ends all of them with "aborted", and every one asked for later. The sockets stay open. */
  close(): void;
};

/**
 * One conversation, waiting for its place or open; empty once it has ended. Grown-out tables of a Map or Set keep what
 * they held until the next full collection, so what they hold must lead nowhere by then: at a thousand servers a round
 * that is most of the memory.
 */
type Held = { conversation: Conversation | null; giveUp: ((error: QueryError) => void) | null };

/** Precision of every waiting time, in ms. One coarse interval is cheaper than a timer for each datagram. */
const TICK_MS = 20;
/**
 * A tick that comes so much too late (ms) says that the process was held up, by a busy machine or a sleeping one. What came in
 * meanwhile is read only after it, so nobody is late by that time.
 */
const HELD_UP_MS = 200;
/** Silence after which a server no longer takes up room in the window, when nothing better is known of it, in ms. */
export const QUIET_MS = 250;

/**
 * Conversations on shared sockets: those with one server queue, over all servers a window bounds how many are awaited,
 * and a silent server gives its place away while it is still listened to. `now` in ms, must not jump.
 */
export function openConversations({
  sockets,
  now = () => performance.now(),
  pace = createHostPace(),
}: {
  sockets: UdpSockets;
  now?: () => number;
  pace?: HostPace;
}): Conversations {
  const admission = createAdmission(sockets.receiveBufferBytes);
  const all = new Set<Held>();
  const open = new Set<Conversation>();
  let interval: NodeJS.Timeout | undefined;
  let closed = false;
  let tickedAt = now();

  // Runs only while somebody is talked to, so it keeps no idle process alive.
  function tick(): void {
    const time = now();
    const late = time - tickedAt - TICK_MS;
    tickedAt = time;
    // Behind the reading: who has answered by now is not silent, however late this process comes to look.
    setImmediate(judge, time, late > HELD_UP_MS ? late : 0);
  }

  function judge(time: number, lostMs: number): void {
    for (const conversation of open) {
      conversation.tick(time, lostMs);
    }
    if (open.size === 0) {
      clearInterval(interval);
      interval = undefined;
    }
  }

  function hold<T>(
    peer: Peer,
    options: HoldOptions,
    speak: (line: Line<T>) => Dialogue,
  ): Promise<T> {
    const { signal, timeoutMs, polite = false, ownPace = false, quietMs = QUIET_MS } = options;
    if (closed || signal?.aborted) {
      return Promise.reject(aborted(peer, signal?.reason));
    }
    let pending: PromiseWithResolvers<T> | null = Promise.withResolvers<T>();
    const { promise } = pending;
    let place: Place | undefined;

    function end(settle: (ending: PromiseWithResolvers<T>) => void): void {
      const ending = pending;
      pending = null;
      if (ending) {
        signal?.removeEventListener('abort', abort);
        all.delete(held);
        if (held.conversation) {
          held.conversation.close();
          open.delete(held.conversation);
        }
        held.conversation = null;
        held.giveUp = null;
        place?.leave();
        settle(ending);
      }
    }
    const finished = (value: T) => end(({ resolve }) => resolve(value));
    const failed = (error: unknown) => end(({ reject }) => reject(error));
    const held: Held = { conversation: null, giveUp: failed };
    const abort = () => {
      const isUnheard = isTimeOver(signal?.reason) && !held.conversation?.hasSpoken();
      failed((isUnheard ? notAsked : aborted)(peer, signal?.reason));
    };

    function begin(mine: Place): void {
      place = mine;
      const quiet = mine.quiet;
      const paced = polite && !ownPace ? pace : null;
      try {
        held.conversation = openConversation<T>(
          { sockets, peer, timeoutMs, quietMs, quiet, finished, failed, pace: paced, now },
          speak,
        );
      } catch (error) {
        failed(stopped(error) ? aborted(peer, error) : error);
        return;
      }
      open.add(held.conversation);
      if (interval === undefined) {
        tickedAt = now();
        interval = setInterval(tick, TICK_MS);
      }
      held.conversation.begin();
    }

    signal?.addEventListener('abort', abort, { once: true });
    all.add(held);
    place = admission.queue(peer, { polite, hostTurn: polite || ownPace }, begin);
    return promise;
  }

  return {
    hold,
    now,
    pace,
    counters: () => ({ waiting: all.size - open.size, open: open.size }),
    close() {
      closed = true;
      for (const { giveUp } of all) {
        giveUp?.(new QueryError('aborted', 'The program is stopping.'));
      }
    },
  };
}

function aborted(peer: Peer, cause: unknown): QueryError {
  return new QueryError('aborted', `Asking ${peer.address}:${peer.port} was given up.`, { cause });
}

function notAsked({ address, port }: Peer, cause: unknown): QueryError {
  const message = `${address}:${port} was not asked: too many questions to ${address} wait for their turn. Try again later.`;
  return new QueryError('not-asked', message, { cause });
}

const isTimeOver = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError';

/** Sockets that are closed while somebody queues are a program that stops; anything else is a fault of ours. */
function stopped(error: unknown): boolean {
  return error instanceof TransportError && error.kind === 'closed';
}
