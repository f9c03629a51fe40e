/** What can go wrong below a conversation. Closed list; a silent server is not among them. */
export type TransportFault =
  /** The text is not a host name or an address. */
  | 'bad-host'
  /** Name servers say that the name does not exist, or has no address. */
  | 'unknown-host'
  /** No name server answered: this may be our own network. */
  | 'dns-unavailable'
  /** The caller's AbortSignal fired. */
  | 'aborted'
  /** The server is already being talked to on this set of sockets. */
  | 'busy'
  /** The sockets were closed. */
  | 'closed'
  /** The port to listen on cannot be had. */
  | 'not-bound'
  /** A web server did not answer in time. */
  | 'timeout'
  /** No connection to a web server: refused, no name, no network, a broken answer. */
  | 'unreachable'
  /** A web server's answer is longer than allowed. */
  | 'too-large';

/** The one error of transport/. `message` says what to do next, `cause` is the system's own error. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly kind: TransportFault;

  constructor(kind: TransportFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
