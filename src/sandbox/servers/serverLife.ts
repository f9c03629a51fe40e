import { nameFor } from './playerNames.ts';
import { type Dice, dice } from './seededRandom.ts';

/** Somebody who plays. Times are in ms of the world's clock. */
export type Visitor = {
  readonly name: string;
  readonly joinedAt: number;
  readonly leavesAt: number;
  /** Points a minute. */
  readonly skill: number;
};

/** What a kind of server is like: how busy, how steady. All times are in ms. */
export type Habits = {
  readonly slots: number;
  readonly maps: readonly [string, ...string[]];
  /** Who plays when the world starts. */
  readonly regulars: readonly string[];
  readonly arrivalEvery: number;
  readonly stay: number;
  /** How long a map is played; null when a server keeps its map. */
  readonly mapLasts: number | null;
  /** How often it fails by itself and for how long; null when it never does. */
  readonly outage: { readonly every: number; readonly lasts: number } | null;
};

type Power =
  | { readonly state: 'up'; readonly since: number; readonly failsAt: number }
  | { readonly state: 'down'; readonly since: number; readonly backAt: number };

/** Everything that is true of a simulated server at one moment. */
export type Life = {
  readonly at: number;
  readonly bornAt: number;
  readonly chance: number;
  readonly power: Power;
  readonly map: string;
  readonly mapSince: number;
  readonly mapEndsAt: number;
  /** In the order in which they joined. */
  readonly visitors: readonly Visitor[];
  readonly nextArrivalAt: number;
  /** Who was thrown out by an outage and means to come back, and when. */
  readonly returning: readonly { readonly name: string; readonly at: number }[];
};

/** Habits of a server on which nothing happens by itself: only the controls change it. */
export function still(habits: Habits): Habits {
  return {
    ...habits,
    arrivalEvery: Number.POSITIVE_INFINITY,
    stay: Number.POSITIVE_INFINITY,
    mapLasts: null,
    outage: null,
  };
}

/** A server as it is when the world starts: up, on its first map, with its regulars. */
export function beginLife(habits: Habits, chance: number, now: number): Life {
  const fate = dice(chance);
  const visitors = habits.regulars.slice(0, habits.slots).map((name, place) => ({
    ...arrive(name, now, habits, fate),
    joinedAt: now - (habits.regulars.length - place) * 437_000 - fate.whole(0, 300_000),
  }));
  return {
    at: now,
    bornAt: now,
    power: { state: 'up', since: now, failsAt: failureAfter(now, habits, fate) },
    map: habits.maps[0],
    mapSince: now,
    mapEndsAt: mapEnd(now, habits, fate),
    visitors,
    nextArrivalAt: now + fate.wait(habits.arrivalEvery),
    returning: [],
    chance: fate.state(),
  };
}

/**
 * The life at `now`: every arrival, departure, map change and outage up to then, in the order of time. How often it
 * is called makes no difference. A `now` in the past changes nothing.
 */
export function advanceLife(life: Life, habits: Habits, now: number): Life {
  let current = life;
  for (let next = nextEvent(current); next.at <= now; next = nextEvent(current)) {
    current = happen(current, next, habits);
  }
  return now > current.at ? { ...current, at: now } : current;
}

type LifeEvent = { kind: 'fail' | 'back' | 'leave' | 'return' | 'arrive' | 'map'; at: number };

function nextEvent({ power, visitors, returning, nextArrivalAt, mapEndsAt }: Life): LifeEvent {
  if (power.state === 'down') {
    return { kind: 'back', at: power.backAt };
  }
  const events: LifeEvent[] = [
    { kind: 'fail', at: power.failsAt },
    { kind: 'leave', at: earliest(visitors.map((visitor) => visitor.leavesAt)) },
    { kind: 'return', at: earliest(returning.map((guest) => guest.at)) },
    { kind: 'arrive', at: nextArrivalAt },
    { kind: 'map', at: mapEndsAt },
  ];
  return events.reduce((first, event) => (event.at < first.at ? event : first));
}

function happen(life: Life, event: LifeEvent, habits: Habits): Life {
  const { at } = event;
  const fate = dice(life.chance);
  switch (event.kind) {
    case 'fail':
      return goDown(life, at, at + fate.wait(habits.outage?.lasts ?? 0), fate);
    case 'back':
      return comeUp(life, habits, at, fate);
    case 'leave':
      return { ...life, at, visitors: life.visitors.filter((visitor) => visitor.leavesAt > at) };
    case 'return':
      return letReturn(life, habits, at, fate);
    case 'arrive':
      return letArrive(life, habits, at, fate);
    case 'map':
      return changeMap(life, habits, at, fate);
  }
}

/** The server falls silent; most of its players mean to come back. */
export function goDown(life: Life, at: number, backAt: number, fate = dice(life.chance)): Life {
  const returning = life.visitors
    .filter(() => fate.roll() < 0.7)
    .map(({ name }) => ({ name, at: Number.POSITIVE_INFINITY }));
  return {
    ...life,
    at,
    power: { state: 'down', since: at, backAt },
    visitors: [],
    returning,
    chance: fate.state(),
  };
}

/** The server answers again: empty, on its first map, and its players come back one by one. */
export function comeUp(life: Life, habits: Habits, at: number, fate = dice(life.chance)): Life {
  return {
    ...life,
    at,
    power: { state: 'up', since: at, failsAt: failureAfter(at, habits, fate) },
    map: habits.maps[0],
    mapSince: at,
    mapEndsAt: mapEnd(at, habits, fate),
    returning: life.returning.map(({ name }) => ({ name, at: at + fate.whole(5_000, 90_000) })),
    nextArrivalAt: at + fate.wait(habits.arrivalEvery),
    chance: fate.state(),
  };
}

/** The next map of the rotation is loaded; who plays, stays. */
export function changeMap(life: Life, habits: Habits, at: number, fate = dice(life.chance)): Life {
  const place = habits.maps.indexOf(life.map);
  return {
    ...life,
    at,
    map: habits.maps[(place + 1) % habits.maps.length] ?? habits.maps[0],
    mapSince: at,
    mapEndsAt: mapEnd(at, habits, fate),
    chance: fate.state(),
  };
}

/** Strangers join until every slot is taken, or until `count` have come. */
export function joinStrangers(life: Life, habits: Habits, count: number): Life {
  const fate = dice(life.chance);
  const visitors = [...life.visitors];
  const taken = new Set(visitors.map(({ name }) => name));
  for (let more = Math.min(count, habits.slots - visitors.length); more > 0; more -= 1) {
    const name = nameFor(fate, taken);
    taken.add(name);
    visitors.push(arrive(name, life.at, habits, fate));
  }
  return { ...life, visitors, chance: fate.state() };
}

function letArrive(life: Life, habits: Habits, at: number, fate: Dice): Life {
  const nextArrivalAt = at + fate.wait(habits.arrivalEvery);
  return joinStrangers({ ...life, at, nextArrivalAt, chance: fate.state() }, habits, 1);
}

function letReturn(life: Life, habits: Habits, at: number, fate: Dice): Life {
  const taken = new Set(life.visitors.map(({ name }) => name));
  const back = life.returning
    .filter((guest) => guest.at <= at && !taken.has(guest.name))
    .slice(0, Math.max(0, habits.slots - life.visitors.length))
    .map(({ name }) => arrive(name, at, habits, fate));
  return {
    ...life,
    at,
    visitors: [...life.visitors, ...back],
    returning: life.returning.filter((guest) => guest.at > at),
    chance: fate.state(),
  };
}

function arrive(name: string, now: number, habits: Habits, fate: Dice): Visitor {
  return { name, joinedAt: now, leavesAt: now + fate.wait(habits.stay), skill: fate.roll() * 3 };
}

function failureAfter(now: number, habits: Habits, fate: Dice): number {
  return habits.outage === null ? Number.POSITIVE_INFINITY : now + fate.wait(habits.outage.every);
}

function mapEnd(now: number, habits: Habits, fate: Dice): number {
  return habits.mapLasts === null ? Number.POSITIVE_INFINITY : now + fate.wait(habits.mapLasts);
}

function earliest(times: readonly number[]): number {
  return times.reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY);
}
