/** For a container's HEALTHCHECK: exit code 0 when the bot of this environment says that it is well, or serves no health page. */
import { readConfig } from './config.ts';

const TIMEOUT_MS = 4_000;

const { httpListen } = readConfig();
if (httpListen !== null) {
  const host = httpListen.host.includes(':') ? `[${httpListen.host}]` : httpListen.host;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const well = await fetch(`http://${host}:${httpListen.port}/healthz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
  process.exitCode = well ? 0 : 1;
}
