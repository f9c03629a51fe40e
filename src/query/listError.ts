/** Why a list could not be read. Closed list; an empty list is none of them. */
export type ListFault =
  /** Nothing came in time. */
  | 'timeout'
  /** No connection: refused, no name, no network. */
  | 'unreachable'
  /** The address policy forbids to ask that master. */
  | 'address-refused'
  /** STEAM_API_KEY is needed. */
  | 'no-key'
  /** The source refuses the key, or us. */
  | 'forbidden'
  /** The source says: too many requests. */
  | 'limited'
  /** The source answers with an error of its own. */
  | 'source-failed'
  /** What came is not such a list. */
  | 'bad-reply'
  /** The filter or address given to a source cannot be used there. */
  | 'bad-request'
  /** The caller's AbortSignal fired. */
  | 'aborted';

/**
 * A list that could not be read, which is never the same as "no servers". `source` names the list, `message` says what was
 * seen and what to do next.
 */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly kind: ListFault;
  readonly source: string;

  constructor(kind: ListFault, source: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.source = source;
  }
}
