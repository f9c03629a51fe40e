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

/** What a child process answers to `message`. Throws when it ends instead, or has ended already. */
export function answerTo(child: ChildProcess, message: string): Promise<unknown> {
  tell(child, message);
  return nextMessage(child);
}

/** Asks a child process to end and waits for that; one that has ended already is no error. */
export async function endChild(child: ChildProcess): Promise<void> {
  const stop = new AbortController();
  tell(child, 'end');
  await ended(child, stop.signal);
}

/** That a child cannot be told, because it has ended, shows in what it does not say. */
function tell(child: ChildProcess, message: string): void {
  if (child.connected) {
    child.send(message, () => {});
  }
}

async function ended(child: ChildProcess, signal: AbortSignal): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, 'exit', { signal });
  }
}
