import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { startWebLists, type WebListsServer } from '#sandbox/lists/webLists.ts';
import { worldLists } from '#sandbox/lists/worldLists.ts';
import { openServerSocket } from '#sandbox/servers/serverSocket.ts';
import { type Sandbox, startSandbox } from '#sandbox/startSandbox.ts';
import { type Bot, startBot } from './bot.ts';
import type { Config } from './config.ts';

/** Ports the simulated servers like to have, so that watches still fit after a restart. */
const SERVER_PORTS = {
  ark: 27015,
  'ark-ragnarok': 27020,
  'ark-aberration': 27022,
  'ark-extinction': 27024,
  'ark-genesis': 27026,
  cs2: 27016,
  tf2: 27017,
  cs16: 27018,
  samp: 7787,
  openmp: 7788,
};
const MASTER_PORT = 27_010;
/** Of the master server of somebody else, to be named to /find by its address. */
const FOREIGN_MASTER_PORT = 27_011;
const WATCHED_AT_FIRST = ['ark', 'cs2'];
const STEAM_KEY = 'local-steam-key';
const STORE_FILE = 'data/local.sqlite';
const TICK_MS = 1000;

/**
 * Everything on this machine, nothing outside: a local Discord with a page, simulated game servers, and the real bot connected
 * to them over HTTP, WebSocket and UDP. Prints the page's address.
 */
export async function startLocalMode(options: {
  config: Config;
  log: Logger;
  onFatal: (reason: string) => void;
}): Promise<{ stop(): Promise<void> }> {
  const { config, log, onFatal } = options;
  const now = Date.now;
  const sandbox = await startSandbox({
    now,
    world: { seed: now(), ports: SERVER_PORTS, tickMs: TICK_MS, cluster: true },
    masterPort: FOREIGN_MASTER_PORT,
    discord: { port: config.pagePort },
  });
  await forgetLastTime();
  const { discord, world } = sandbox;
  const lists = await startLists(sandbox);
  const local = {
    ...config,
    token: discord.token,
    apiUrl: discord.apiUrl,
    storeUrl: `sqlite://${STORE_FILE}`,
    allowPrivateAddresses: true,
    pollCron: '*/15 * * * * *',
    httpListen: null,
    masterListen: config.masterListen ?? { host: '127.0.0.1', port: await masterPort() },
    steamKey: STEAM_KEY,
    listUrls: lists.urls,
  };
  let bot: Bot | null = null;
  const stop = async (): Promise<void> => {
    await bot?.stop();
    await Promise.all([lists.close(), sandbox.close()]);
  };
  try {
    bot = await startBot({ config: local, log, onFatal });
    await bot.registered;
    if (bot.master !== null) {
      world.registerWith({ address: '127.0.0.1', port: bot.master.port });
    }
    await watchTwo(sandbox);
  } catch (error) {
    await stop();
    throw error;
  }
  process.stdout.write(`\n  Crowsnest runs in local mode. Open ${sandbox.url}\n\n`);
  return { stop };
}

/** The local Discord begins anew at every start, so what the bot remembers of the last one is of no use. */
async function forgetLastTime(): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) {
    await rm(`${STORE_FILE}${ending}`, { force: true });
  }
}

/** The lists of the web, served from here: a search in local mode asks nobody outside. */
async function startLists({ world }: Sandbox): Promise<WebListsServer> {
  const lists = await startWebLists({ steamKey: STEAM_KEY });
  const show = () => lists.serve(worldLists(world.servers()));
  show();
  world.subscribe(show);
  return lists;
}

/** The port that people know, or a free one when it is taken. */
async function masterPort(): Promise<number> {
  const probe = await openServerSocket(MASTER_PORT, () => {});
  await probe.close();
  return probe.port;
}

/** Has a moderator add two servers, so that there is something to see at once. */
async function watchTwo({ discord, world }: Sandbox): Promise<void> {
  const shown = world.servers().filter(({ id }) => WATCHED_AT_FIRST.includes(id));
  for (const { address, game } of shown) {
    const options = {
      server: address,
      game,
      notices: 'alerts',
      role: 'Watchmen',
      join_leave: true,
    };
    await discord.people
      .runCommand({ as: 'ada', in: 'status', command: '/watch add', options })
      .reply();
  }
}
