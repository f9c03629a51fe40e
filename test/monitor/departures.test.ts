import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#history/packDay.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Incident } from '#store/incidentDocument.ts';
import { withRows } from '#test/store/databases.ts';
import { noticeOf, watchOf } from '#test/store/examples.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { offline, online } from './snapshots.ts';
import { GUILD, MINUTE, OTHER_GUILD, PIP, type Watchtower, watchtower } from './watchtower.ts';

const DAY = 1440 * MINUTE;
const OWN = watchOf();
const SHARED = watchOf({ id: 'shared', target: { ...OWN.target, host: '192.0.2.8' } });
const keyOf = (watch: typeof OWN): string => serverKey(targetOf(watch));

const EVERYWHERE = 'guilds people outbox incidents history server unreadable planned'.split(' ');

let tower: Watchtower;
/** The day of that evening. */
let day: string;
beforeEach(async () => {
  tower = await watchtower();
  day = dayOf(tower.clock.now());
  await tower.add(OWN);
  await tower.add(SHARED);
  await tower.add(SHARED, OTHER_GUILD);
});
afterEach(() => tower.dispose());

/** Both servers were up, are down, and it was told; somebody waits for one of them. */
async function anEvening(): Promise<void> {
  await tower.minutes(6);
  for (const { target } of [OWN, SHARED]) {
    tower.says(offline(), `${target.host}:27015`);
  }
  await tower.minutes(1);
  await tower.pass(15_000);
  await tower.minutes(6);
  await tower.ask({ kind: 'back' });
  await tower.store.outbox.put(noticeOf({ guildId: GUILD, expiresAt: Number.MAX_SAFE_INTEGER }));
  await tower.store.plannedWork.put(`${GUILD}/${OWN.id}`, { version: 1, spans: [] });
  await withRows(tower.storeUrl, (rows) =>
    rows.set({
      key: `unreadable:guilds:${GUILD}/watches/2@1`,
      value: '{"value":{"why":"broken"}}',
    }),
  );
  expect(await traces()).toEqual(EVERYWHERE);
}

async function incidents(): Promise<Incident[]> {
  const found: Incident[] = [];
  await tower.store.incidents.visit((incident) => void found.push(incident));
  return found;
}

/** Whatever still names that guild, or its own server. */
async function traces(): Promise<string[]> {
  const { store } = tower;
  const all = {
    guilds: await store.guilds.ids(),
    people: await store.people.all(),
    outbox: await store.outbox.all(),
    incidents: await incidents(),
    history: await store.history.serversOn(day),
    server: await store.servers.get(keyOf(OWN)),
    unreadable: (await store.setAside.count()) > 0 && GUILD,
  };
  const planned = await store.plannedWork.get(`${GUILD}/${OWN.id}`);
  return Object.entries({ ...all, planned: planned && GUILD })
    .filter(([, kept]) => [GUILD, keyOf(OWN)].some((word) => JSON.stringify(kept).includes(word)))
    .map(([name]) => name);
}

describe('a guild that removes the bot', () => {
  it('finds everything as it was when it takes the bot in again, restarts between or not', async () => {
    await anEvening();
    const before = await tower.store.guilds.get(GUILD);
    tower.gone.add(GUILD);
    await tower.minutes(11);
    const { leftAt } = await tower.store.guilds.get(GUILD);
    expect(tower.clock.now() - (leftAt ?? 0)).toBeLessThanOrEqual(11 * MINUTE);
    await tower.restart();
    await tower.minutes(1);
    await tower.pass(29 * DAY);
    await tower.minutes(11);
    expect((await tower.store.guilds.get(GUILD)).leftAt).toBe(leftAt);

    tower.gone.delete(GUILD);
    await tower.minutes(1);
    const after = await tower.store.guilds.get(GUILD);
    expect(after.leftAt).toBeNull();
    expect(after.watches.map(({ id }) => id)).toEqual(before.watches.map(({ id }) => id));
    await tower.pass(2 * DAY);
    await tower.minutes(11);
    expect((await tower.store.guilds.get(GUILD)).watches).toHaveLength(2);
  });

  it('is forgotten after 30 days, with all that belongs to it and nothing else', async () => {
    await anEvening();
    tower.gone.add(GUILD);
    await tower.minutes(11);
    await tower.pass(30 * DAY - MINUTE * 30);
    await tower.minutes(1);
    expect(await traces()).toContain('guilds');
    await tower.pass(30 * MINUTE);
    await tower.minutes(11);

    expect(await traces()).toEqual([]);
    expect(tower.listening.events()).toContain('guild-removed');
    const other = await tower.store.guilds.get(OTHER_GUILD);
    expect(other.watches.map(({ id }) => id)).toEqual(['shared']);
    expect(await incidents()).toMatchObject([
      { server: keyOf(SHARED), watches: [{ guildId: OTHER_GUILD, watchId: 'shared' }] },
    ]);
    expect(await tower.store.servers.get(keyOf(SHARED))).not.toBeNull();
    tower.says(online([]), '192.0.2.8:27015');
    await tower.minutes(2);
    expect(tower.said().at(-1)).toBe('up');
  });

  it('that nobody had set up leaves nothing behind', async () => {
    await tower.store.guilds.delete(OTHER_GUILD);
    tower.gone.add(OTHER_GUILD);
    await tower.minutes(11);
    expect(await tower.store.guilds.ids()).toEqual([GUILD]);
  });
});

describe('a guild that deletes everything', () => {
  it('has nothing left of its servers, outages and wishes', async () => {
    await anEvening();
    const guild = await tower.store.guilds.get(GUILD);
    for (const { id } of guild.watches) {
      await tower.monitor.forget(GUILD, id);
    }
    await tower.store.guilds.delete(GUILD);
    expect(await tower.monitor.forgetGuild(guild)).toEqual({ wishes: 1, servers: 1 });
    await tower.monitor.settled();
    await tower.minutes(6);
    await tower.pass(30 * DAY);
    expect(await traces()).toEqual([]);
  });
});

it('a person who has everything deleted leaves nothing behind, also of what could not be read', async () => {
  await tower.ask({ kind: 'back' });
  await withRows(tower.storeUrl, (rows) =>
    rows.set({ key: `unreadable:people:${PIP}/${GUILD}@1`, value: '{"value":{"why":"broken"}}' }),
  );
  await tower.monitor.forgetPerson(PIP);
  expect(await tower.store.people.all()).toEqual([]);
  expect(await tower.store.setAside.count()).toBe(0);
});
