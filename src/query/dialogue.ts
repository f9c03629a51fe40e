import type { QueryError } from './queryError.ts';

/**
 * What a protocol's side of a conversation may do. It decides; the line acts. After `finish` or `fail` nothing is sent
 * and nothing comes any more.
 */
export type Line<T> = {
  /** Sends a datagram, later when the host's pace asks for it. Gives the time (ms) at which it leaves. */
  send(datagram: Uint8Array): number;
  /** Finds out whether the port is closed; costs one datagram from another socket (transport/refusalProbe). */
  probe(datagram: Uint8Array): void;
  /** When to be woken, in ms; replaces what was said before. */
  wakeAt(time: number): void;
  /**
   * As wakeAt, while waiting for our own turn at the host: that is not the server's time, so the deadline moves along and
   * the silence means nothing.
   */
  pauseUntil(time: number): void;
  finish(value: T): void;
  fail(error: QueryError): void;
};

/**
 * One protocol's side of a conversation with one server: a state machine that is told what happened and when, and has
 * neither socket nor clock.
 */
export type Dialogue = {
  begin(now: number): void;
  /** A datagram from exactly the address and port that were asked. */
  receive(datagram: Uint8Array, now: number): void;
  wake(now: number): void;
  /** The host said that nothing listens on the port. */
  refused(now: number): void;
  /** The deadline is over: must finish or fail. */
  expire(now: number): void;
};
