import { changeMap, comeUp, goDown, type Habits, joinStrangers, type Life } from './serverLife.ts';

/** The server falls silent until somebody brings it up. */
export function takeDown(life: Life): Life {
  return life.power.state === 'down'
    ? { ...life, power: { ...life.power, backAt: Number.POSITIVE_INFINITY } }
    : goDown(life, life.at, Number.POSITIVE_INFINITY);
}

/** The server answers again; nothing happens to one that is up. */
export function bringUp(life: Life, habits: Habits): Life {
  return life.power.state === 'up' ? life : comeUp(life, habits, life.at);
}

/** The server process starts anew: nobody is on it, the next map of the rotation is loaded. */
export function restart(life: Life, habits: Habits): Life {
  const started = comeUp({ ...life, visitors: [], returning: [] }, habits, life.at);
  return changeMap({ ...started, map: life.map }, habits, life.at);
}

/** Every slot is taken. A server that is down stays empty. */
export function fillUp(life: Life, habits: Habits): Life {
  return life.power.state === 'up' ? joinStrangers(life, habits, habits.slots) : life;
}

/** One more player joins, when there is room. */
export function joinOne(life: Life, habits: Habits): Life {
  return life.power.state === 'up' ? joinStrangers(life, habits, 1) : life;
}

/** Everybody leaves, and nobody who was thrown out comes back. */
export function emptyOut(life: Life): Life {
  return { ...life, visitors: [], returning: [] };
}
