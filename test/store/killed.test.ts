import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openStore } from '#store/openStore.ts';
import { listeningLog, storeFolder } from './storeFolder.ts';

const writer = fileURLToPath(new URL('./endlessWriter.ts', import.meta.url));

/** Lets the writer run until it acknowledged `enough` writes, kills it in the middle, and gives the last number it said. */
async function writeAndKill(url: string, enough: number): Promise<number> {
  const child = spawn(process.execPath, [writer, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    said += text;
    if (Number(said.trimEnd().split('\n').at(-1)) >= enough) {
      child.kill('SIGKILL');
    }
  });
  await once(child, 'close');
  // What stands before the last line break was said whole.
  return Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
}

it('a killed process loses nothing it was told is written, time after time', async () => {
  const place = await storeFolder();
  const url = `sqlite://${place.file}`;
  for (const enough of [30, 7, 55]) {
    const acknowledged = await writeAndKill(url, enough);
    const { log, lines } = listeningLog();
    const store = await openStore(url, { log });
    const count = Number(await store.meta.get('count'));
    const { watches } = await store.guilds.get('100000000000000001');
    await store.close();
    expect(acknowledged).toBeGreaterThanOrEqual(enough);
    // More than that may be there: what was written and not said yet when the end came.
    expect(count).toBeGreaterThanOrEqual(acknowledged);
    const newest = Number(watches.at(-1)?.id.slice(1));
    expect(newest - count).toBeOneOf([0, 1]);
    expect(lines).toEqual([]);
  }
  await place.dispose();
});
