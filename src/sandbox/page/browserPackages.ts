import { createRequire } from 'node:module';
import { sep } from 'node:path';

/** Packages that the browser loads, each with the file its bare name stands for and whether files inside are named. */
const PACKAGES = [
  { name: '@skyra/discord-components-core', main: 'dist/index.js', inside: false },
  { name: '@lit/context', main: 'index.js', inside: false },
  { name: '@lit/reactive-element', main: 'reactive-element.js', inside: true },
  { name: 'lit', main: 'index.js', inside: true },
  { name: 'lit-element', main: 'index.js', inside: true },
  { name: 'lit-html', main: 'lit-html.js', inside: true },
] as const;

/** Where the packages are served. */
export const PACKAGES_PATH = '/page/packages/';

/** The import map that lets a browser load the packages from this server, as JSON. */
export function importMap(): string {
  const imports = Object.fromEntries(
    PACKAGES.flatMap(({ name, main, inside }) => [
      [name, `${PACKAGES_PATH}${name}/${main}`],
      ...(inside ? [[`${name}/`, `${PACKAGES_PATH}${name}/`]] : []),
    ]),
  );
  return JSON.stringify({ imports });
}

/** The folder of each package on this machine, by name. Throws when one is not installed. */
export function packageFolders(): ReadonlyMap<string, string> {
  const [{ name: first }, ...others] = PACKAGES;
  const here = createRequire(import.meta.url);
  const entry = here.resolve(first);
  const folders = new Map([[first as string, folderOf(entry, first)]]);
  // The others are dependencies of the first, or of lit, and need not lie beside this project's own packages.
  const fromFirst = createRequire(entry);
  const fromLit = createRequire(fromFirst.resolve('lit'));
  const fromElement = createRequire(fromLit.resolve('lit-element'));
  for (const { name } of others) {
    folders.set(name, folderOf(resolveFrom([fromFirst, fromLit, fromElement], name), name));
  }
  return folders;
}

function resolveFrom(places: readonly NodeJS.Require[], name: string): string {
  const found = places.flatMap((place) => {
    try {
      return [place.resolve(name)];
    } catch {
      return [];
    }
  })[0];
  if (found === undefined) {
    throw new Error(
      `the package ${name}, which the page of local mode needs, is not installed: run npm ci`,
    );
  }
  return found;
}

function folderOf(file: string, name: string): string {
  const mark = `${sep}node_modules${sep}${name.replaceAll('/', sep)}${sep}`;
  return file.slice(0, file.lastIndexOf(mark) + mark.length);
}
