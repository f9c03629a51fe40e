/** What can go wrong with the store. Closed list: choose by kind, never by text. */
const STORE_PROBLEMS = [
  /** STORE_URL names something this store does not speak. */
  'bad-url',
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
  /** A document that does not fit its own schema was about to be written: our fault, nothing was written. */
  'misfit',
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

/** Codes of SQLite (sqlite.org/rescode.html) and of the file system that have a kind of their own. */
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
};

const ADVICE: Readonly<Record<StoreProblem, string>> = {
  'bad-url': 'set STORE_URL to sqlite:// and the path of a file',
  'not-writable':
    'give the user that runs the bot the right to write there, or set STORE_URL to another place',
  'not-a-database': 'move that file away or set STORE_URL to another one',
  damaged: 'put the last backup back, or move the file away to begin anew',
  locked: 'end the other process that has it open (is the bot running twice?)',
  full: 'make room on the disk',
  misfit: 'please report this: it is a fault of the bot',
  closed: 'the bot is stopping',
  failed: 'the cause says more',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Turns what the database or the file system threw into a StoreError; `doing` says what was tried, `file` where. */
export function asStoreError(error: unknown, doing: string, file: string): StoreError {
  if (error instanceof StoreError) {
    return error;
  }
  const kind = KIND_OF_CODE[codeOf(error)] ?? 'failed';
  const said = error instanceof Error ? error.message : String(error);
  return new StoreError(kind, `${doing} ${file}: ${said} (${ADVICE[kind]})`, { cause: error });
}
