import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

/** Keys that may carry a secret; their values never reach a log line, however deep a caller nests them. */
const SECRET_KEYS = ['token', 'authorization', 'password', 'Authorization', 'DISCORD_TOKEN'];

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
    : pino(settings);
}
