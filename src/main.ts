import { dirname } from 'node:path';
import { validate } from 'node-cron';
import type { Logger } from 'pino';
import { ConnectionError } from '#discord/connectionError.ts';
import { findDataPlace } from '#store/dataFolder.ts';
import { StoreError } from '#store/storeError.ts';
import { storePlace } from '#store/storeUrl.ts';
import { startBot } from './bot.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { loadDotEnv } from './dotEnv.ts';
import { createLog } from './log.ts';

/** What runs until the process is told to end. */
type Running = { stop(): Promise<void> };

/**
 * An orderly stop takes at most this long; then the process goes anyway. Docker waits ten seconds before it kills, and the history of
 * 20,000 servers takes six to be written.
 */
const STOP_WITHIN_MS = 9_000;
/** Lines that can not be written within this time go with the process. */
const LINES_WITHIN_MS = 1_000;

function checkedConfig(): Config {
  try {
    loadDotEnv();
    const config = readConfig({ isCron: validate });
    storePlace(config.storeUrl);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StoreError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** Ends the process when its last lines are written: they say why. */
function leave(log: Logger, code: number): void {
  setTimeout(() => process.exit(code), LINES_WITHIN_MS);
  log.flush(() => process.exit(code));
}

/** Ends the process once: in order, or after STOP_WITHIN_MS without order. */
function createEnding(log: Logger): { add(part: Running): void; end(code: number): void } {
  const running: Running[] = [];
  let ending = false;
  return {
    add: (part) => void running.push(part),
    end(code) {
      // npm passes on a signal that the terminal sent to the whole group already: two are one.
      if (ending) {
        return;
      }
      ending = true;
      setTimeout(() => {
        log.error('stopping took too long: leaving without order');
        leave(log, 1);
      }, STOP_WITHIN_MS).unref();
      Promise.all(running.map((part) => part.stop())).then(
        () => {
          log.info({ event: 'stopped' }, 'stopped');
          leave(log, code);
        },
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed');
          leave(log, 1);
        },
      );
    },
  };
}

async function start(
  config: Config,
  log: Logger,
  onFatal: (why: string) => void,
): Promise<Running> {
  const { token } = config;
  if (token !== null) {
    const bot = await startBot({ config: { ...config, token }, log, onFatal });
    await warnOfLostData(config.storeUrl, log);
    return bot;
  }
  const { startLocalMode } = await import('./localMode.ts');
  return startLocalMode({ config, log, onFatal });
}

/** One line that says what to do, where that is known; else the error itself. */
function whyNotStarted(error: unknown, { pagePort }: Config): { facts: object; words: string } {
  if (error instanceof StoreError || error instanceof ConnectionError) {
    return { facts: { kind: error.kind, err: error.cause }, words: error.message };
  }
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    const words = `port ${pagePort} is taken: choose another one, as in PAGE_PORT=8090 npm start`;
    return { facts: { event: 'port-taken' }, words };
  }
  if (code === 'ERR_MODULE_NOT_FOUND') {
    const words =
      'DISCORD_TOKEN is missing, and this installation has no local mode: set the token';
    return { facts: { event: 'no-local-mode' }, words };
  }
  return { facts: { err: error }, words: 'start failed' };
}

/** In a container, data that is not on a mount goes with it: better said at the start than found out later. */
async function warnOfLostData(storeUrl: string, log: Logger): Promise<void> {
  const store = storePlace(storeUrl);
  if (store.kind !== 'sqlite') {
    log.info({ event: 'store', store: store.shown }, 'settings are kept here');
    return;
  }
  const folder = dirname(store.path);
  const place = await findDataPlace(folder);
  log.info({ event: 'store', folder, place }, 'settings are kept here');
  if (place === 'container') {
    log.warn(
      { folder },
      'the data folder is inside the container and is lost with it: mount a volume there',
    );
  } else if (place === 'anonymous-volume') {
    log.warn(
      { folder },
      'the data folder is on a volume without a name: give it one, as in -v crowsnest:/data',
    );
  }
}

async function main(): Promise<void> {
  const config = checkedConfig();
  const log = createLog({ level: config.logLevel, terminal: process.stdout.isTTY === true });
  const ending = createEnding(log);
  const onFatal = (reason: string): void => {
    log.fatal({ event: 'fatal', reason }, 'the bot can not go on');
    ending.end(1);
  };
  process.on('SIGTERM', () => ending.end(0));
  process.on('SIGINT', () => ending.end(0));
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'an error that nobody handled');
    ending.end(1);
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody handled');
    leave(log, 1);
  });
  try {
    ending.add(await start(config, log, onFatal));
  } catch (error) {
    const { facts, words } = whyNotStarted(error, config);
    log.fatal(facts, words);
    ending.end(1);
  }
}

await main();
