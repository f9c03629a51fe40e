import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { KeyvSqlite } from '@keyv/sqlite';
import { dice } from '#sandbox/servers/seededRandom.ts';
import { openStore, type Store } from '#store/openStore.ts';
import { DAY, guildOfLane, LANES, serversOfLane } from './lanes.ts';
import { listeningLog, storeFolder } from './storeFolder.ts';

const writer = fileURLToPath(new URL('./endlessWriter.ts', import.meta.url));

/** So many writes are acknowledged at most before the cut. */
const MOST_BEFORE = 60;

/** What the whole came to; `wrong` says in words what was lost or damaged. */
export type PowerCuts = { cuts: number; acknowledged: number; wrong: string[] };

/** The last number that was said whole, by lane. */
function lastSaid(said: string): Map<number, number> {
  const lines = said.slice(0, said.lastIndexOf('\n') + 1).split('\n');
  return new Map(
    lines.filter(Boolean).map((line) => line.split(' ').map(Number) as [number, number]),
  );
}

/** Lets a writer run until it acknowledged so many writes and kills it in the middle of others; gives what it acknowledged last. */
async function writeAndKill(url: string, begin: number, enough: number) {
  const child = spawn(process.execPath, [writer, url, String(begin)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let lines = 0;
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    said += text;
    lines += text.split('\n').length - 1;
    if (lines >= enough) {
      child.kill('SIGKILL');
    }
  });
  const [code] = await once(child, 'close');
  if (code !== null) {
    throw new Error(`the writer ended by itself with ${code}`);
  }
  return { acknowledged: lastSaid(said), lines };
}

/** What is wrong with the file by itself. */
async function damageOf(file: string): Promise<string[]> {
  const database = new KeyvSqlite({ uri: `sqlite://${file}` });
  try {
    const said = JSON.stringify(await database.query('PRAGMA integrity_check'));
    return said === '[{"integrity_check":"ok"}]' ? [] : [`integrity_check: ${said}`];
  } finally {
    await database.disconnect();
  }
}

/** What of a lane is not as it was acknowledged. More may be there: what was written and not said yet when the end came. */
async function lostOf(store: Store, lane: number, acknowledged: number): Promise<string[]> {
  const { watches } = await store.guilds.get(guildOfLane(lane));
  const days = await store.history.on(DAY, serversOfLane(lane));
  const numbers = new Set(days.map((day) => Number(day?.packed)));
  const notices = (await store.outbox.all()).filter(({ id }) => id.startsWith(`${lane}-`));
  const kept = {
    guild: Number(watches.at(-1)?.id.slice(1) ?? 0),
    history: Math.min(...numbers),
    notice: Math.max(...notices.map(({ createdAt }) => createdAt)),
  };
  const lost = Object.entries(kept)
    .filter(([, number]) => !(number >= acknowledged))
    .map(([what, number]) => `lane ${lane}: ${what} is ${number}, acknowledged ${acknowledged}`);
  return numbers.size === 1 ? lost : [...lost, `lane ${lane}: half of a batch is there`];
}

/** Cuts a writing process off, time after time on one file, and looks each time whether all that it acknowledged is there. */
export async function runPowerCuts(options: {
  cuts: number;
  seed: number;
  progress?: (cuts: number) => void;
}): Promise<PowerCuts> {
  const random = dice(options.seed).roll;
  const place = await storeFolder();
  const url = `sqlite://${place.file}`;
  const result: PowerCuts = { cuts: 0, acknowledged: 0, wrong: [] };
  let begin = 0;
  while (result.cuts < options.cuts) {
    const enough = LANES.length + Math.floor(random() * MOST_BEFORE);
    const { acknowledged, lines } = await writeAndKill(url, begin, enough);
    result.cuts += 1;
    result.acknowledged += lines;
    const { log, lines: complaints } = listeningLog();
    const found = await damageOf(place.file);
    const store = await openStore(url, { log });
    for (const [lane, count] of acknowledged) {
      found.push(...(await lostOf(store, lane, count)));
    }
    await store.close();
    found.push(...complaints.map((line) => JSON.stringify(line)));
    result.wrong.push(...found.map((what) => `cut ${result.cuts}: ${what}`));
    begin = Math.max(begin, ...acknowledged.values()) + LANES.length;
    options.progress?.(result.cuts);
  }
  await place.dispose();
  return result;
}
