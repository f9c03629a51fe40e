import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const READY = 'local mode. Open';

/**
 * Starts the bot in local mode, as `npm start` does without a token, until it says where its page is; then ends it. Gives
 * the ms that took. Throws when it ends before.
 */
export async function timeStartUp(environment: Record<string, string> = {}): Promise<number> {
  const cwd = await mkdtemp(join(tmpdir(), 'crowsnest-start-'));
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    cwd,
    env: { PAGE_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    let said = '';
    for await (const text of child.stdout) {
      said += text;
      if (said.includes(READY)) {
        return performance.now() - started;
      }
    }
    throw new Error(`local mode ended before it was ready:\n${said}`);
  } finally {
    child.kill('SIGTERM');
    await ended;
    await rm(cwd, { recursive: true, force: true });
  }
}
