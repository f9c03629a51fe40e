import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

/** Keys that may carry a secret; their values never reach a log line, however deep a caller nests them. */
const SECRET_KEYS = ['token', 'authorization', 'password', 'Authorization', 'DISCORD_TOKEN'];

/** What a line tells of an error: libraries hang whole requests on theirs, and those may hold anything. */
type ErrorFacts = {
  type: string;
  message: string;
  code?: unknown;
  stack?: string;
  cause?: ErrorFacts;
};

function errorFacts(error: unknown): ErrorFacts | undefined {
  if (!(error instanceof Error)) {
    return error === undefined || error === null
      ? undefined
      : { type: typeof error, message: String(error) };
  }
  const cause = errorFacts(error.cause);
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(cause === undefined ? {} : { cause }),
  };
}

/**
 * The process's logger: one line an event, JSON for machines, readable in a terminal. `destination` is where lines go
 * (standard output when left out).
 */
export function createLog(options: {
  level: string;
  terminal: boolean;
  destination?: { write(line: string): void };
}): Logger {
  const settings = {
    level: options.level,
    base: null,
    serializers: { err: errorFacts },
    redact: {
      paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
      censor: '(hidden)',
    },
  };
  if (options.destination !== undefined) {
    return pino(settings, options.destination);
  }
  return options.terminal
    ? pino(settings, pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }))
    : // Each line is written at once; with 0, which does the same, flush() would not wait for it.
      pino(settings, pino.destination({ minLength: 1 }));
}
