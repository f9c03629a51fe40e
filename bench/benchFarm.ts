import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LAYOUTS, type Layout, type Task } from './benchServer.ts';

export type Farm = {
  /** Which farm it is, for the table. */
  kind: string;
  firstPort: number;
  stop(): Promise<void>;
};

/** `servers` is the length of the list where the task is a master server. */
export type FarmOptions = {
  task: Task;
  servers: number;
  latencyMs: number;
  dead: number;
  /** LAYOUTS when not given. */
  layout?: Layout;
  /** The small farm here even where the C farm could be built. */
  ownFarm: boolean;
};

const run = promisify(execFile);
const C_FARM = fileURLToPath(new URL('../../shared/farm/farm.c', import.meta.url));
const OWN_FARM = fileURLToPath(new URL('./benchFarmProcess.ts', import.meta.url));
/** Below the ports that systems give out, and not where games live. */
const PORTS = { from: 11_000, to: 21_000 };
const TRIES = 5;
/** Files that a farm has open besides a socket for each server. */
const OTHER_FILES = 64;

/**
 * Starts simulated servers in a process of their own on 127.0.0.1: the C farm of ../shared when it is there and can be
 * built, else the small one here. Throws when no free range of ports is found, or when more files have to be open than the
 * system allows.
 */
export async function startFarm(options: FarmOptions): Promise<Farm> {
  checkOpenFiles(options);
  const folder = await mkdtemp(join(tmpdir(), 'crowsnest-farm-'));
  const binary = options.ownFarm ? null : await buildFarm(join(folder, 'farm'));
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

/** Node raises its own limit to the hard one, and its children inherit that. */
function checkOpenFiles({ task, servers }: FarmOptions): void {
  const needed = OTHER_FILES + (task === 'master' ? 1 : servers);
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  const allowed = Number(userLimits?.open_files?.soft);
  if (allowed < needed) {
    throw new Error(
      `${servers} servers need ${needed} open files, and ${allowed} are allowed: raise the hard limit (ulimit -Hn ${needed} as root, or LimitNOFILE), or ask for fewer with --servers`,
    );
  }
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

function cFarmArguments(options: FarmOptions, firstPort: number): string[] {
  const { task, servers, latencyMs, dead } = options;
  const given = {
    [task]: servers,
    [`${task}-port`]: firstPort,
    latency: latencyMs,
    dead,
    layout: options.layout ?? LAYOUTS[task],
    seconds: 3600,
  };
  return Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

function ownFarmArguments(options: FarmOptions, firstPort: number): string[] {
  const { task, servers, latencyMs, dead } = options;
  const layout = options.layout ?? LAYOUTS[task];
  return [OWN_FARM, task, layout, ...[servers, firstPort, latencyMs, dead].map(String)];
}

/** False when it ends before it says so. */
function isReady(farm: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    farm.once('exit', () => resolve(false));
    farm.once('error', () => resolve(false));
    farm.stdout?.once('data', () => resolve(true));
  });
}
