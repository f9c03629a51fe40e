import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importMap, PACKAGES_PATH, packageFolders } from './browserPackages.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const PAGE_FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PAGE_PATH = '/page/';

/** Serves the files of the page and of the packages it loads. Gives false when the path is none of them. */
export type PageFiles = (path: string, response: ServerResponse) => Promise<boolean>;

/** Files come from two places only: this folder (html, css, js, svg) and the folders of the packages (js). */
export function createPageFiles(): PageFiles {
  const packages = packageFolders();
  const map = importMap();
  const policy = contentPolicy(map);
  return async (path, response) => {
    const file =
      path === '/' || path === PAGE_PATH ? `${PAGE_FOLDER}index.html` : fileAt(path, packages);
    const type = file === null ? undefined : TYPES[extname(file)];
    const bytes =
      file === null || type === undefined ? null : await readFile(file).catch(() => null);
    if (file === null || type === undefined || bytes === null) {
      return false;
    }
    const isPage = file.endsWith('index.html');
    const body = isPage
      ? bytes
          .toString('utf8')
          .replace('<!--importmap-->', `<script type="importmap">${map}</script>`)
      : bytes;
    response.writeHead(200, {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      ...(isPage ? { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' } : {}),
    });
    response.end(body);
    return true;
  };
}

/** Nothing from elsewhere is loaded and no script runs but ours, whatever a server or player is called. */
function contentPolicy(map: string): string {
  const hash = createHash('sha256').update(map).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function fileAt(path: string, packages: ReadonlyMap<string, string>): string | null {
  for (const [name, folder] of packages) {
    const prefix = `${PACKAGES_PATH}${name}/`;
    if (path.startsWith(prefix)) {
      return path.endsWith('.js') ? inside(folder, path.slice(prefix.length)) : null;
    }
  }
  return path.startsWith(PAGE_PATH) ? inside(PAGE_FOLDER, path.slice(PAGE_PATH.length)) : null;
}

/** The file in the folder, or null when the path leads out of it. */
function inside(folder: string, path: string): string | null {
  const file = resolve(folder, path);
  const root = folder.endsWith(sep) ? folder : folder + sep;
  return file.startsWith(root) && !file.includes('\0') ? file : null;
}
