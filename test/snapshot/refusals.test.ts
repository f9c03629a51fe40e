import { afterEach, describe, expect, it } from 'vitest';
import { blankSnapshot } from '#snapshot/blankSnapshot.ts';
import { offlineSnapshot } from '#snapshot/offline.ts';
import { openQueryCore } from '#snapshot/queryCore.ts';
import { createRefusals } from '#snapshot/refusals.ts';
import type { OfflineReason } from '#snapshot/snapshot.ts';
import { BANNED, honest } from '#test/query/a2sBytes.ts';
import { openFakeServer } from '#test/query/fakeServer.ts';

const MINUTE = 60_000;
const TARGET = { host: '203.0.113.5', port: 27015, game: null };
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) {
    await one.close();
  }
});

/** The minutes in which a server is asked that is polled once a minute and always says the same; null = it answers. */
function minutesAsked(reason: OfflineReason | null, minutes: number): number[] {
  let now = 0;
  const refusals = createRefusals(10, () => now);
  const snapshot =
    reason === null ? blankSnapshot(TARGET) : offlineSnapshot(TARGET, reason, 'as always');
  return Array.from({ length: minutes }, (_, minute) => {
    now = minute * MINUTE;
    const held = refusals.held('server');
    if (held === null) {
      refusals.note('server', snapshot);
    } else {
      expect(held).toBe(snapshot);
    }
    return held === null ? minute : null;
  }).filter((minute) => minute !== null);
}

describe('polling backs off from who refuses to talk', () => {
  it('who banned us is asked ever more rarely, up to once an hour', () => {
    expect(minutesAsked('banned', 200)).toEqual([0, 1, 6, 16, 36, 76, 136, 196]);
  });

  it('who only sends challenges is asked every quarter of an hour in the end', () => {
    expect(minutesAsked('challenge-loop', 60)).toEqual([0, 1, 2, 4, 8, 16, 31, 46]);
  });

  it('a closed port is asked every minute for ten minutes, then at least every five', () => {
    expect(minutesAsked('refused', 30)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 15, 20, 25]);
  });

  it('who answers, or only keeps silent, is asked in every round', () => {
    const every = Array.from({ length: 90 }, (_, minute) => minute);
    expect(minutesAsked(null, 90)).toEqual(every);
    expect(minutesAsked('timeout', 90)).toEqual(every);
  });

  it('silence between two refusals begins the count anew', () => {
    const refusals = createRefusals(10, () => 0);
    const banned = offlineSnapshot(TARGET, 'banned', 'You have been banned');
    refusals.note('server', banned);
    refusals.note('server', offlineSnapshot(TARGET, 'timeout', 'No answer'));
    refusals.note('server', banned);
    expect(refusals.held('server')).toBeNull();
    // Nothing was asked, so nothing was learned.
    refusals.note('server', offlineSnapshot(TARGET, 'not-asked', 'Too many wait'));
    refusals.note('server', banned);
    expect(refusals.held('server')).toBe(banned);
    expect(refusals.held('another')).toBeNull();
  });

  it('over real sockets: polls send nothing then, a person’s question goes out, and its answer ends the rest', async () => {
    let isBanned = true;
    const server = await openFakeServer((request) => (isBanned ? [BANNED] : honest(null)(request)));
    let now = 0;
    const core = openQueryCore({ allowPrivateAddresses: true, timeoutMs: 300, now: () => now });
    open.push(server, core);
    const target = { ...TARGET, host: server.address, port: server.port };
    const poll = async () => {
      now += MINUTE;
      return core.takeSnapshot(target, ['info'], undefined, 'poll');
    };
    await poll();
    await poll();
    const sent = server.requests.length;
    isBanned = false;
    for (let minute = 0; minute < 4; minute += 1) {
      expect(await poll()).toMatchObject({ state: 'offline', reason: 'banned' });
    }
    expect(server.requests).toHaveLength(sent);
    expect(await core.takeSnapshot(target, ['info'])).toMatchObject({ state: 'online' });
    expect(await poll()).toMatchObject({ state: 'online' });
    expect(server.requests.length).toBeGreaterThan(sent + 1);
  });
});
