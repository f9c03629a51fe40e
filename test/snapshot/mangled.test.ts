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

const captures = readCaptures();
const SEED = Date.now() % 2 ** 31;
const PARTS = ['info', 'players', 'rules'] as const;
type Part = (typeof PARTS)[number];

/** What happened to one datagram on the way; `at` is where, as a share of its length. */
type Mishap = { part: Part; index: number; at: number; kind: 'cut' | 'flip' | 'lost' };

const mishaps: fc.Arbitrary<Mishap> = fc.record({
  part: fc.constantFrom<Part>(...PARTS),
  index: fc.nat(7),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  kind: fc.constantFrom('cut', 'flip', 'lost'),
});

function mangle(capture: Capture, { part, index, at, kind }: Mishap): Capture {
  const datagrams = capture.answers.get(part) ?? [];
  const which = datagrams.length === 0 ? 0 : index % datagrams.length;
  const mangled = datagrams.flatMap((datagram, position) => {
    if (position !== which) {
      return [datagram];
    }
    const place = Math.floor(datagram.length * at);
    if (kind === 'lost') {
      return [];
    }
    if (kind === 'cut') {
      return [datagram.subarray(0, place)];
    }
    const flipped = Buffer.from(datagram);
    flipped[place] = (flipped[place] ?? 0) ^ (1 << (index % 8));
    return [flipped];
  });
  return { ...capture, answers: new Map([...capture.answers, [part, mangled]]) };
}

describe.skipIf(captures.length === 0)('real packets that were damaged on the way', () => {
  it(`give a Snapshot or a named reason, never an error or a hang, seed ${SEED}`, async () => {
    const cases = fc.sample(
      fc.tuple(
        fc.constantFrom(...captures),
        mishaps,
        fc.constantFrom<ReplayMode>('capture', 'reorder'),
      ),
      { numRuns: 200, seed: SEED },
    );
    const core = openQueryCore({ allowPrivateAddresses: true, timeoutMs: 600 });
    const replays: Replay[] = [];
    const results: { capture: Capture; mishap: Mishap; snapshot: Snapshot }[] = [];
    const left = [...cases];
    // So few at once that the lists come in time: a list that is late proves nothing.
    const worker = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [capture, mishap, mode] = next;
        const replay = await startReplay(mangle(capture, mishap), mode);
        replays.push(replay);
        const target = { host: '127.0.0.1', port: replay.port, game: null };
        results.push({ capture, mishap, snapshot: await core.takeSnapshot(target, PARTS) });
      }
    };
    try {
      await Promise.all(Array.from({ length: 12 }, worker));
      const whole = results.filter(({ snapshot }) => snapshot.roster.state === 'complete');
      expect(whole.length).toBeGreaterThan(results.length / 8);
      for (const { capture, mishap, snapshot } of results) {
        const what = `${capture.name} ${JSON.stringify(mishap)}`;
        const reasons: readonly (string | null)[] =
          snapshot.state === 'online' ? [null] : OFFLINE_REASONS;
        expect(reasons, what).toContain(snapshot.reason);
        if (mishap.kind !== 'flip' && mishap.part !== 'info') {
          expect(claimsMore(capture, snapshot), what).toBe(false);
        }
      }
    } finally {
      await core.close();
      for (const replay of replays) {
        replay.close();
      }
    }
  }, 60_000);
});

type Sizes = { roster?: { players?: unknown[] }; rules?: { values?: object } };

/** "complete" with less in it than the undamaged packets hold. */
function claimsMore(
  { expected }: Capture,
  actual: Sizes & { roster: { state: string }; rules: { state: string } },
): boolean {
  const whole: Sizes = expected;
  const players = whole.roster?.players?.length ?? 0;
  const rules = Object.keys(whole.rules?.values ?? {}).length;
  return (
    (actual.roster.state === 'complete' && (actual.roster.players?.length ?? 0) < players) ||
    (actual.rules.state === 'complete' && Object.keys(actual.rules.values ?? {}).length < rules)
  );
}
