import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bucket } from '#history/bucket.ts';
import { usualSettings } from '#store/watchSettings.ts';
import { offline, online, player } from './snapshots.ts';
import { GUILD, MINUTE, type Watchtower, watchtower } from './watchtower.ts';

const SERVER = 'a2s/192.0.2.7:27015';

let tower: Watchtower;
let begin: number;
beforeEach(async () => {
  tower = await watchtower();
  begin = tower.clock.now();
});
afterEach(() => tower.dispose());

/** The minutes since the beginning in one letter each: how many people, "x" down, "." nothing known. */
async function story(): Promise<string> {
  const to = tower.clock.now() + MINUTE;
  const known = new Map(
    (await tower.history.read(SERVER, { from: begin, to })).map((one) => [one.at, one]),
  );
  const letter = (one: Bucket | undefined) =>
    one === undefined ? '.' : one.down > 0 ? 'x' : String(one.people);
  return Array.from({ length: (to - begin) / MINUTE }, (_, n) =>
    letter(known.get(begin + n * MINUTE)),
  ).join('');
}

const ann = online([player('Ann')]);
const both = online([player('Ann'), player('Bob')]);

describe('the history of a watched server', () => {
  it('has its people, its outage from the first miss to the first answer, and no lost packet', async () => {
    await tower.add();
    await tower.monitor.round();
    tower.says(both);
    await tower.minutes(2);
    tower.says(offline());
    await tower.minutes(1);
    tower.says(ann);
    await tower.pass(5_000);
    await tower.pass(MINUTE - 5_000);
    await tower.monitor.round();
    tower.says(offline());
    await tower.minutes(3);
    tower.says(ann);
    await tower.minutes(2);
    expect(await story()).toBe('12211xxx11');
  });

  it('has a gap where the bot could not see, and where it was not running', async () => {
    for (let n = 0; n < 6; n += 1) {
      await tower.add({
        id: `watch${n}`,
        target: { host: `192.0.2.${7 + n}`, port: 27015, game: null, encoding: null },
      });
    }
    await tower.monitor.round();
    await tower.minutes(1);
    tower.references.gateway = false;
    for (let n = 0; n < 6; n += 1) {
      tower.says(offline(), `192.0.2.${7 + n}:27015`);
    }
    await tower.minutes(3);
    tower.references.gateway = true;
    tower.world.servers.clear();
    await tower.minutes(1);
    await tower.monitor.stop();
    await tower.restart();
    await tower.pass(4 * MINUTE);
    await tower.minutes(1);
    expect(await story()).toBe('11...1....1');
  });

  it('knows how much of an outage was planned', async () => {
    const work = { once: { from: begin + 2 * MINUTE, to: begin + 5 * MINUTE } };
    await tower.add({ ...usualSettings(), maintenance: [work] });
    await tower.monitor.round();
    tower.says(offline());
    await tower.minutes(7);
    expect(await tower.history.plannedWork(GUILD, 'watch1')).toEqual([
      { from: begin + 2 * MINUTE, to: begin + 5 * MINUTE },
    ]);
    await tower.monitor.forget(GUILD, 'watch1');
    expect(await tower.history.plannedWork(GUILD, 'watch1')).toEqual([]);
  });

  it('leaves bots out where the game tells them, and says nothing of a count that is not told', async () => {
    await tower.add();
    const crowd = online([]);
    tower.says({ ...crowd, players: { ...crowd.players, online: 9, bots: 6 } });
    await tower.monitor.round();
    tower.says({ ...crowd, players: { ...crowd.players, online: null, bots: null } });
    await tower.minutes(1);
    const seen = await tower.history.read(SERVER, { from: begin, to: begin + 5 * MINUTE });
    expect(seen).toMatchObject([
      { people: 3, counted: 1 },
      { up: 1, counted: 0 },
    ]);
  });
});
