import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startLocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { type Instruction, readDockerfile, readDockerignore, type Stage } from './dockerfile.ts';

/**
 * Builds what the Dockerfile says as folders, without Docker, and runs it as the image would: with another user's rights (for who is
 * root), on code that can not be written. The bot has to connect, call itself well and ready, and end in order.
 */
const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const PATIENCE_MS = 60_000;
const isRoot = process.getuid?.() === 0;

/** What an image is when it is built. */
type Image = {
  root: string;
  workdir: string;
  user: number;
  env: Record<string, string>;
  command: string[];
  health: string[];
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Builds the stages one after the other; the last one is the image. */
function build(folder: string): Image {
  const stages = readDockerfile(readFileSync(join(PROJECT, 'Dockerfile'), 'utf8'));
  const isIgnored = readDockerignore(readFileSync(join(PROJECT, '.dockerignore'), 'utf8'));
  const roots = new Map<string, string>();
  let image: Image | null = null;
  stages.forEach((stage, n) => {
    const root = join(folder, `stage${n}`);
    mkdirSync(root, { mode: 0o755 });
    image = buildStage(stage, root, { roots, isIgnored });
    roots.set(stage.name ?? String(n), root);
  });
  if (image === null) {
    throw new Error('the Dockerfile has no stage');
  }
  return image;
}

function buildStage(
  stage: Stage,
  root: string,
  from: { roots: Map<string, string>; isIgnored: (path: string) => boolean },
): Image {
  const image: Image = { root, workdir: '/', user: 0, env: {}, command: [], health: [] };
  say(`FROM ${stage.image}`);
  for (const instruction of stage.instructions) {
    say(`${instruction.name} ${instruction.text}`);
    perform(instruction, image, from);
  }
  return image;
}

function perform(
  { name, words, text }: Instruction,
  image: Image,
  from: Parameters<typeof buildStage>[2],
): void {
  const inside = (path: string) => join(image.root, resolve(image.workdir, path));
  switch (name) {
    case 'WORKDIR':
      image.workdir = resolve(image.workdir, text);
      mkdirSync(inside('.'), { recursive: true });
      return;
    case 'ENV':
      for (const [, key = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) {
        image.env[key] = value;
      }
      return;
    case 'COPY':
      copy(words, inside, from);
      return;
    case 'RUN':
      runStep(text, image.root, inside('.'));
      return;
    case 'USER':
      image.user = Number(text.split(':')[0]);
      return;
    case 'CMD':
      image.command = words;
      return;
    case 'HEALTHCHECK':
      image.health = words;
      return;
    case 'VOLUME':
      statSync(inside(text));
      return;
    case 'STOPSIGNAL':
      return;
    default:
      throw new Error(`the instruction ${name} is not known here`);
  }
}

/** As Docker does: a folder's content into the named folder, files into a folder that ends in a slash. */
function copy(
  words: string[],
  inside: (path: string) => string,
  { roots, isIgnored }: Parameters<typeof buildStage>[2],
): void {
  const stage = /^--from=(.+)$/.exec(words[0] ?? '')?.[1];
  const paths = stage === undefined ? words : words.slice(1);
  const target = paths.at(-1) ?? '';
  for (const path of paths.slice(0, -1)) {
    const source = stage === undefined ? join(PROJECT, path) : join(roots.get(stage) ?? '', path);
    if (stage === undefined && isIgnored(path)) {
      throw new Error(`${path} is copied, but .dockerignore leaves it out`);
    }
    const into = statSync(source).isFile() && target.endsWith('/') ? join(target, path) : target;
    cpSync(source, inside(into), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (one) => stage !== undefined || !isIgnored(relative(PROJECT, one)),
    });
  }
}

/** Paths from the root are those of the stage; only root may give a folder to somebody else. */
function runStep(text: string, root: string, cwd: string): void {
  const here = text.replaceAll(/(?<= )\/(?=[a-z])/g, `${root}/`);
  const script = isRoot ? here : here.replaceAll(/&& chown \S+ \S+/g, '');
  execFileSync('sh', ['-euc', script], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Makes everything unwritable but the volume. */
function makeReadOnly({ root }: Image): void {
  execFileSync('chmod', ['-R', 'a-w', root]);
  chmodSync(join(root, 'data'), 0o700);
}

/** Files outside of the volume, with the time of their last change. */
function filesOf({ root }: Image): string {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(root, 'data')))
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .sort()
    .join('\n');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts one of the image's programs; `node` is the one that runs this. */
function start(image: Image, [program = '', ...rest]: string[], more: Record<string, string>) {
  if (program !== 'node') {
    throw new Error(`the image starts ${program}, not node`);
  }
  const storeUrl = image.env.STORE_URL?.replace('///', `//${image.root}/`) ?? '';
  const env = { ...image.env, STORE_URL: storeUrl, ...more };
  const identity = isRoot ? { uid: image.user, gid: image.user } : {};
  const cwd = join(image.root, image.workdir);
  const child = spawn(process.execPath, rest, { cwd, env, ...identity });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return { child: child as ChildProcess, said: () => said, exit };
}

function must(fits: boolean, what: string, said = ''): void {
  if (!fits) {
    throw new Error(`${what}\n${said}`);
  }
  say(`ok: ${what}`);
}

async function until(fits: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await fits().catch(() => false))) {
    if (Date.now() > end) {
      return false;
    }
    await pause(200);
  }
  return true;
}

async function runImage(image: Image): Promise<void> {
  const discord = await startLocalDiscord();
  const port = await freePort();
  const more = {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    HTTP_LISTEN: `127.0.0.1:${port}`,
  };
  const before = filesOf(image);
  const bare = start(image, image.command, {});
  must((await bare.exit) === 2, 'without a token it ends with 2 and says so', bare.said());
  must(bare.said().includes('DISCORD_TOKEN is missing'), 'it names the token', bare.said());
  const bot = start(image, image.command, more);
  try {
    const answers = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).ok;
    must(await until(() => answers('/readyz')), 'it becomes ready', bot.said());
    must(await answers('/healthz'), 'it is well', bot.said());
    const check = start(image, image.health, more);
    must((await check.exit) === 0, 'its health check says so', check.said());
    const told = Date.now();
    bot.child.kill('SIGTERM');
    must((await bot.exit) === 0, 'it ends with 0 on SIGTERM', bot.said());
    must(Date.now() - told < 10_000, 'it ends within ten seconds');
    const after = start(image, image.health, more);
    must((await after.exit) === 1, 'its health check says that it is gone', after.said());
    must(statSync(join(image.root, 'data/crowsnest.sqlite')).size > 0, 'its data is in the volume');
    must(filesOf(image) === before, 'it wrote nothing anywhere else');
  } finally {
    bot.child.kill('SIGKILL');
    await discord.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'crowsnest-image-'));
try {
  chmodSync(folder, 0o755);
  const image = build(folder);
  must(image.user > 0, 'it does not run as root');
  if (isRoot) {
    chownSync(join(image.root, 'data'), image.user, image.user);
  } else {
    say('not root: it runs as you, on code without the right to write');
  }
  makeReadOnly(image);
  await runImage(image);
} finally {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true });
}
