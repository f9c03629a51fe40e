import { describe, expect, it } from 'vitest';
import { afterPublishing } from '#monitor/statusPlan.ts';
import type { StatusView } from '#monitor/statusView.ts';
import type { Watch } from '#store/guildDocument.ts';
import { channelId } from '#test/sandbox/discord/harbour.ts';
import { type Crowsnest, startCrowsnest } from './crowsnest.ts';
import { availability, onlineSnapshot, watchOf } from './pictures.ts';

const PIN = 'PUT /channels/:channel/messages/pins/:message';
const HOUR = 3_600_000;
const signal = () => new AbortController().signal;

/** A watch whose message is written again and again, as the monitor would, each time with another map. */
async function begin(channel = 'status') {
  const crow = await startCrowsnest();
  const id = channelId(crow.discord, channel);
  let watch: Watch = watchOf({ channelId: id, createdAt: crow.clock.now() });
  let written = 0;
  const write = async () => {
    written += 1;
    const view: StatusView = {
      watch,
      snapshot: onlineSnapshot({ map: `map ${written}` }),
      availability: availability(),
      lastSeen: null,
      checkedAt: crow.clock.now(),
    };
    const outcome = await crow.publish(crow.guildId, view, signal());
    watch = afterPublishing(watch, outcome, crow.clock.now());
    crow.clock.advance(60_000);
    return outcome;
  };
  const messageId = () => watch.message?.id ?? '';
  const unpin = () => crow.discord.people.unpin(`#${channel}`, messageId());
  return { crow, write, unpin, messageId, message: () => watch.message };
}

const pins = (crow: Crowsnest, channel = '#status') => crow.discord.people.pins(channel).length;
const fillWithPins = ({ discord }: Crowsnest, count: number) => {
  for (let place = 0; place < count; place += 1) {
    const post = discord.people.say({ as: 'ada', in: '#status', text: `rule ${place}` });
    discord.people.pin('#status', post.message.id);
  }
};

describe('the pin of a status message', () => {
  it('is put back when it was lost', async () => {
    const { crow, write, unpin, message } = await begin();
    await write();
    unpin();
    expect(await write()).toMatchObject({ kind: 'edited', pinned: true, pinLost: true });
    expect(pins(crow)).toBe(1);
    expect(message()).toMatchObject({ pinned: true, unpins: 1 });
    expect(crow.discord.people.messages('#status')).toHaveLength(1);
  });

  it('stays away when a person took it down a second time', async () => {
    const { crow, write, unpin, message } = await begin();
    await write();
    unpin();
    await write();
    unpin();
    expect(await write()).toMatchObject({ kind: 'edited', pinned: false, pinLost: true });
    await write();
    crow.clock.advance(2 * HOUR);
    await write();
    expect(pins(crow)).toBe(0);
    expect(message()).toMatchObject({ pinned: false, unpins: 2 });
  });

  it('counts when a person pins it again by hand', async () => {
    const { crow, write, unpin, messageId, message } = await begin();
    await write();
    unpin();
    await write();
    unpin();
    await write();
    crow.discord.people.pin('#status', messageId());
    expect(await write()).toMatchObject({ pinned: true });
    expect(message()?.pinned).toBe(true);
  });

  it('that finds no room is said as such, and tried again hours later, not with every edit', async () => {
    const { crow, write, message } = await begin();
    fillWithPins(crow, 250);
    expect(await write()).toMatchObject({ kind: 'posted', pinned: false, pinProblem: 'full' });
    const tries = () => crow.discord.journal.requests('PUT').length;
    await write();
    await write();
    const before = tries();
    for (let edit = 0; edit < 5; edit += 1) {
      await write();
    }
    expect(tries()).toBe(before);
    expect(message()).toMatchObject({ pinned: false, pinProblem: 'full' });
    const [oldest] = crow.discord.people.pins('#status');
    crow.discord.people.unpin('#status', oldest?.id ?? '');
    crow.clock.advance(2 * HOUR);
    expect(await write()).toMatchObject({ pinned: true, pinProblem: null });
    expect(message()).toMatchObject({ pinned: true, pinProblem: null, unpins: 0 });
  });

  it('comes as soon as the permission does', async () => {
    const { crow, write } = await begin();
    crow.discord.people.setOverwrite('#status', { for: 'bot', deny: ['PIN_MESSAGES'] });
    const id = channelId(crow.discord, 'status');
    await expect.poll(() => crow.gateway.missingThere(crow.guildId, id)).toEqual(['PinMessages']);
    expect(await write()).toMatchObject({ kind: 'posted', pinned: false });
    expect(await write()).toMatchObject({ kind: 'edited', pinned: false });
    crow.discord.people.setOverwrite('#status', { for: 'bot' });
    await expect.poll(() => crow.gateway.missingThere(crow.guildId, id)).toEqual([]);
    expect(await write()).toMatchObject({ kind: 'edited', pinned: true });
    expect(pins(crow)).toBe(1);
  });

  it('is no reason to call an edit failed', async () => {
    const { crow, write, unpin } = await begin();
    await write();
    unpin();
    crow.discord.faults.add({ route: PIN, times: 2 }, { kind: 'status', status: 500 });
    expect(await write()).toMatchObject({ kind: 'edited', pinned: false });
  });
});

it('a channel that became an announcement channel is edited three times an hour at most', async () => {
  const { crow, write } = await begin('news');
  await write();
  const [post] = crow.discord.people.messages('#news');
  crow.discord.people.publish('#news', post?.message.id ?? '');
  let edits = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    edits += (await write()).kind === 'edited' ? 1 : 0;
  }
  expect(edits).toBe(3);
});
