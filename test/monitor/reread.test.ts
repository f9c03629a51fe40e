import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withWatch } from '#monitor/watchChange.ts';
import type { Watch } from '#store/guildDocument.ts';
import { offline } from './snapshots.ts';
import { GUILD, MINUTE, type Watchtower, watchtower } from './watchtower.ts';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
});
afterEach(() => tower.dispose());

/** A person changes the watch between two rounds. */
async function change(different: Partial<Watch>): Promise<void> {
  const watch = await tower.watch();
  await tower.store.guilds.update(GUILD, (guild) =>
    withWatch(guild, watch?.id ?? '', (before) => ({ ...before, ...different })),
  );
  await tower.monitor.reread();
}

describe('what people change between two rounds', () => {
  it('counts at once: a server muted while it is asked again is not told', async () => {
    await tower.add();
    await tower.monitor.round();
    tower.says(offline());
    await tower.minutes(1);
    await change({ mutedUntil: tower.clock.now() + 10 * MINUTE });
    await tower.pass(MINUTE / 2);
    expect(tower.discord.seen.at(-1)?.availability.state).toBe('down');
    expect(tower.said()).toEqual([]);
  });

  it('has nothing told of an address that a watch has left', async () => {
    await tower.add();
    await tower.monitor.round();
    tower.says(offline());
    await tower.minutes(1);
    await change({ target: { host: '192.0.2.8', port: 27015, game: null, encoding: null } });
    await tower.pass(MINUTE / 2);
    await tower.monitor.round();
    expect(tower.said()).toEqual([]);
    expect(tower.world.asked.at(-1)).toBe('192.0.2.8:27015');
  });
});
