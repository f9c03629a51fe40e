import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';

/** The text of a file `.env` in the current folder; "" when there is none. Throws ConfigError. */
function readDotEnv(): string {
  try {
    return readFileSync('.env', 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    if (code === 'ENOENT') {
      return '';
    }
    const line = `.env can not be read (${code}): it must be a file that the user who runs the bot may read`;
    throw new ConfigError([line], { cause: error });
  }
}

/**
 * Takes lines of a file `.env` in the current folder into the environment, where what is set already wins. No such file: nothing
 * happens. Not process.loadEnvFile(), which takes a file that may not be read for one that is not there. Throws ConfigError.
 */
export function loadDotEnv(): void {
  const text = readDotEnv();
  if (text.includes('\0')) {
    throw new ConfigError(['.env is no text in UTF-8: save it again in that encoding']);
  }
  const withoutMark = text.replace(/^\uFEFF/, '');
  for (const [name, value] of Object.entries(parseEnv(withoutMark))) {
    process.env[name] ??= value;
  }
}
