import process from 'node:process';
import { type Config, readConfig } from './config.ts';
import { loadDotEnv } from './dotEnv.ts';

/** Where a command line was typed. */
export type Terminal = {
  /** Writes to stdout, as it is. */
  print: (text: string) => void;
  /** Writes one line to stderr. */
  complain: (line: string) => void;
  /** What stands in the environment around it. Throws ConfigError. */
  settings: () => Config;
};

/** The terminal of this process. */
export const processTerminal: Terminal = {
  print: (text) => void process.stdout.write(text),
  complain: (line) => void process.stderr.write(`${line}\n`),
  settings() {
    loadDotEnv();
    return readConfig();
  },
};
