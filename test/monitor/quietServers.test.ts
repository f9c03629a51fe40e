import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { offline, online, player } from './snapshots.ts';
import { type Watchtower, watchtower } from './watchtower.ts';

const SERVER = 'a2s/192.0.2.7:27015';

let tower: Watchtower;
let writes: number;
beforeEach(async () => {
  tower = await watchtower();
  writes = 0;
  await tower.add();
  await countWrites();
});
afterEach(() => tower.dispose());

/** The bot is killed and started again; from then on writes of servers are counted. */
const countWrites = () =>
  tower.restart(({ servers }) => ({
    servers: {
      ...servers,
      set: (document) => {
        writes += 1;
        return servers.set(document);
      },
    },
  }));

const stored = () => tower.store.servers.get(SERVER);

describe('a server that is up and where nothing happens', () => {
  it('is not written at every look, and yet everybody reads how it is now', async () => {
    await tower.minutes(1);
    writes = 0;
    await tower.minutes(30);
    expect(writes).toBe(10);
    expect(await stored()).toMatchObject({ checkedAt: tower.clock.now() });
  });

  it('is at most three minutes old for a bot that was killed', async () => {
    await tower.minutes(10);
    await countWrites();
    const age = tower.clock.now() - ((await stored())?.checkedAt ?? 0);
    expect(age).toBeLessThan(180_000);
  });

  it('is as it was last for a bot that was stopped in order', async () => {
    await tower.minutes(2);
    const last = tower.clock.now();
    await tower.monitor.stop();
    await countWrites();
    expect(await stored()).toMatchObject({ checkedAt: last });
  });
});

describe('what happens there', () => {
  it('is written with what is told about it: killed after that, nobody hears it again', async () => {
    await tower.minutes(5);
    tower.says(online([player('Ann'), player('Bob', 20)]));
    await tower.minutes(1);
    expect(tower.said()).toEqual(['roster']);
    await countWrites();
    await tower.minutes(3);
    expect(tower.said()).toEqual(['roster']);
  });

  it('is told after a kill as if there had been none: down, and up with its true length', async () => {
    await tower.minutes(8);
    await countWrites();
    tower.says(offline());
    await tower.minutes(1);
    const since = tower.clock.now();
    await tower.pass(15_000);
    await tower.minutes(4);
    await countWrites();
    tower.says(online([player('Ann')]));
    await tower.minutes(1);
    const until = tower.clock.now();
    await tower.pass(5_000);
    expect(tower.discord.sent.map(({ news }) => news)).toMatchObject([
      { kind: 'down', since },
      { kind: 'up', since, until, unwatched: null },
    ]);
  });
});
