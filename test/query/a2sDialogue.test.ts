import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { A2sAnswer } from '#query/a2sAnswer.ts';
import { a2sDialogue } from '#query/a2sDialogue.ts';
import { createA2sMemory } from '#query/a2sMemory.ts';
import { QueryError } from '#query/queryError.ts';
import { tries } from '#test/tries.ts';
import {
  BANNED,
  BZIP2_FRAGMENTS,
  CHALLENGE,
  GOLDSRC_FRAGMENTS,
  GOLDSRC_INFO,
  INFO,
  OTHER_CHALLENGE,
  PLAYERS,
  REDIRECT,
  RULES,
} from './a2sBytes.ts';

const TIMEOUT_MS = 3_000;
/** Six for each part (a challenge taken up five times), repeats after silence and wrong answers on top. */
const MOST_DATAGRAMS = 3 * (6 + 2 + 3);

type Outcome = { answer?: A2sAnswer; error?: QueryError };

/** The state machine on a line that only notes what it is told; times are ours. */
function startDialogue(memory = createA2sMemory()) {
  const outcomes: Outcome[] = [];
  let sent = 0;
  let now = 0;
  let wakeTime = Number.POSITIVE_INFINITY;
  const dialogue = a2sDialogue(
    {
      send() {
        sent += 1;
        return now;
      },
      probe() {
        sent += 1;
      },
      wakeAt(time) {
        wakeTime = time;
      },
      pauseUntil(time) {
        wakeTime = time;
      },
      finish: (answer) => outcomes.push({ answer }),
      fail: (error) => outcomes.push({ error }),
    },
    {
      parts: ['players', 'rules'],
      memory,
      timeoutMs: TIMEOUT_MS,
      insist: false,
      decodeText: undefined,
    },
    now,
  );
  const isOver = () => outcomes.length > 0;
  return {
    begin: () => dialogue.begin(now),
    hear(datagram: Uint8Array) {
      if (!isOver()) {
        dialogue.receive(datagram, now);
      }
    },
    /** Lets time pass, with every wake on the way. */
    pass(ms: number) {
      const until = now + ms;
      while (!isOver() && wakeTime <= until) {
        now = Math.max(now, wakeTime);
        wakeTime = Number.POSITIVE_INFINITY;
        dialogue.wake(now);
      }
      now = until;
    },
    end() {
      if (!isOver()) {
        dialogue.expire(now);
      }
    },
    outcomes,
    sent: () => sent,
  };
}

const datagram = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[INFO, PLAYERS, RULES, CHALLENGE, OTHER_CHALLENGE, GOLDSRC_INFO, BANNED, REDIRECT],
      ...GOLDSRC_FRAGMENTS,
      ...BZIP2_FRAGMENTS,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  },
);
const step = fc.record({
  text: datagram,
  cut: fc.oneof(
    { weight: 4, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  ),
  flip: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.nat(2_000) },
  ),
  ms: fc.integer({ min: 0, max: 400 }),
});

function damaged({
  text,
  cut,
  flip,
}: {
  text: string;
  cut: number;
  flip: number | null;
}): Uint8Array {
  const whole = Uint8Array.from(Buffer.from(text, 'hex'));
  const bytes = whole.slice(0, Math.round(whole.length * cut));
  if (flip !== null && bytes.length > 0) {
    const at = flip % bytes.length;
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (flip % 8));
  }
  return bytes;
}

describe('the A2S dialogue, whatever is sent to it', () => {
  it('ends exactly once, with an answer that has an info or with a QueryError, and sends a bounded number of datagrams', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(step, { maxLength: 30 }), { minLength: 1, maxLength: 3 }),
        (polls) => {
          const memory = createA2sMemory();
          for (const steps of polls) {
            const talk = startDialogue(memory);
            talk.begin();
            for (const one of steps) {
              talk.pass(one.ms);
              talk.hear(damaged(one));
            }
            talk.pass(TIMEOUT_MS);
            talk.end();
            expect(talk.outcomes).toHaveLength(1);
            const { answer, error } = talk.outcomes[0] ?? {};
            expect(answer ? (answer.info ?? answer.goldsrcInfo) : error).toBeTruthy();
            expect(error === undefined || error instanceof QueryError).toBe(true);
            expect(talk.sent()).toBeLessThanOrEqual(MOST_DATAGRAMS);
          }
        },
      ),
      { numRuns: tries(600) },
    );
  });

  it('rules cut into fragments are whole or not there, never a hole', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4]), (order) => {
        const talk = startDialogue();
        talk.begin();
        talk.hear(damaged({ text: INFO, cut: 1, flip: null }));
        for (const index of order) {
          talk.hear(Buffer.from(GOLDSRC_FRAGMENTS[index] ?? '', 'hex'));
        }
        talk.pass(TIMEOUT_MS);
        talk.end();
        const rules = talk.outcomes[0]?.answer?.rules;
        const partly = order.length === 0 ? 'silent' : 'failed';
        expect(rules?.state).toBe(order.length === 5 ? 'answered' : partly);
      }),
    );
  });
});
