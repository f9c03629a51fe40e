import { describe, expect, it } from 'vitest';
import type { PublishOutcome, StatusView } from '#monitor/statusView.ts';
import type { StatusMessage } from '#store/messageState.ts';
import { channelId } from '#test/sandbox/discord/harbour.ts';
import { type Crowsnest, startCrowsnest } from './crowsnest.ts';
import { availability, onlineSnapshot, watchOf } from './pictures.ts';

const EDIT = 'PATCH /channels/:channel/messages/:message';
const POST = 'POST /channels/:channel/messages';
const signal = () => new AbortController().signal;

function viewOf(crow: Crowsnest, map = 'pl_upward', message: StatusMessage | null = null) {
  const id = channelId(crow.discord, 'status');
  const view: StatusView = {
    watch: watchOf({ channelId: id, noticeChannelId: id, message, createdAt: crow.clock.now() }),
    snapshot: onlineSnapshot({ map }),
    availability: availability(),
    lastSeen: null,
    checkedAt: crow.clock.now(),
  };
  return view;
}

/** Posts a first message; gives it as the monitor would save it, a minute later. */
async function posted(crow: Crowsnest): Promise<StatusMessage> {
  const outcome = await crow.publish(crow.guildId, viewOf(crow), signal());
  crow.clock.advance(60_000);
  return saved(outcome);
}

function saved(outcome: PublishOutcome): StatusMessage {
  if (outcome.kind !== 'posted') {
    throw new Error(`not posted: ${JSON.stringify(outcome)}`);
  }
  const { messageId: id, pinned, hash, at: writtenAt } = outcome;
  return { id, pinned, hash, writtenAt, unpins: 0, pinProblem: null };
}

const edit = (crow: Crowsnest, message: StatusMessage, map = 'cp_dustbowl') =>
  crow.publish(crow.guildId, viewOf(crow, map, message), signal());

const shown = (crow: Crowsnest) => crow.discord.people.messages('#status').map((p) => p.message);

describe('the first status message', () => {
  it('is posted, pinned, mentions nobody and leaves no line about the pin', async () => {
    const crow = await startCrowsnest();
    const outcome = await crow.publish(crow.guildId, viewOf(crow), signal());
    expect(outcome).toMatchObject({ kind: 'posted', pinned: true });
    expect(shown(crow)).toHaveLength(1);
    expect(crow.discord.people.pins('#status')).toHaveLength(1);
    const [request] = crow.discord.journal.requests('POST', /messages$/);
    expect(request?.body).toMatchObject({ allowed_mentions: { parse: [] }, enforce_nonce: true });
  });

  it('comes once, though the process died before it was saved', async () => {
    const crow = await startCrowsnest();
    const view = viewOf(crow);
    const first = saved(await crow.publish(crow.guildId, view, signal()));
    const second = saved(await crow.publish(crow.guildId, view, signal()));
    expect(second.id).toBe(first.id);
    expect(shown(crow)).toHaveLength(1);
  });

  it('is posted anew when that unsaved one was deleted meanwhile', async () => {
    const crow = await startCrowsnest();
    const view = viewOf(crow);
    const first = saved(await crow.publish(crow.guildId, view, signal()));
    crow.discord.people.deleteMessage('#status', first.id);
    const second = saved(await crow.publish(crow.guildId, view, signal()));
    expect(second.id).not.toBe(first.id);
    expect(shown(crow).map((message) => message.id)).toEqual([second.id]);
  });

  it('stays unpinned where the bot may not pin', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.setOverwrite('#status', { for: 'bot', deny: ['PIN_MESSAGES'] });
    const outcome = await crow.publish(crow.guildId, viewOf(crow), signal());
    expect(outcome).toMatchObject({ kind: 'posted', pinned: false });
  });

  it('is not even tried where the bot is known to lack a permission', async () => {
    const crow = await startCrowsnest();
    const { channelId: id } = viewOf(crow).watch;
    crow.discord.people.setOverwrite('#status', { for: 'bot', deny: ['EMBED_LINKS'] });
    await expect.poll(() => crow.gateway.missingThere(crow.guildId, id)).toEqual(['EmbedLinks']);
    const outcome = await crow.publish(crow.guildId, viewOf(crow), signal());
    expect(outcome).toEqual({ kind: 'trouble', trouble: 'permission', facts: ['EmbedLinks'] });
    expect(crow.discord.journal.requests('POST', /messages$/)).toEqual([]);
  });
});

describe('a status message that is there', () => {
  it('is left alone while nothing changed, and edited when something did', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    expect(await edit(crow, message, 'pl_upward')).toEqual({ kind: 'unchanged' });
    expect(await edit(crow, message)).toMatchObject({ kind: 'edited' });
    expect(crow.discord.people.edits('#status', message.id)).toBe(1);
    const [request] = crow.discord.journal.requests('PATCH', /messages/);
    expect(request?.body).toMatchObject({ allowed_mentions: { parse: [] } });
  });

  it('is edited after ten minutes though nothing changed', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    crow.clock.advance(9 * 60_000);
    expect(await edit(crow, message, 'pl_upward')).toMatchObject({ kind: 'edited' });
  });

  it('has two seconds to settle', async () => {
    const crow = await startCrowsnest();
    const message = saved(await crow.publish(crow.guildId, viewOf(crow), signal()));
    crow.clock.advance(1500);
    expect(await edit(crow, message)).toEqual({
      kind: 'later',
      notBefore: message.writtenAt + 2000,
    });
  });

  it('is never edited twice at once', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    const both = await Promise.all([edit(crow, message, 'a'), edit(crow, message, 'b')]);
    expect(both.map((outcome) => outcome.kind).sort()).toEqual(['edited', 'later']);
    expect(crow.discord.people.edits('#status', message.id)).toBe(1);
  });

  it('is posted and pinned again when somebody deleted it', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    crow.discord.people.deleteMessage('#status', message.id);
    const again = saved(await edit(crow, message));
    expect(again.pinned).toBe(true);
    expect(shown(crow).map((one) => one.id)).toEqual([again.id]);
    crow.clock.advance(60_000);
    expect(await edit(crow, again, 'koth_viaduct')).toMatchObject({ kind: 'edited' });
    expect(shown(crow)).toHaveLength(1);
  });

  it('is not posted again when Discord answers 10008 with 403', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    crow.discord.faults.add({ route: EDIT }, { kind: 'status', status: 403, code: 10008 });
    expect(await edit(crow, message)).toEqual({
      kind: 'trouble',
      trouble: 'permission',
      facts: ['10008'],
    });
    expect(shown(crow)).toHaveLength(1);
  });

  it('tells that its embed fell off, because Embed Links is missing', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    crow.discord.people.setOverwrite('#status', { for: 'bot', deny: ['EMBED_LINKS'] });
    expect(await edit(crow, message)).toEqual({
      kind: 'trouble',
      trouble: 'permission',
      facts: ['EmbedLinks'],
    });
  });

  it('names what is missing when the channel was hidden', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    crow.discord.people.hideChannel('#status');
    await expect
      .poll(
        () => crow.gateway.missingThere(crow.guildId, channelId(crow.discord, 'status'))?.length,
      )
      .toBeGreaterThan(0);
    expect(await edit(crow, message)).toMatchObject({
      kind: 'trouble',
      trouble: 'permission',
      facts: expect.arrayContaining(['ViewChannel']),
    });
  });

  it.each(['VIEW_CHANNEL', 'EMBED_LINKS'] as const)(
    'is not even tried without %s, however often channels change meanwhile',
    async (permission) => {
      const crow = await startCrowsnest();
      const message = await posted(crow);
      const id = channelId(crow.discord, 'status');
      crow.discord.people.setOverwrite('#status', { for: 'bot', deny: [permission] });
      await expect.poll(() => crow.gateway.missingThere(crow.guildId, id)).not.toEqual([]);
      const edits = () => crow.discord.journal.requests('PATCH', /messages/).length;
      const before = edits();
      for (let tries = 0; tries < 10; tries += 1) {
        expect(await edit(crow, message)).toMatchObject({ trouble: 'permission' });
      }
      expect(edits()).toBe(before);
      crow.discord.people.setOverwrite('#status', { for: 'bot' });
      await expect.poll(() => crow.gateway.missingThere(crow.guildId, id)).toEqual([]);
      expect(await edit(crow, message)).toMatchObject({ kind: 'edited' });
    },
  );

  it('is gone with its channel', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    const view = viewOf(crow, 'cp_dustbowl', message);
    crow.discord.people.deleteChannel('#status');
    expect(await crow.publish(crow.guildId, view, signal())).toMatchObject({
      kind: 'trouble',
      trouble: 'channel-gone',
    });
  });

  it('waits as long as a 429 says, without holding the channel', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    crow.discord.faults.add(
      { route: EDIT },
      { kind: 'rateLimit', retryAfter: 30, scope: 'shared', code: 30046 },
    );
    const outcome = await edit(crow, message);
    expect(outcome.kind).toBe('later');
    const notBefore = outcome.kind === 'later' ? outcome.notBefore - crow.clock.now() : 0;
    expect(notBefore).toBeGreaterThanOrEqual(30_000);
    expect(notBefore).toBeLessThan(31_000);
  });

  it('pauses longer each time Discord is in trouble', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    crow.discord.faults.add({ route: EDIT, times: 4 }, { kind: 'status', status: 503 });
    const pauses: number[] = [];
    for (const map of ['a', 'b']) {
      const outcome = await edit(crow, message, map);
      pauses.push(outcome.kind === 'later' ? outcome.notBefore - crow.clock.now() : -1);
    }
    const [first = 0, second = 0] = pauses;
    expect(first).toBeGreaterThanOrEqual(4000);
    expect(second).toBeGreaterThanOrEqual(8000);
    expect(await edit(crow, message, 'c')).toMatchObject({ kind: 'edited' });
  });

  it('is cut short by its signal', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    const fault = crow.discord.faults.add({ route: EDIT }, { kind: 'hang' });
    const stop = new AbortController();
    const outcome = crow.publish(crow.guildId, viewOf(crow, 'a', message), stop.signal);
    await expect.poll(fault.hits).toBe(1);
    stop.abort();
    expect(await outcome).toMatchObject({ kind: 'later' });
    fault.remove();
  });

  it.each([50035, 240000])(
    'goes out without a word of strangers when refused (%i)',
    async (code) => {
      const crow = await startCrowsnest();
      const message = await posted(crow);
      const fault = crow.discord.faults.add({ route: EDIT }, { kind: 'status', status: 400, code });
      const outcome = await edit(crow, message);
      expect(outcome).toMatchObject({ kind: 'edited' });
      expect(fault.hits()).toBe(1);
      expect(JSON.stringify(shown(crow))).not.toContain('Evening Payload');
      expect(JSON.stringify(shown(crow))).toContain('203.0.113.5:27015');
      expect(crow.complaints.join()).toContain(String(code));
    },
  );

  it('never sends a refused content again, but the next one', async () => {
    const crow = await startCrowsnest();
    const message = await posted(crow);
    crow.discord.faults.add(
      { route: EDIT, times: 2 },
      { kind: 'status', status: 400, code: 50035 },
    );
    expect(await edit(crow, message)).toMatchObject({ kind: 'trouble', trouble: 'refused' });
    expect(await edit(crow, message)).toMatchObject({ kind: 'edited' });
    expect(JSON.stringify(shown(crow))).not.toContain('cp\\\\_dustbowl');
    crow.discord.people.deleteMessage('#status', message.id);
    const again = saved(await edit(crow, message));
    expect(JSON.stringify(shown(crow))).not.toContain('cp\\\\_dustbowl');
    crow.clock.advance(60_000);
    expect(await edit(crow, again, 'koth')).toMatchObject({ kind: 'edited' });
    expect(JSON.stringify(shown(crow))).toContain('koth');
  });

  it('is a new one when the old belongs to another bot', async () => {
    const crow = await startCrowsnest();
    const foreign = crow.discord.people.say({ as: 'ada', in: '#status', text: 'not the bot' });
    const old = { pinned: true, hash: 'x', writtenAt: 0, unpins: 0, pinProblem: null };
    const message = { ...old, id: foreign.message.id };
    const own = saved(await edit(crow, message));
    expect(shown(crow).map((one) => one.id)).toEqual([foreign.message.id, own.id]);
  });

  it('wakes an archived thread and is written the time after', async () => {
    const crow = await startCrowsnest();
    const thread = channelId(crow.discord, 'night watch');
    const at = (message: StatusMessage | null, map: string): StatusView => {
      const view = viewOf(crow, map, message);
      return { ...view, watch: { ...view.watch, channelId: thread } };
    };
    const first = saved(await crow.publish(crow.guildId, at(null, 'a'), signal()));
    crow.clock.advance(60_000);
    crow.discord.people.setThread('night watch', { archived: true });
    const later = await crow.publish(crow.guildId, at(first, 'b'), signal());
    expect(later).toEqual({ kind: 'later', notBefore: crow.clock.now() + 2000 });
    crow.clock.advance(2000);
    const outcome = await crow.publish(crow.guildId, at(first, 'b'), signal());
    expect(outcome).toMatchObject({ kind: 'edited' });
  });
});

it('a repeat after a 5xx that took effect does not post twice', async () => {
  const crow = await startCrowsnest();
  crow.discord.faults.add({ route: POST }, { kind: 'status', status: 502, applied: true });
  expect(await crow.publish(crow.guildId, viewOf(crow), signal())).toMatchObject({
    kind: 'posted',
  });
  expect(shown(crow)).toHaveLength(1);
});
