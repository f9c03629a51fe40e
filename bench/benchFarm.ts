import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type Farm = {
  /** Which farm it is, for the table. */
  kind: string;
  firstPort: number;
  stop(): Promise<void>;
};

export type FarmOptions = { servers: number; latencyMs: number; dead: number };

const run = promisify(execFile);
const C_FARM = fileURLToPath(new URL('../../shared/farm/farm.c', import.meta.url));
const OWN_FARM = fileURLToPath(new URL('./benchFarmProcess.ts', import.meta.url));
/** Below the ports that systems give out, and not where games live. */
const PORTS = { from: 11_000, to: 21_000 };
const TRIES = 5;

/**
 * Starts simulated servers in a process of their own on 127.0.0.1: the C farm of ../shared when it is there and can be
 * built, else the small one here. Throws when no free range of ports is found.
 */
export async function startFarm(options: FarmOptions): Promise<Farm> {
  const folder = await mkdtemp(join(tmpdir(), 'crowsnest-farm-'));
  const binary = await buildFarm(join(folder, 'farm'));
  const remove = () => rm(folder, { recursive: true, force: true });
  for (let tried = 0; tried < TRIES; tried += 1) {
    const firstPort = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    const farm = binary
      ? spawn(binary, cFarmArguments(options, firstPort), { stdio: ['pipe', 'pipe', 'ignore'] })
      : spawn(process.execPath, ownFarmArguments(options, firstPort), {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
    if (await isReady(farm)) {
      return {
        kind: binary ? 'C farm' : 'node farm',
        firstPort,
        async stop() {
          farm.kill('SIGTERM');
          await remove();
        },
      };
    }
  }
  await remove();
  throw new Error(`no ${options.servers} free ports in a row after ${TRIES} tries: try fewer`);
}

async function buildFarm(binary: string): Promise<string | null> {
  if (!existsSync(C_FARM)) {
    return null;
  }
  try {
    await run('cc', ['-O2', '-std=gnu11', '-o', binary, C_FARM]);
    return binary;
  } catch {
    return null;
  }
}

function cFarmArguments({ servers, latencyMs, dead }: FarmOptions, firstPort: number): string[] {
  const options = { a2s: servers, 'a2s-port': firstPort, latency: latencyMs, dead, seconds: 900 };
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

function ownFarmArguments({ servers, latencyMs, dead }: FarmOptions, firstPort: number): string[] {
  return [OWN_FARM, ...[servers, firstPort, latencyMs, dead].map(String)];
}

/** False when it ends before it says so. */
function isReady(farm: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    farm.once('exit', () => resolve(false));
    farm.once('error', () => resolve(false));
    farm.stdout?.once('data', () => resolve(true));
  });
}
