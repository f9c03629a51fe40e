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
  /** Talks to one server as the dialogue wants. Rejects with QueryError: the dialogue's own, or "aborted". */
  hold<T>(peer: Peer, options: HoldOptions, speak: (line: Line<T>) => Dialogue): Promise<T>;
  readonly now: () => number;
  /** What all polling sends to one host; also for dialogues that book by themselves. */
  readonly pace: HostPace;
  counters(): { waiting: number; open: number };
  /** Ends all of them with "aborted", and every one asked for later. The sockets stay open. */
  close(): void;
};

/** Precision of every waiting time, in ms. One coarse interval is cheaper than a timer for each datagram. */
const TICK_MS = 20;
const QUIET_MS = 250;

/**
 * Conversations on shared sockets: those with one server queue, over all servers a window bounds how many are awaited,
 * and a silent server gives its place away while it is still listened to. `now` in ms, must not jump.
 */
export function openConversations({
  sockets,
  now = () => performance.now(),
}: {
  sockets: UdpSockets;
  now?: () => number;
}): Conversations {
  const admission = createAdmission(sockets.receiveBufferBytes);
  const pace = createHostPace();
  const open = new Set<Conversation>();
  const giveUps = new Set<(error: QueryError) => void>();
  let interval: NodeJS.Timeout | undefined;
  let closed = false;

  // Runs only while somebody is talked to, so it keeps no idle process alive.
  function tick(): void {
    const time = now();
    for (const conversation of open) {
      conversation.tick(time);
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
    // Null once it has ended. Grown-out tables of a Map or Set keep what they held until the next full collection, so
    // nothing they hold may lead to an answer: at a thousand servers a round that is most of the memory.
    let pending: PromiseWithResolvers<T> | null = Promise.withResolvers<T>();
    const { promise } = pending;
    let place: Place | undefined;
    let conversation: Conversation | undefined;

    function end(settle: (ending: PromiseWithResolvers<T>) => void): void {
      const ending = pending;
      pending = null;
      if (ending) {
        signal?.removeEventListener('abort', abort);
        giveUps.delete(failed);
        if (conversation) {
          conversation.close();
          open.delete(conversation);
          conversation = undefined;
        }
        place?.leave();
        settle(ending);
      }
    }
    const finished = (value: T) => end(({ resolve }) => resolve(value));
    const failed = (error: unknown) => end(({ reject }) => reject(error));
    const abort = () => failed(aborted(peer, signal?.reason));

    function begin(mine: Place): void {
      place = mine;
      const quiet = mine.quiet;
      const paced = polite && !ownPace ? pace : null;
      try {
        conversation = openConversation<T>(
          { sockets, peer, timeoutMs, quietMs, quiet, finished, failed, pace: paced, now },
          speak,
        );
      } catch (error) {
        failed(stopped(error) ? aborted(peer, error) : error);
        return;
      }
      open.add(conversation);
      interval ??= setInterval(tick, TICK_MS);
      conversation.begin();
    }

    signal?.addEventListener('abort', abort, { once: true });
    giveUps.add(failed);
    place = admission.queue(peer, { polite, hostTurn: polite || ownPace }, begin);
    return promise;
  }

  return {
    hold,
    now,
    pace,
    counters: () => ({ waiting: giveUps.size - open.size, open: open.size }),
    close() {
      closed = true;
      for (const giveUp of giveUps) {
        giveUp(new QueryError('aborted', 'The program is stopping.'));
      }
    },
  };
}

function aborted(peer: Peer, cause: unknown): QueryError {
  return new QueryError('aborted', `Asking ${peer.address}:${peer.port} was given up.`, { cause });
}

/** Sockets that are closed while somebody queues are a program that stops; anything else is a fault of ours. */
function stopped(error: unknown): boolean {
  return error instanceof TransportError && error.kind === 'closed';
}
