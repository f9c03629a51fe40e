import fc from 'fast-check';
import { readCaptures } from './captureReplay.ts';
import { faultOf, type Journey, journeys, onItsWay, snapshotOf } from './damagedCapture.ts';

export type CaptureRun = {
  seed: number;
  conversations: number;
  /** Of the captures, as they came after their journeys. */
  datagrams: number;
  milliseconds: number;
  /** The first that went wrong; null when none did. */
  failure: { capture: string; journey: Journey; why: string } | null;
};

const captures = readCaptures();
const undamaged = new Map(captures.map((capture) => [capture.name, snapshotOf(capture)]));

/** So many conversations with real servers whose packets are damaged on the way; null where there are no captures. */
export function fuzzCaptures(seed: number, conversations: number): CaptureRun | null {
  if (captures.length === 0) {
    return null;
  }
  const start = performance.now();
  const cases = fc.sample(fc.tuple(fc.constantFrom(...captures), journeys), {
    numRuns: conversations,
    seed: seed % 2 ** 31,
  });
  let datagrams = 0;
  for (const [at, [capture, journey]] of cases.entries()) {
    const damaged = onItsWay(capture, journey);
    datagrams += [...damaged.answers.values()].reduce((sum, { length }) => sum + length, 0);
    const why = outcomeOf(() => {
      const whole = undamaged.get(capture.name) ?? snapshotOf(capture);
      return faultOf(capture, { whole, actual: snapshotOf(damaged), journey });
    });
    if (why !== null) {
      const failure = { capture: capture.name, journey, why };
      const milliseconds = performance.now() - start;
      return { seed, conversations: at + 1, datagrams, milliseconds, failure };
    }
  }
  return { seed, conversations, datagrams, milliseconds: performance.now() - start, failure: null };
}

function outcomeOf(act: () => string | null): string | null {
  try {
    return act();
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
