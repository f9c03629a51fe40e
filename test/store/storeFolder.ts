import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';

/** A folder of its own for one test, removed by `dispose`. */
export async function storeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'crowsnest-store-'));
  return {
    file: join(folder, 'data', 'crowsnest.sqlite'),
    folder,
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A logger whose lines a test can read. */
export function listeningLog() {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'debug', base: null },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  return { log, lines, events: () => lines.map((line) => line.event) };
}
