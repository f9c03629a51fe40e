import { describe, expect, it } from 'vitest';
import { openQueryCore } from '#snapshot/queryCore.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import {
  type Capture,
  type Replay,
  type ReplayMode,
  readCaptures,
  startReplay,
} from './captureReplay.ts';
import { differences } from './compareSnapshot.ts';

const captures = readCaptures();
const MODES: readonly ReplayMode[] = [
  'capture',
  'none',
  'info',
  'lists',
  'all',
  'twice',
  'reorder',
  'foreign',
];
const AT_ONCE = 10;
const PARTS = ['info', 'players', 'rules'] as const;

type Session = {
  take(capture: Capture, mode: ReplayMode, silent?: readonly string[]): Promise<Snapshot>;
};

/** One core for many servers. All stay up until the end: a port that is used again would be another server's. */
async function inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const core = openQueryCore({ allowPrivateAddresses: true });
  const replays: Replay[] = [];
  try {
    return await work({
      async take(capture, mode, silent = []) {
        const replay = await startReplay(capture, mode, silent);
        replays.push(replay);
        return core.takeSnapshot({ host: '127.0.0.1', port: replay.port, game: null }, PARTS);
      },
    });
  } finally {
    await core.close();
    for (const replay of replays) {
      replay.close();
    }
  }
}

/** Runs `work` over all captures, a few at a time, and gives what it found by name of the capture. */
async function overAll(
  work: (capture: Capture) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const left = [...captures];
  const worker = async () => {
    for (let capture = left.shift(); capture !== undefined; capture = left.shift()) {
      const lines = await work(capture);
      if (lines.length > 0) {
        found[capture.name] = lines;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}

const closedPaths = ({ hasBinaryRules }: Capture): ReadonlySet<string> =>
  new Set(hasBinaryRules ? [] : ['rules.values']);

describe(`real packets replayed over a socket (${captures.length} captures; skipped where ../shared/captures is absent)`, {
  concurrent: true,
  skip: captures.length === 0,
}, () => {
  it.each(MODES)(
    'mean what they mean, challenges and order: %s',
    async (mode) => {
      const wrong = await inSession((session) =>
        overAll(async (capture) => {
          const snapshot = await session.take(capture, mode);
          return differences(capture.expected, snapshot, closedPaths(capture)).slice(0, 4);
        }),
      );
      expect(wrong).toEqual({});
    },
    120_000,
  );

  it('stay online, in one deadline, when players and rules keep silent', async () => {
    const wrong = await inSession((session) =>
      overAll(async (capture) => {
        const since = performance.now();
        const snapshot = await session.take(capture, 'capture', ['players', 'rules']);
        const ms = performance.now() - since;
        const isRight =
          snapshot.state === 'online' &&
          snapshot.roster.state !== 'complete' &&
          snapshot.rules.state === 'unavailable' &&
          ms < 3_500;
        return isRight ? [] : [`${snapshot.state} ${snapshot.roster.state} after ${ms} ms`];
      }),
    );
    expect(wrong).toEqual({});
  }, 120_000);
});
