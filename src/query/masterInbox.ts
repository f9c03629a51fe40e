import { PacketError } from '#bytes/packetError.ts';
import type { After } from '#clock/after.ts';
import { decodeMasterPage, type MasterPage } from '#codec/master/page.ts';
import type { Peer, UdpSockets } from '#transport/udpSockets.ts';

/** The pages that come from one master, and from nobody else. */
export type MasterInbox = {
  /** Asks; pages that came before are thrown away, as they answer an earlier question. */
  send(datagram: Uint8Array): void;
  /** The next page, or null when none comes within `timeoutMs` or the signal fires. */
  next(timeoutMs: number, signal?: AbortSignal): Promise<MasterPage | null>;
  /** Datagrams that were no page of a list. */
  ignored(): number;
  close(): void;
};

/** Pages kept for the reader. A master that sends more than this at once is not one to follow. */
const MOST_WAITING = 64;

/**
 * Opens the line to a master: one source port for as long as it is open, because masters begin anew for another (spec
 * master section 4). Throws TransportError.
 */
export function openMasterInbox(
  sockets: UdpSockets,
  master: Peer,
  { xash, after }: { xash: boolean; after: After },
): MasterInbox {
  const pages: MasterPage[] = [];
  let ignored = 0;
  let wake = () => {};

  function receive(datagram: Uint8Array): void {
    try {
      const page = decodeMasterPage(datagram, { xash });
      if (pages.length < MOST_WAITING) {
        pages.push(page);
      }
      wake();
    } catch (error) {
      if (!(error instanceof PacketError)) {
        throw error;
      }
      ignored += 1;
    }
  }

  const link = sockets.link(master, receive, () => {});
  return {
    send(datagram) {
      pages.length = 0;
      link.send(datagram);
    },
    async next(timeoutMs, signal) {
      if (pages.length === 0 && timeoutMs > 0 && !signal?.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = () => resolve();
        // After a pause of this process a page may be here, unread, though its time is over: it is read first.
        const forget = after(timeoutMs, () => setImmediate(wake));
        signal?.addEventListener('abort', wake);
        await promise;
        forget();
        signal?.removeEventListener('abort', wake);
      }
      return pages.shift() ?? null;
    },
    ignored: () => ignored,
    close: () => link.close(),
  };
}
