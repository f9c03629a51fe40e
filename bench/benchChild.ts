import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What a child process says next. Throws when it ends instead. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      ended(child, signal).then(() => {
        const how = child.signalCode ?? `exit code ${child.exitCode}`;
        throw new Error(`a process of the benchmark ended by itself: ${how}`);
      }),
    ]);
  } finally {
    stop.abort();
  }
}

/** Asks a child process to end and waits for that; one that has ended already is no error. */
export async function endChild(child: ChildProcess): Promise<void> {
  const stop = new AbortController();
  if (child.connected) {
    child.send('end', () => {});
  }
  await ended(child, stop.signal);
}

async function ended(child: ChildProcess, signal: AbortSignal): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, 'exit', { signal });
  }
}
