import { describe, expect, it } from 'vitest';
import { createMonitorPorts } from '#discord/monitorPorts.ts';
import type { Watch } from '#store/guildDocument.ts';
import { ADDRESS, ask, OTHER_ADDRESS, watchesOf } from '#test/commands/asking.ts';
import { channelId } from '#test/sandbox/discord/harbour.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from './crowsnest.ts';
import { onlineSnapshot } from './pictures.ts';

const MINUTE_MS = 60_000;
const NEVER = new AbortController().signal;
const POST = 'POST /channels/:channel/messages';
const EDIT = 'PATCH /channels/:channel/messages/:message';

/** A round a minute; each time somebody more or less is on the server. */
async function pass(crow: Crowsnest, minutes: number, isQuiet = false): Promise<void> {
  for (let n = 0; n < minutes; n += 1) {
    crow.clock.advance(MINUTE_MS);
    const online = isQuiet ? 7 : 3 + (n % 5);
    const players = { online, max: 24, bots: 0, connecting: null };
    crow.servers.set(ADDRESS, onlineSnapshot({ players }));
    await crow.monitor.round();
  }
}

async function watchWithGraph(crow: Crowsnest): Promise<string> {
  crow.servers.set(ADDRESS, onlineSnapshot());
  return ask(crow, '/watch add', { server: ADDRESS, graph: true });
}

function shown(crow: Crowsnest, channel = '#status') {
  const [post] = crow.discord.people.messages(channel);
  return {
    image: post?.message.embeds[0]?.image?.url,
    files: [...(post?.message.attachments ?? []), ...(post?.inEmbeds ?? [])],
  };
}

const uploads = (crow: Crowsnest): number =>
  ['PATCH', 'POST'].flatMap((method) =>
    crow.discord.journal
      .requests(method, /channels\/\d+\/messages/)
      .filter(({ files }) => files.length > 0),
  ).length;

const edits = (crow: Crowsnest): number =>
  crow.discord.journal.requests('PATCH', /messages/).length;

/** What a watch shows now: its server is on another map. */
async function viewNow(crow: Crowsnest, watch: Watch | undefined) {
  const server = await crow.store.servers.get(`a2s/${ADDRESS}`);
  return {
    watch: watch ?? expect.fail(),
    snapshot: onlineSnapshot({ map: 'cp_dustbowl' }),
    availability: server?.availability ?? expect.fail(),
    lastSeen: null,
    checkedAt: crow.clock.now(),
  };
}

/** A process that begins anew: it knows what the store knows. */
function restarted({ desk, gateway, store, history }: Crowsnest) {
  const { painter, texts, now, log } = desk;
  const languageOf = () => 'en' as const;
  const parts = { gateway, store, history, painter, texts, languageOf, now, log };
  return createMonitorPorts(parts).publishStatus;
}

describe('the graph in a status message', () => {
  it('comes when there is something to show, stays, and gives way to a newer one a quarter of an hour later', async () => {
    const crow = await startCrowsnest();
    expect(await watchWithGraph(crow)).toContain('when there is a quarter of an hour to show');
    await pass(crow, 13);
    expect(shown(crow)).toEqual({ image: undefined, files: [] });
    await pass(crow, 3);
    const first = shown(crow);
    expect(first.files).toMatchObject([
      { filename: 'graph.png', description: 'Players, last 24 hours' },
    ]);
    expect(first.image).toBe(first.files[0]?.url);
    const png = Buffer.from(await (await fetch(first.image ?? '')).arrayBuffer());
    expect(png.subarray(1, 4).toString()).toBe('PNG');

    const before = edits(crow);
    await pass(crow, 12);
    expect(edits(crow) - before).toBeGreaterThan(8);
    expect(shown(crow)).toEqual(first);
    expect(uploads(crow)).toBe(1);

    await pass(crow, 5);
    const second = shown(crow);
    expect(second.files).toHaveLength(1);
    expect(second.files[0]?.id).not.toBe(first.files[0]?.id);
    expect(second.image).toBe(second.files[0]?.url);
    expect(uploads(crow)).toBe(2);
    expectCalm(crow);
  });

  it('is renewed where nothing else changes, but not while nobody looks', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    await pass(crow, 17, true);
    expect(uploads(crow)).toBe(1);
    await pass(crow, 16, true);
    expect(uploads(crow)).toBe(2);
    await ask(crow, '/watch pause', { server: ADDRESS });
    // What was seen between the last picture and the pause may come with one more.
    await pass(crow, 20, true);
    const last = uploads(crow);
    expect(last).toBeLessThanOrEqual(3);
    await pass(crow, 40, true);
    expect(uploads(crow)).toBe(last);
    expect(shown(crow).files).toHaveLength(1);
    expectCalm(crow);
  });

  it('waits for the turn of its channel, and is drawn only when it is sent', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    crow.servers.set(OTHER_ADDRESS, onlineSnapshot({ name: 'Morning Payload' }));
    await ask(crow, '/watch add', { server: OTHER_ADDRESS, graph: true });
    let drawn = 0;
    const { draw } = crow.desk.painter;
    crow.desk.painter.draw = (chart) => {
      drawn += 1;
      return draw(chart);
    };
    // From an hour on, Discord takes an edit in ten seconds for the whole channel.
    await pass(crow, 14);
    crow.clock.advance(61 * MINUTE_MS);
    const watches = await watchesOf(crow);
    const publish = async (place: number) =>
      (await crow.publish(crow.guildId, await viewNow(crow, watches[place]), NEVER)).kind;
    expect([await publish(0), drawn, uploads(crow)]).toEqual(['edited', 1, 1]);
    expect([await publish(1), drawn, uploads(crow)]).toEqual(['later', 1, 1]);
    crow.clock.advance(10_000);
    expect([await publish(1), drawn, uploads(crow)]).toEqual(['edited', 2, 2]);
    expectCalm(crow);
  });

  it('is not sent again after a restart', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    await pass(crow, 17);
    const before = shown(crow);
    const view = await viewNow(crow, (await watchesOf(crow))[0]);
    crow.clock.advance(5_000);
    expect(await restarted(crow)(crow.guildId, view, NEVER)).toMatchObject({ kind: 'edited' });
    expect(shown(crow)).toEqual(before);
    expect(uploads(crow)).toBe(1);
    expectCalm(crow);
  });

  it('goes when it is not wanted any more, and comes back at once when it is', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    await pass(crow, 17);
    expect(await ask(crow, '/watch list')).toContain('graph of 24 hours');
    await ask(crow, '/watch edit', { server: ADDRESS, graph: false });
    await pass(crow, 1, true);
    expect(shown(crow)).toEqual({ image: undefined, files: [] });
    expect(await ask(crow, '/watch edit', { server: ADDRESS, graph: true })).toContain(
      'graph of 24 hours',
    );
    await pass(crow, 1, true);
    expect(shown(crow).files).toHaveLength(1);
    expectCalm(crow);
  });

  it('comes with the message when that has to be posted anew', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    await pass(crow, 17);
    const [old] = crow.discord.people.messages('#status');
    crow.discord.people.deleteMessage('#status', old?.message.id ?? '');
    await pass(crow, 2);
    expect(crow.discord.people.messages('#status')).toHaveLength(1);
    expect(shown(crow).files).toHaveLength(1);
    await ask(crow, '/watch move', { server: ADDRESS, channel: 'general' });
    const moved = shown(crow, '#general');
    expect(moved.files).toHaveLength(1);
    expect(moved.image).toBe(moved.files[0]?.url);
    expectCalm(crow);
  });

  it('is left out where the bot may not attach files, which is said, and comes when it may', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    await pass(crow, 17);
    const id = channelId(crow.discord, 'status');
    const missing = () => crow.gateway.missingThere(crow.guildId, id, () => ['AttachFiles']);
    crow.discord.people.setOverwrite('#status', { for: 'bot', deny: ['ATTACH_FILES'] });
    await expect.poll(missing).toEqual(['AttachFiles']);
    await pass(crow, 2);
    expect(shown(crow)).toEqual({ image: undefined, files: [] });
    const answer = await ask(crow, '/watch edit', { server: ADDRESS, graph: true });
    expect(answer).toContain(`In <#${id}> I am missing: **Attach Files**.`);
    expect(answer).toContain('The status comes without its graph until I may do that.');
    expect(await ask(crow, '/watch list')).toContain(`⚠️ graph: In <#${id}> I am missing`);
    crow.discord.people.setOverwrite('#status', { for: 'bot' });
    await expect.poll(missing).toEqual([]);
    await pass(crow, 1);
    expect(shown(crow).files).toHaveLength(1);
    expectCalm(crow);
  });

  it('is left out when Discord refuses the file: the words come all the same', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    await pass(crow, 14);
    crow.discord.faults.add({ route: EDIT }, { kind: 'status', status: 403, code: 50013 });
    await pass(crow, 3);
    const [post] = crow.discord.people.messages('#status');
    expect(post?.message.embeds[0]?.title).toBe('Evening Payload');
    expect((await watchesOf(crow))[0]?.trouble).toBeNull();
  });

  it('that Discord has lost is sent anew, with nothing else missing meanwhile', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    await pass(crow, 17);
    const [post] = crow.discord.people.messages('#status');
    post?.inEmbeds.splice(0);
    await pass(crow, 1);
    expect(post?.message.embeds[0]?.title).toBe('Evening Payload');
    await pass(crow, 1);
    expect(shown(crow).files).toHaveLength(1);
    expect((await watchesOf(crow))[0]?.trouble).toBeNull();
    expect(crow.complaints).toEqual([]);
  });

  it('that can not be drawn leaves the old one, and keeps no message from being edited', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    await pass(crow, 17);
    const before = shown(crow);
    const { draw } = crow.desk.painter;
    crow.desk.painter.draw = () => Promise.reject(new Error('no font'));
    await pass(crow, 17);
    expect(shown(crow)).toEqual(before);
    expect((await watchesOf(crow))[0]?.message?.writtenAt).toBe(crow.clock.now());
    expect(crow.complaints.splice(0)).toHaveLength(1);
    crow.desk.painter.draw = draw;
    await pass(crow, 16);
    expect(shown(crow).files[0]?.id).not.toBe(before.files[0]?.id);
    expectCalm(crow);
  });

  it('has no place on a board, which is said', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    await pass(crow, 17);
    await ask(crow, '/board make', { channel: 'status' });
    expect(shown(crow).files).toEqual([]);
    expect(await ask(crow, '/watch edit', { server: ADDRESS, graph: true })).toContain(
      'A board has no room for the graph',
    );
    expectCalm(crow);
  });

  it('comes once with a first message that was lost on the way back', async () => {
    const crow = await startCrowsnest();
    await watchWithGraph(crow);
    await pass(crow, 17);
    const [old] = crow.discord.people.messages('#status');
    crow.discord.people.deleteMessage('#status', old?.message.id ?? '');
    crow.discord.faults.add({ route: POST }, { kind: 'status', status: 502, applied: true });
    await pass(crow, 2);
    expect(crow.discord.people.messages('#status')).toHaveLength(1);
    expect(shown(crow).files).toHaveLength(1);
  });
});
