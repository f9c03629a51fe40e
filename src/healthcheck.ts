/**
 * For a container's HEALTHCHECK: exit code 0 when the bot of this environment says that it is well, or serves no health page; else 1.
 * What it said is printed, for whoever asks the container why.
 */
import { type Config, ConfigError, readConfig } from './config.ts';

const TIMEOUT_MS = 3_500;
/** Who listens everywhere is asked at home. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

async function isWell({ host, port }: NonNullable<Config['httpListen']>): Promise<boolean> {
  const home = EVERYWHERE[host] ?? host;
  const url = `http://${home.includes(':') ? `[${home}]` : home}:${port}/healthz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    process.stdout.write(await response.text());
    return response.ok;
  } catch (error) {
    const { cause = error } = error as Error;
    process.stdout.write(
      `${url} does not answer: ${cause instanceof Error ? cause.message : cause}\n`,
    );
    return false;
  }
}

try {
  const { httpListen } = readConfig();
  process.exitCode = httpListen === null || (await isWell(httpListen)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigError)) {
    throw error;
  }
  process.stdout.write(`${error.lines.join('\n')}\n`);
  process.exitCode = 1;
}
