import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodePlayers } from '#codec/samp/players.ts';
import { encodeInfo } from '#codec/samp/info.ts';
import { encodeRules } from '#codec/samp/rules.ts';
import type { QueryError } from '#query/queryError.ts';
import type { SampAnswer } from '#query/sampAnswer.ts';
import { sampDialogue } from '#query/sampDialogue.ts';
import { createSampMemory } from '#query/sampMemory.ts';
import { tries } from '#test/tries.ts';
import { hasty } from './sampTable.ts';

const peer = { address: '203.0.113.7', port: 7777 };
const ascii = (text: string) => new TextEncoder().encode(text);

const whole = [
  encodeInfo(peer, {
    password: false,
    players: 2,
    max: 50,
    hostname: ascii('Test'),
    gamemode: ascii('RP'),
    language: ascii('EN'),
  }),
  encodeRules(peer, [{ name: ascii('version'), value: ascii('0.3.7-R2') }]),
  encodePlayers(peer, 'd', {
    declared: 2,
    entries: [
      { name: ascii('CJ'), score: 1, ping: 2, slotByte: 0 },
      { name: ascii('Smoke'), score: 3, ping: 4, slotByte: 1 },
    ],
  }),
];

/** A dialogue on a clock of its own, without a socket: what it ended in stands in `end`. */
function hold() {
  const end: { answer: SampAnswer | null; error: QueryError | null } = {
    answer: null,
    error: null,
  };
  let wakeAt = Number.POSITIVE_INFINITY;
  const sent: Uint8Array[] = [];
  let now = 0;
  const dialogue = sampDialogue(
    {
      send(datagram) {
        sent.push(datagram);
        return now;
      },
      probe: () => undefined,
      wakeAt(time) {
        wakeAt = time;
      },
      pauseUntil(time) {
        wakeAt = time;
      },
      finish(answer) {
        end.answer = answer;
      },
      fail(error) {
        end.error = error;
      },
    },
    {
      peer,
      parts: ['info', 'players', 'rules'],
      insist: false,
      timeoutMs: 3_000,
      memory: createSampMemory(),
      pacing: hasty(),
      makePing: () => Uint8Array.of(1, 2, 3, 4),
    },
  );
  const isOver = () => end.answer !== null || end.error !== null;
  return {
    sent,
    end,
    begin: () => dialogue.begin(0),
    hear(datagram: Uint8Array) {
      if (!isOver()) {
        dialogue.receive(datagram, now);
      }
    },
    /** Lets time pass until it is over; false when it would wait for ever. */
    sitOut() {
      while (!isOver() && now < 3_000) {
        now = Math.min(3_000, Math.max(now, wakeAt));
        wakeAt = Number.POSITIVE_INFINITY;
        if (now >= 3_000) {
          dialogue.expire(now);
        } else {
          dialogue.wake(now);
        }
      }
      return isOver();
    },
  };
}

const mangled = fc
  .tuple(fc.constantFrom(...whole), fc.nat(), fc.nat(7), fc.nat(), fc.boolean())
  .map(([datagram, at, bit, length, cut]) => {
    const copy = datagram.slice();
    copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ (1 << bit);
    return cut ? copy.subarray(0, length % copy.length) : copy;
  });
const anything = fc.oneof(fc.constantFrom(...whole), mangled, fc.uint8Array({ maxLength: 60 }));

test('whatever comes, it ends in an answer or an error with a name, within its deadline', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 12 }), (datagrams) => {
      const table = hold();
      table.begin();
      for (const datagram of datagrams) {
        table.hear(datagram);
      }
      expect(table.sitOut()).toBe(true);
      expect(table.end.answer === null).toBe(table.end.error !== null);
      expect(table.sent.length).toBeLessThanOrEqual(10);
    }),
    { numRuns: tries(1_000) },
  );
});

test('the same answers in any order, doubled and mixed with garbage, give the same', () => {
  const garbage = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 });
  fc.assert(
    fc.property(garbage, fc.boolean(), (noise, doubled) => {
      const table = hold();
      table.begin();
      for (const datagram of whole) {
        for (const one of [...noise, datagram, ...(doubled ? [datagram] : [])]) {
          table.hear(one);
        }
      }
      expect(table.end.answer).toMatchObject({
        info: { players: 2, max: 50 },
        openmp: false,
        players: { state: 'answered', value: { declared: 2, complete: true } },
        rules: { state: 'answered', value: { declared: 1 } },
        problems: [],
      });
      expect(table.sent).toHaveLength(3);
    }),
  );
});

test('no byte of a list that was cut makes a complete one, except between two records', () => {
  const list = whole[2] ?? new Uint8Array();
  for (let length = 0; length < list.length; length += 1) {
    const table = hold();
    table.begin();
    table.hear(whole[0] ?? list);
    table.hear(whole[1] ?? list);
    table.hear(list.subarray(0, length));
    table.sitOut();
    const players = table.end.answer?.players;
    const isComplete = players?.state === 'answered' && players.value.complete;
    expect(isComplete).toBe(length === 13 || length === 25);
  }
});
