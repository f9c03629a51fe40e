/** Why a conversation gave no answer. Closed list. */
export type QueryFault =
  /** Nothing usable came before the deadline. */
  | 'timeout'
  /** The host says that nothing listens on that port. */
  | 'refused'
  /** The name has no address, or no name server answered. */
  | 'dns'
  /** The address policy forbids it (transport/addressPolicy). */
  | 'address-refused'
  /** The server printed a text instead of an answer (spec a2s case 25). */
  | 'banned'
  /** Something answered, but not in this protocol. */
  | 'bad-reply'
  /** Every request was met with a new challenge (spec a2s case 5). */
  | 'challenge-loop'
  /** The game has no such query. */
  | 'unsupported'
  /** The server runs with its query switched off. */
  | 'query-disabled'
  /** The time to wait for a turn was over before a datagram had left: it says nothing about the server. */
  | 'not-asked'
  /** The caller's AbortSignal fired, or the program stops. */
  | 'aborted';

/** The one error of query/. `message` says what was tried and seen, for the terminal; people in Discord get text by kind. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly kind: QueryFault;

  constructor(kind: QueryFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
