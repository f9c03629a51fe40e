import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const BROWSER_FOLDER = fileURLToPath(new URL('./browser/', import.meta.url));
const PAGE_PATH = '/page/';

/** Nothing from elsewhere is loaded and no script runs but ours, whatever a server or player is called. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the files that the browser loads, which lie in one folder. Gives false when the path is none of them. */
export async function servePageFile(path: string, response: ServerResponse): Promise<boolean> {
  const file = fileAt(path);
  const type = TYPES[extname(file ?? '')];
  const bytes = file === null || type === undefined ? null : await readFile(file).catch(() => null);
  if (bytes === null) {
    return false;
  }
  const body = path === '/' || path === PAGE_PATH ? await withModules(bytes) : bytes;
  response
    .writeHead(200, {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': CONTENT_POLICY,
    })
    .end(body);
  return true;
}

/** Names all modules in the page, so that a browser asks for them at once and not one after another. */
async function withModules(html: Buffer): Promise<string> {
  const names = await readdir(BROWSER_FOLDER, { recursive: true });
  const links = names
    .filter((name) => name.endsWith('.js'))
    .map((name) => `<link rel="modulepreload" href="${PAGE_PATH}${name}">`);
  return html.toString('utf8').replace('<!--modules-->', links.join(''));
}

function fileAt(path: string): string | null {
  if (path === '/' || path === PAGE_PATH) {
    return `${BROWSER_FOLDER}index.html`;
  }
  if (!path.startsWith(PAGE_PATH) || path.includes('\0')) {
    return null;
  }
  const file = resolve(BROWSER_FOLDER, path.slice(PAGE_PATH.length));
  return file.startsWith(BROWSER_FOLDER) ? file : null;
}
