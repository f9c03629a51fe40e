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
/** Packages change only when they are installed anew; a browser need not ask for 200 files at each visit. */
const PACKAGES_CACHE = 'private, max-age=3600';

/** Serves the files of the page and of the packages it loads. Gives false when the path is none of them. */
export type PageFiles = (path: string, response: ServerResponse) => Promise<boolean>;

/** Files come from two places only: this folder (html, css, js, svg) and the folders of the packages (js). */
export function createPageFiles(): PageFiles {
  const packages = packageFolders();
  const map = importMap();
  const policy = contentPolicy(map);
  const script = `<script type="importmap">${map}</script>`;
  return async (path, response) => {
    const file = fileAt(path, packages);
    const type = TYPES[extname(file ?? '')];
    if (file === null || type === undefined) {
      return false;
    }
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) {
      return false;
    }
    const isHtml = type === TYPES['.html'];
    response.writeHead(200, {
      'content-type': type,
      'cache-control': path.startsWith(PACKAGES_PATH) ? PACKAGES_CACHE : 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(isHtml ? { 'content-security-policy': policy } : {}),
    });
    response.end(isHtml ? bytes.toString('utf8').replace('<!--importmap-->', script) : bytes);
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
  if (path === '/' || path === PAGE_PATH) {
    return `${PAGE_FOLDER}index.html`;
  }
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
