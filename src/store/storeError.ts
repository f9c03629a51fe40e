/** What can go wrong with the store. Closed list: choose by kind, never by text. */
const STORE_PROBLEMS = [
  /** STORE_URL names something this store does not speak. */
  'bad-url',
  /** The database does not answer: not running, another place, or the network is gone. */
  'unreachable',
  /** The database does not take the user or the password. */
  'refused',
  /** The database speaks no TLS, or shows a certificate of an authority that nobody here knows. */
  'untrusted',
  /** The server has no database of that name. */
  'no-database',
  /** The folder or the file may not be written, or is on a read-only disk. */
  'not-writable',
  /** The file is there and is something else than an SQLite database. */
  'not-a-database',
  /** The database contradicts itself: broken disk or a copy made while it was open. */
  'damaged',
  /** Another process keeps the file locked. */
  'locked',
  /** No room on the disk. */
  'full',
  /** A newer bot has written there what this one can not read; it was left alone. */
  'newer',
  /** A document that does not fit its own schema was about to be written: our fault, nothing was written. */
  'misfit',
  /** There is nothing where something was to be copied from. */
  'empty',
  /** Something else is where something was to be copied to; it was left alone. */
  'other-data',
  /** A copy that is not the same as what it was made of. */
  'differs',
  /** Used after close(). */
  'closed',
  /** Anything else the database said; see the cause. */
  'failed',
] as const;
export type StoreProblem = (typeof STORE_PROBLEMS)[number];

/**
 * Thrown by everything in store/: the write or read did not happen. Does not cover a document that can not be read: that
 * is set aside and reported in the log, because the rest has to go on.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreProblem;

  constructor(kind: StoreProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/**
 * Codes that have a kind of their own: of SQLite (sqlite.org/rescode.html), the file system and the network, PostgreSQL
 * (postgresql.org/docs/current/errcodes-appendix.html) and Redis (the first word of what it answers, or the client's class).
 */
const KIND_OF_CODE: Readonly<Record<string, StoreProblem>> = {
  SQLITE_CANTOPEN: 'not-writable',
  SQLITE_READONLY: 'not-writable',
  SQLITE_PERM: 'not-writable',
  SQLITE_NOTADB: 'not-a-database',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_BUSY: 'locked',
  SQLITE_LOCKED: 'locked',
  SQLITE_FULL: 'full',
  SQLITE_MISUSE: 'closed',
  EACCES: 'not-writable',
  EPERM: 'not-writable',
  EROFS: 'not-writable',
  ENOTDIR: 'not-writable',
  EEXIST: 'not-writable',
  EISDIR: 'not-writable',
  ENOSPC: 'full',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  CERT_HAS_EXPIRED: 'untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'untrusted',
  '28000': 'refused',
  '28P01': 'refused',
  '3D000': 'no-database',
  '3F000': 'no-database',
  '25006': 'not-writable',
  '42501': 'not-writable',
  '53100': 'full',
  '53200': 'full',
  '53300': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  XX001: 'damaged',
  XX002: 'damaged',
  WRONGPASS: 'refused',
  NOAUTH: 'refused',
  NOPERM: 'not-writable',
  READONLY: 'not-writable',
  MISCONF: 'full',
  OOM: 'full',
  LOADING: 'unreachable',
  MASTERDOWN: 'unreachable',
  ConnectionTimeoutError: 'unreachable',
  SocketTimeoutError: 'unreachable',
  SocketClosedUnexpectedlyError: 'unreachable',
  ClientOfflineError: 'unreachable',
  ClientClosedError: 'unreachable',
  DisconnectsClientError: 'unreachable',
};

/** What the client of PostgreSQL says without a code. */
const LOST = /timeout|terminated|Connection ended|not queryable/i;
const NO_TLS = /does not support SSL/;

const ADVICE: Readonly<Record<StoreProblem, string>> = {
  'bad-url': 'set STORE_URL to sqlite:// and the path of a file',
  unreachable: 'see whether the database runs, and whether STORE_URL has its host and port',
  refused: 'set STORE_URL to the right user and password, special letters as %40',
  untrusted:
    'see whether the database speaks TLS, and name the file with the certificate of its authority in NODE_EXTRA_CA_CERTS',
  'no-database': 'make that database first, or set STORE_URL to one that is there',
  'not-writable':
    'give the user that runs the bot the right to write there, or set STORE_URL to another place',
  'not-a-database': 'move that file away or set STORE_URL to another one',
  damaged: 'put the last backup back, or move the file away to begin anew',
  locked: 'end the other process that has it open (is the bot running twice?)',
  full: 'make room on the disk, or for a Redis in its memory',
  newer: 'start the newer version again',
  misfit: 'please report this: it is a fault of the bot',
  empty: 'see whether it is the right store',
  'other-data': 'choose another place',
  differs: 'stop the bot and copy again',
  closed: 'the bot is stopping',
  failed: 'the cause says more',
};

function kindOf(error: unknown): StoreProblem {
  if (!(error instanceof Error)) {
    return 'failed';
  }
  const named = [
    'code' in error ? String(error.code) : '',
    error.constructor.name,
    error.message.split(' ', 1)[0] ?? '',
  ].find((name) => Object.hasOwn(KIND_OF_CODE, name));
  const known = named === undefined ? undefined : KIND_OF_CODE[named];
  if (known !== undefined) {
    return known;
  }
  return NO_TLS.test(error.message)
    ? 'untrusted'
    : LOST.test(error.message)
      ? 'unreachable'
      : 'failed';
}

/** Several tries that failed have no words of their own. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(wordsOf).join(', ');
  }
  return error instanceof Error ? error.message : String(error);
}

/** Turns what the database or the file system threw into a StoreError; `doing` says what was tried, `where` in which store. */
export function asStoreError(error: unknown, doing: string, where: string): StoreError {
  if (error instanceof StoreError) {
    return error;
  }
  const kind = kindOf(error);
  return new StoreError(kind, `${doing} ${where}: ${wordsOf(error)} (${ADVICE[kind]})`, {
    cause: error,
  });
}
