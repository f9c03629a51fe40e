import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: (how: { type: 'major'; flavor: 'last-resort' }) => void =
  runInNewContext('gc');

/**
 * Bytes of objects and of buffers that are really in use: what would be collected anyway is collected first, compiled code that
 * rests too.
 */
export function keptHeap(): number {
  collectGarbage({ type: 'major', flavor: 'last-resort' });
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
