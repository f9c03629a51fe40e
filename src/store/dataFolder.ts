import { access, readFile, realpath } from 'node:fs/promises';

/**
 * Where a folder's bytes end up: on a mount of its own, on a volume without a name (it goes with the container), or inside the
 * container, where they are lost when it is replaced. "host" = not in a container: nothing to warn about.
 */
export type DataPlace = 'host' | 'mount' | 'anonymous-volume' | 'container';

/** Marks that Docker and Podman put into a container's root. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

/** A volume that was not named by anybody is called by 64 hex digits. */
const ANONYMOUS_VOLUME = /\/volumes\/[0-9a-f]{64}\/_data$/;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * What the kernel's mount table (proc(5), /proc/PID/mountinfo) says about a folder of a container: field 4 is the source inside the
 * mounted file system, field 5 the place where it is mounted. Pure.
 */
export function placeOf(folder: string, mountinfo: string): Exclude<DataPlace, 'host'> {
  const mounts = mountinfo
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([, , , source, point]) => (source && point ? [{ source, point }] : []))
    .filter(({ point }) => point !== '/' && (folder === point || folder.startsWith(`${point}/`)));
  const nearest = mounts.sort((a, b) => b.point.length - a.point.length)[0];
  if (nearest === undefined) {
    return 'container';
  }
  return ANONYMOUS_VOLUME.test(nearest.source) ? 'anonymous-volume' : 'mount';
}

/** Finds out where the data folder lies; the folder must exist. */
export async function findDataPlace(folder: string): Promise<DataPlace> {
  const marks = await Promise.all(CONTAINER_MARKS.map(exists));
  if (!marks.includes(true)) {
    return 'host';
  }
  return placeOf(await realpath(folder), await readFile('/proc/self/mountinfo', 'utf8'));
}
