import { setTimeout as pause } from 'node:timers/promises';
import type { After } from '#clock/after.ts';

/** What one side of this process sends over loopback is read by the other within a few turns of the event loop. */
const TURNS = 25;

/**
 * Time that passes only while nothing is on its way: whatever the wait, it is over after so many turns of the event loop. For stories
 * of silence with both sides in this process: the machine may be as busy as it likes, and who waits for minutes waits no longer than
 * who waits for 100 ms.
 */
export const afterQuiet: After = (_ms, run) => {
  let isWanted = true;
  const wait = async () => {
    for (let turn = 0; turn < TURNS && isWanted; turn += 1) {
      await pause(1);
    }
    if (isWanted) {
      run();
    }
  };
  void wait();
  return () => {
    isWanted = false;
  };
};
