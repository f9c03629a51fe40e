import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { offline, online, player } from './snapshots.ts';
import { MINUTE, type Watchtower, watchtower } from './watchtower.ts';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
});
afterEach(() => tower.dispose());

const addressOf = (n: number): string => `198.51.100.${n}`;

async function watchServers(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await tower.add({
      id: `watch${n}`,
      target: { host: addressOf(n), port: 27015, game: null, encoding: null },
      roleId: n % 2 === 0 ? '300000000000000002' : '300000000000000001',
    });
  }
  await tower.monitor.round();
}

/** Those that go down; the others of a larger fleet stay up, so it is not us. */
async function goDown(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    tower.says(offline(), `${addressOf(n)}:27015`);
  }
  await tower.minutes(1);
  await tower.pass(15_000);
}

const later = (minutes: number) => ({
  kind: 'later' as const,
  notBefore: tower.clock.now() + minutes * MINUTE,
  reason: '429',
  refused: true,
});

describe('many notices for one channel', () => {
  it('are one message with all of them, which pings each role once', async () => {
    await watchServers(16);
    await goDown(8);
    expect(tower.said()).toEqual(['digest']);
    const [digest] = tower.discord.sent;
    const list = digest?.news.kind === 'digest' ? digest.news.list : [];
    expect(list.map(({ kind, address }) => `${kind} ${address}`)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `down ${addressOf(n)}:27015`).toSorted(),
    );
    expect(new Set(digest?.covers.map(({ roleId }) => roleId)).size).toBe(2);
    expect(await tower.store.outbox.all()).toEqual([]);
  });

  it('told in one message are told one by one when they come back one by one', async () => {
    await watchServers(16);
    await goDown(8);
    tower.says(online([player('Ann')]), `${addressOf(3)}:27015`);
    await tower.minutes(1);
    await tower.pass(5_000);
    expect(tower.said()).toEqual(['digest', 'up']);
    expect(tower.discord.edits).toEqual([]);
  });

  it('are not told together when they are few', async () => {
    await watchServers(16);
    await goDown(5);
    expect(tower.said()).toEqual(['down', 'down', 'down', 'down', 'down']);
  });

  it('do not say of a server that is back meanwhile that it is down', async () => {
    await watchServers(16);
    tower.discord.answers.push(later(10));
    await goDown(8);
    tower.says(online([player('Ann')]), `${addressOf(3)}:27015`);
    await tower.minutes(1);
    await tower.pass(5_000);
    await tower.minutes(12);
    const [digest] = tower.discord.sent;
    const list = digest?.news.kind === 'digest' ? digest.news.list : [];
    expect(list).toHaveLength(7);
    expect(tower.said()).toEqual(['digest']);
  });
});

describe('a burst of players', () => {
  it('that waits is one message; who came and went meanwhile is not in it', async () => {
    await tower.add();
    await tower.monitor.round();
    tower.discord.answers.push(later(4));
    const crowd = ['Ann', 'Bob', 'Cid', 'Dan'];
    for (const there of [
      ['Ann', 'Bob'],
      ['Ann', 'Bob', 'Cid'],
      ['Ann', 'Bob', 'Dan'],
    ]) {
      tower.says(online(crowd.filter((n) => there.includes(n)).map((n) => player(n, 5000))));
      await tower.minutes(1);
    }
    await tower.minutes(3);
    const rosters = tower.discord.sent.map(({ news }) => news);
    expect(rosters).toMatchObject([{ kind: 'roster', joined: ['Bob', 'Dan'], left: [] }]);
  });
});

describe('the end of an outage', () => {
  it('is written into the message that told of it, and links to that', async () => {
    await tower.add();
    await tower.monitor.round();
    tower.says(offline());
    await tower.minutes(1);
    await tower.pass(15_000);
    const messageId = (await tower.watch())?.told?.messageId;
    tower.says(online([player('Ann')]));
    await tower.minutes(1);
    await tower.pass(5_000);
    expect(tower.discord.sent[1]?.answers).toBe(messageId);
    expect(tower.discord.edits).toMatchObject([{ messageId, notice: { news: { kind: 'up' } } }]);
  });

  it('is written there later when Discord asks to wait, and pings at once all the same', async () => {
    await tower.add();
    let tries = 0;
    const { ports } = tower.discord;
    const { editNotice } = ports;
    ports.editNotice = async (notice, messageId) => {
      tries += 1;
      return tries === 1 ? later(3) : editNotice(notice, messageId);
    };
    await tower.restart();
    await tower.monitor.round();
    tower.says(offline());
    await tower.minutes(1);
    await tower.pass(15_000);
    tower.says(online([player('Ann')]));
    await tower.minutes(1);
    await tower.pass(5_000);
    expect(tower.said()).toEqual(['down', 'up']);
    expect(tower.discord.edits).toEqual([]);
    await tower.pass(3 * MINUTE);
    expect(tower.discord.edits).toHaveLength(1);
  });
});
