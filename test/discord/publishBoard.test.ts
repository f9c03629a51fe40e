import { describe, expect, it } from 'vitest';
import type { BoardView, PublishOutcome, StatusView } from '#monitor/statusView.ts';
import { type Board, newBoard } from '#store/guildDocument.ts';
import { channelId } from '#test/sandbox/discord/harbour.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from './crowsnest.ts';
import { availability, onlineSnapshot, watchOf } from './pictures.ts';

const EDIT = 'PATCH /channels/:channel/messages/:message';
const signal = () => new AbortController().signal;
const emptyBoard = (crow: Crowsnest): Board => newBoard(channelId(crow.discord, 'status'));

const view = (name: string, map = 'pl_upward'): StatusView => ({
  watch: watchOf({ board: true }),
  snapshot: onlineSnapshot({ name, map }),
  availability: availability(),
  lastSeen: null,
  checkedAt: 0,
});

const publish = (crow: Crowsnest, board: Board, names: readonly string[], map?: string) => {
  const seen: BoardView = {
    guildId: crow.guildId,
    board,
    views: names.map((name) => view(name, map)),
  };
  return crow.ports.publishBoard(seen, signal());
};

function saved(board: Board, outcome: PublishOutcome): Board {
  if (outcome.kind !== 'posted') {
    throw new Error(`not posted: ${JSON.stringify(outcome)}`);
  }
  const { messageId: id, pinned, hash, at: writtenAt } = outcome;
  return { ...board, message: { id, pinned, hash, writtenAt, unpins: 0, pinProblem: null } };
}

const shown = (crow: Crowsnest) => crow.discord.people.messages('#status').map((p) => p.message);
const NAMES = ['The Island', 'Ragnarok', 'Crystal Isles'];

describe('a message that several servers share', () => {
  it('is posted and pinned once, and edited as one when any of them changes', async () => {
    const crow = await startCrowsnest();
    const board = saved(emptyBoard(crow), await publish(crow, emptyBoard(crow), NAMES));
    expect(shown(crow)[0]?.embeds.map(({ title }) => title)).toEqual(NAMES);
    expect(crow.discord.people.pins('#status')).toHaveLength(1);
    crow.clock.advance(60_000);
    expect(await publish(crow, board, NAMES)).toEqual({ kind: 'unchanged' });
    expect(await publish(crow, board, NAMES, 'cp_dustbowl')).toMatchObject({ kind: 'edited' });
    expect(shown(crow)).toHaveLength(1);
    expect(shown(crow)[0]?.embeds).toHaveLength(3);
    expectCalm(crow);
  });

  it('is posted once though the process died before it was saved', async () => {
    const crow = await startCrowsnest();
    await publish(crow, emptyBoard(crow), NAMES);
    await publish(crow, emptyBoard(crow), NAMES);
    expect(shown(crow)).toHaveLength(1);
  });

  it('grows, shrinks, and becomes a table', async () => {
    const crow = await startCrowsnest();
    const board = saved(emptyBoard(crow), await publish(crow, emptyBoard(crow), NAMES));
    crow.clock.advance(60_000);
    const many = Array.from({ length: 14 }, (_, place) => `Number ${place}`);
    expect(await publish(crow, board, many)).toMatchObject({ kind: 'edited' });
    expect(shown(crow)[0]?.embeds[0]?.title).toBe('14 of 14 servers online, 42 players');
    expect(await publish(crow, board, NAMES.slice(0, 1))).toMatchObject({ kind: 'edited' });
    expect(shown(crow)[0]?.embeds.map(({ title }) => title)).toEqual(['The Island']);
  });

  it('in compact style is edited when a row changes, and left alone when nothing did', async () => {
    const crow = await startCrowsnest();
    const empty: Board = { ...emptyBoard(crow), style: 'compact', title: 'Harbour' };
    const board = saved(empty, await publish(crow, empty, NAMES));
    expect(shown(crow)[0]?.embeds.map(({ title }) => title)).toEqual([
      'Harbour · 3 of 3 servers online, 9 players',
    ]);
    crow.clock.advance(60_000);
    expect(await publish(crow, board, NAMES)).toEqual({ kind: 'unchanged' });
    expect(await publish(crow, board, NAMES, 'cp_dustbowl')).toMatchObject({ kind: 'edited' });
    expect(shown(crow)[0]?.embeds[0]?.description).toContain('cp\\_dustbowl');
    expectCalm(crow);
  });

  it('is a new one when the channel gets another board, however soon', async () => {
    const crow = await startCrowsnest();
    for (const madeAt of [1, 2, 3, 4]) {
      const empty: Board = { ...emptyBoard(crow), madeAt };
      const board = saved(empty, await publish(crow, empty, NAMES));
      expect(shown(crow).map(({ id }) => id)).toEqual([board.message?.id]);
      crow.discord.people.deleteMessage('#status', board.message?.id ?? '');
    }
  });

  it('is posted again when somebody deleted it', async () => {
    const crow = await startCrowsnest();
    const board = saved(emptyBoard(crow), await publish(crow, emptyBoard(crow), NAMES));
    crow.discord.people.deleteMessage('#status', board.message?.id ?? '');
    crow.clock.advance(60_000);
    expect(await publish(crow, board, NAMES, 'x')).toMatchObject({ kind: 'posted', pinned: true });
    expect(shown(crow)).toHaveLength(1);
  });

  it('goes out without a word of strangers when Discord refuses it', async () => {
    const crow = await startCrowsnest();
    const board = saved(emptyBoard(crow), await publish(crow, emptyBoard(crow), NAMES));
    crow.clock.advance(60_000);
    crow.discord.faults.add({ route: EDIT }, { kind: 'status', status: 400, code: 240000 });
    expect(await publish(crow, board, NAMES, 'x')).toMatchObject({ kind: 'edited' });
    expect(JSON.stringify(shown(crow))).not.toContain('Ragnarok');
    expect(JSON.stringify(shown(crow))).toContain('203.0.113.5:27015');
  });
});

describe('status messages of one channel that are older than an hour', () => {
  it('are edited in turn, and Discord never has to say no', async () => {
    const crow = await startCrowsnest({ rateLimits: 'observed' });
    const id = channelId(crow.discord, 'status');
    const boards: Board[] = [];
    const seen = (place: number, map: string, message: Board['message']): StatusView => ({
      ...view(`Number ${place}`, map),
      watch: watchOf({ id: `watch${place}`, channelId: id, message, createdAt: place }),
    });
    for (let place = 0; place < 4; place += 1) {
      const outcome = await crow.publish(crow.guildId, seen(place, 'a', null), signal());
      boards.push(saved(emptyBoard(crow), outcome));
      crow.clock.advance(5000);
    }
    crow.clock.advance(2 * 3_600_000);
    for (let round = 0; round < 40; round += 1) {
      for (const [place, { message }] of boards.entries()) {
        const changed = seen(place, `map ${round}`, message);
        await crow.publish(crow.guildId, changed, signal());
      }
      crow.clock.advance(3000);
    }
    const edits = crow.discord.journal.requests('PATCH', /messages/);
    expect(edits.length).toBe(10);
    expect(edits.map(({ status }) => status)).not.toContain(429);
    const each = boards.map(({ message }) =>
      crow.discord.people.edits('#status', message?.id ?? ''),
    );
    expect(each.toSorted()).toEqual([2, 2, 3, 3]);
  });
});
