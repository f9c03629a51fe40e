import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openQueryCore } from '#snapshot/queryCore.ts';
import { OFFLINE_REASONS, type Snapshot } from '#snapshot/snapshot.ts';
import {
  type Capture,
  type Replay,
  type ReplayMode,
  readCaptures,
  startReplay,
} from './captureReplay.ts';
import { faultOf, journeys, onItsWay, PARTS, snapshotOf } from './damagedCapture.ts';

const captures = readCaptures();
const SEED = Date.now() % 2 ** 31;
/** Continuous integration sends 30,000 more of them on their way: `npm run fuzz -- --count 3000000`. */
const JOURNEYS = 25;

describe.skipIf(captures.length === 0)(
  `real packets that were damaged on the way (${captures.length} captures), seed ${SEED}`,
  () => {
    it.each(captures)(
      '$name: a Snapshot or a named reason, and nothing is complete that is not',
      (capture) => {
        const whole = snapshotOf(capture);
        fc.assert(
          fc.property(journeys, (journey) => {
            const actual = snapshotOf(onItsWay(capture, journey));
            expect(faultOf(capture, { whole, actual, journey })).toBeNull();
          }),
          { numRuns: JOURNEYS, seed: SEED },
        );
      },
    );

    it.each(captures)('$name: cut at every byte, no list is complete that is not', (capture) => {
      const whole = snapshotOf(capture);
      const faults: { part: string; index: number; left: number; fault: string }[] = [];
      for (const part of ['players', 'rules'] as const) {
        for (const [index, { length }] of (capture.answers.get(part) ?? []).entries()) {
          // Every byte of short ones; of long ones some forty, another set with each seed.
          const step = Math.max(1, Math.floor(length / 40));
          for (let left = SEED % step; left < length; left += step) {
            const cut = { part, index, at: left / length, kind: 'cut', bit: 0 } as const;
            const journey = { mishaps: [cut], order: [0] };
            const actual = snapshotOf(onItsWay(capture, journey));
            const fault = faultOf(capture, { whole, actual, journey });
            if (fault !== null) {
              faults.push({ part, index, left, fault });
            }
          }
        }
      }
      expect(faults).toEqual([]);
    });

    it('over real sockets too, several servers at once', async () => {
      const cases = fc.sample(
        fc.tuple(
          fc.constantFrom(...captures),
          journeys,
          fc.constantFrom<ReplayMode>('capture', 'reorder'),
        ),
        { numRuns: 60, seed: SEED },
      );
      const core = openQueryCore({ allowPrivateAddresses: true, timeoutMs: 600 });
      const replays: Replay[] = [];
      const results: { capture: Capture; snapshot: Snapshot }[] = [];
      const left = [...cases];
      // So few at once that the lists come in time: a list that is late proves nothing.
      const worker = async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) {
          const [capture, journey, mode] = next;
          const replay = await startReplay(onItsWay(capture, journey), mode);
          replays.push(replay);
          const target = { host: '127.0.0.1', port: replay.port, game: null };
          results.push({ capture, snapshot: await core.takeSnapshot(target, PARTS) });
        }
      };
      try {
        await Promise.all(Array.from({ length: 12 }, worker));
        expect(results.some(({ snapshot }) => snapshot.roster.state === 'complete')).toBe(true);
        for (const { capture, snapshot } of results) {
          const reasons: readonly (string | null)[] =
            snapshot.state === 'online' ? [null] : OFFLINE_REASONS;
          expect(reasons, capture.name).toContain(snapshot.reason);
        }
      } finally {
        await core.close();
        for (const replay of replays) {
          replay.close();
        }
      }
    }, 60_000);
  },
);
