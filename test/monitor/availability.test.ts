import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AvailabilityEvent,
  neverAsked,
  reaskAfter,
  stepAvailability,
  type Thresholds,
  THRESHOLDS,
} from '#monitor/availability.ts';
import type { Availability } from '#store/serverDocument.ts';

type Moment = [at: number, answered: boolean];

/** Lets a server live through some moments; what was said about it, and where it stands after each. */
function live(moments: readonly Moment[], thresholds?: Thresholds) {
  let availability = neverAsked(0);
  const states: Availability['state'][] = [];
  const events: AvailabilityEvent[] = [];
  for (const [at, answered] of moments) {
    const { after, event } = stepAvailability(availability, { answered, at }, thresholds);
    availability = after;
    states.push(after.state);
    if (event !== null) {
      events.push(event);
    }
  }
  return { availability, states, events };
}

describe('a server', () => {
  it('that answers the first time is up, and nobody is told', () => {
    const { states, events } = live([[10, true]]);
    expect(states).toEqual(['up']);
    expect(events).toEqual([]);
  });

  it('that never answered is down without an outage: nobody is told, then or at its return', () => {
    const { states, events, availability } = live([
      [0, false],
      [5, false],
      [15, false],
      [75, false],
    ]);
    expect(states).toEqual(['unknown', 'unknown', 'down', 'down']);
    expect(events).toEqual([]);
    expect(availability.downSince).toBeNull();
  });

  it('that never answered comes up silently', () => {
    const { states, events } = live([
      [0, false],
      [5, false],
      [15, false],
      [75, true],
      [80, true],
    ]);
    expect(states.slice(2)).toEqual(['down', 'recovering', 'up']);
    expect(events).toEqual([]);
  });

  it('that misses twice and answers was only slow', () => {
    const { states, events, availability } = live([
      [0, true],
      [60, false],
      [65, false],
      [75, true],
    ]);
    expect(states).toEqual(['up', 'suspect', 'suspect', 'up']);
    expect(events).toEqual([]);
    expect(availability).toMatchObject({ misses: 0, downSince: null, lastAnswerAt: 75, since: 75 });
  });

  it('that misses three times is down since the first miss, and is said to be so once', () => {
    const { states, events } = live([
      [0, true],
      [60, false],
      [65, false],
      [75, false],
      [120, false],
      [180, false],
    ]);
    expect(states.slice(1)).toEqual(['suspect', 'suspect', 'down', 'down', 'down']);
    expect(events).toEqual([{ kind: 'down', since: 60, lastOnline: 0 }]);
  });

  it('that answers twice is back; the outage ended with the first answer', () => {
    const { states, events } = live([
      [0, true],
      [60, false],
      [65, false],
      [75, false],
      [600, true],
      [605, true],
    ]);
    expect(states.slice(3)).toEqual(['down', 'recovering', 'up']);
    expect(events[1]).toEqual({ kind: 'up', since: 60, until: 600, unwatched: null });
  });

  it('that answers once and misses again is still in the same outage', () => {
    const { events, availability } = live([
      [0, true],
      [60, false],
      [65, false],
      [75, false],
      [600, true],
      [605, false],
      [900, true],
      [905, true],
    ]);
    expect(events.slice(1)).toEqual([{ kind: 'up', since: 60, until: 900, unwatched: null }]);
    expect(availability.state).toBe('up');
  });

  it('is judged by the thresholds it is given', () => {
    const { events } = live(
      [
        [0, true],
        [60, false],
        [90, true],
      ],
      { ...THRESHOLDS, downAfter: 1, upAfter: 1 },
    );
    expect(events).toEqual([
      { kind: 'down', since: 60, lastOnline: 0 },
      { kind: 'up', since: 60, until: 90, unwatched: null },
    ]);
  });
});

describe('a server is asked again', () => {
  const pauseAfter = (moments: readonly Moment[]) => reaskAfter(live(moments).availability);
  const [up, once, twice, thrice]: [Moment, Moment, Moment, Moment] = [
    [0, true],
    [1, false],
    [2, false],
    [3, false],
  ];

  it('5 s after the first miss, 10 s after the second, then by the rounds', () => {
    expect(pauseAfter([up])).toBeNull();
    expect(pauseAfter([up, once])).toBe(5_000);
    expect(pauseAfter([up, once, twice])).toBe(10_000);
    expect(pauseAfter([up, once, twice, thrice])).toBeNull();
  });

  it('5 s after the answer that may be its return', () => {
    expect(pauseAfter([up, once, twice, thrice, [4, true]])).toBe(5_000);
    expect(pauseAfter([up, once, twice, thrice, [4, true], [5, true]])).toBeNull();
  });

  it('soon, twice, when it did not answer the very first time', () => {
    expect(pauseAfter([once])).toBe(5_000);
    expect(pauseAfter([once, twice])).toBe(10_000);
    expect(pauseAfter([once, twice, thrice])).toBeNull();
  });
});

describe('whatever a server does', () => {
  const anyLife = fc.array(fc.boolean(), { maxLength: 200 });
  const moments = (life: boolean[]): Moment[] => life.map((answered, n) => [n * 1000, answered]);

  it('a down is followed by its up before the next down, and no up comes first', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        const { events } = live(moments(life));
        for (const [n, event] of events.entries()) {
          expect(event.kind).toBe(n % 2 === 0 ? 'down' : 'up');
          expect(event.kind === 'up' && event.since).toBe(
            event.kind === 'up' && events[n - 1]?.since,
          );
        }
      }),
    );
  });

  it('an outage begins at a miss, ends at an answer, and lasts', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        for (const event of live(moments(life)).events) {
          expect(life[event.since / 1000]).toBe(false);
          if (event.kind === 'up') {
            expect(life[event.until / 1000]).toBe(true);
            expect(event.until).toBeGreaterThan(event.since);
          }
        }
      }),
    );
  });

  it('three answers leave it up, three misses leave it not up', () => {
    fc.assert(
      fc.property(anyLife, fc.boolean(), (life, last) => {
        const { availability } = live(moments([...life, last, last, last]));
        expect(['up', 'suspect'].includes(availability.state)).toBe(last);
      }),
    );
  });
});
