import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { answerTo, endChild, nextMessage } from './benchChild.ts';
import { startFarm } from './benchFarm.ts';
import { type Peer, peerOf } from './benchServer.ts';
import type { LoadReport } from './loadBot.ts';
import { fillWatches, startLoadDiscord } from './loadDiscord.ts';

const BOT = fileURLToPath(new URL('./loadBot.ts', import.meta.url));
/** Somebody types /status so often, in ms. */
export const ASK_EVERY_MS = 100;
/** Asked in turn, so that no answer is fresh enough to be given twice. */
const ASKED_SERVERS = 200;

export type LoadOptions = { watches: number; seconds: number; ownFarm: boolean };

export type LoadResult = {
  /** How long each answer to /status took, in ms, in the order they were asked for; none is left out. */
  waits: number[];
  report: LoadReport;
  /** Messages that the bot changed meanwhile, its answers among them. */
  edits: number;
};

/**
 * The real bot in a process of its own, with so many watches of distinct servers, once a minute, on a local Discord with
 * realistic limits; somebody types /status ten times a second for so many seconds. Throws as startFarm, and when an answer
 * does not come.
 */
export async function playLoad({ watches, seconds, ownFarm }: LoadOptions): Promise<LoadResult> {
  const farm = await startFarm({
    task: 'a2s',
    servers: watches + ASKED_SERVERS,
    latencyMs: 0,
    dead: 0,
    layout: 'addrs',
    ownFarm,
  });
  const serverOf = (number: number) => peerOf('a2s', number, farm.firstPort, 'addrs');
  const folder = await mkdtemp(join(tmpdir(), 'crowsnest-load-'));
  const storeUrl = `sqlite://${join(folder, 'load.sqlite')}`;
  const discord = await startLoadDiscord(watches);
  try {
    await fillWatches(discord, storeUrl, serverOf);
    const bot = fork(BOT, [], {
      env: environmentFor(discord, storeUrl),
      execArgv: ['--expose-gc'],
    });
    try {
      await nextMessage(bot);
      const edits = countEdits(discord);
      const waits = await askAgainAndAgain(discord, seconds, (n) =>
        serverOf(watches + (n % ASKED_SERVERS)),
      );
      const report = (await answerTo(bot, 'report')) as LoadReport;
      await endChild(bot);
      return { waits, report, edits: edits() };
    } finally {
      bot.kill('SIGKILL');
    }
  } finally {
    await discord.close();
    await farm.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const environmentFor = ({ token, apiUrl }: LocalDiscord, storeUrl: string) => ({
  DISCORD_TOKEN: token,
  DISCORD_API_URL: apiUrl,
  STORE_URL: storeUrl,
  ALLOW_PRIVATE_ADDRESSES: 'true',
  LOOKUPS_PER_MINUTE: '600',
  HTTP_LISTEN: 'off',
});

function countEdits(discord: LocalDiscord): () => number {
  let count = 0;
  discord.subscribe((change) => {
    count += change.kind === 'message' && change.what === 'edited' ? 1 : 0;
  });
  return () => count;
}

async function askAgainAndAgain(
  { people }: LocalDiscord,
  seconds: number,
  serverOf: (n: number) => Peer,
): Promise<number[]> {
  const asked: Promise<number>[] = [];
  const end = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < end; n += 1) {
    const { host, port } = serverOf(n);
    const options = { server: `${host}:${port}`, game: 'source' };
    const begun = performance.now();
    const answer = people.runCommand({ as: 'ada', in: 'general', command: '/status', options });
    asked.push(answer.reply().then(() => performance.now() - begun));
    await pause(ASK_EVERY_MS);
  }
  return Promise.all(asked);
}
