import { describe, expect, it } from 'vitest';
import { renameNeeds } from '#discord/permissions.ts';
import { createRenameChannel } from '#discord/renameChannel.ts';
import { channelId } from '#test/sandbox/discord/harbour.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from './crowsnest.ts';

const RENAME = 'PATCH /channels/:channel';
const MINUTE = 60_000;

/** A bot that may rename #Deck and #status, under the limits people measured. */
async function begin() {
  const crow = await startCrowsnest({ rateLimits: 'observed' });
  const { gateway, clock, desk } = crow;
  for (const channel of ['#Deck', '#status']) {
    crow.discord.people.setOverwrite(channel, {
      for: 'bot',
      allow: ['MANAGE_CHANNELS', 'CONNECT'],
    });
  }
  const id = channelId(crow.discord, 'status');
  await expect.poll(() => gateway.missingThere(crow.guildId, id, renameNeeds)).toEqual([]);
  const parts = { ...gateway, now: clock.now, random: () => 0.5, log: desk.log };
  const rename = createRenameChannel(parts);
  const ids = { Deck: channelId(crow.discord, 'Deck'), status: id };
  const to = (channel: keyof typeof ids, name: string, signal = new AbortController().signal) =>
    rename(crow.guildId, ids[channel], name, signal);
  const nameOf = (channel: keyof typeof ids) =>
    [...crow.discord.state.guilds.values()][0]?.channels.get(ids[channel])?.name;
  return { crow, to, nameOf };
}

const renames = ({ discord }: Crowsnest) =>
  discord.journal.requests('PATCH', /^\/channels\/\d+$/).length;

describe('a channel that shows a status in its name', () => {
  it('is renamed twice in ten minutes and then waits; the newest name wins', async () => {
    const { crow, to, nameOf } = await begin();
    expect(await to('Deck', '🟢 1/70 TheIsland')).toEqual({ kind: 'renamed' });
    expect(await to('Deck', '🟢 2/70 TheIsland')).toEqual({ kind: 'renamed' });
    const third = await to('Deck', '🟢 3/70 TheIsland');
    expect(third).toMatchObject({ kind: 'later' });
    expect(await to('Deck', '🟢 4/70 TheIsland')).toEqual(third);
    expect(nameOf('Deck')).toBe('🟢 2/70 TheIsland');
    crow.clock.advance(third.kind === 'later' ? third.notBefore - crow.clock.now() : 0);
    expect(await to('Deck', '🟢 5/70 TheIsland')).toEqual({ kind: 'renamed' });
    expect(nameOf('Deck')).toBe('🟢 5/70 TheIsland');
    expect(renames(crow)).toBe(3);
    expectCalm(crow);
  });

  it('never makes Discord say 429, however often the count changes in an hour', async () => {
    const { crow, to } = await begin();
    for (let minute = 0; minute < 60; minute += 1) {
      await to('Deck', `🟢 ${minute}/70 TheIsland`);
      crow.clock.advance(MINUTE);
    }
    expect(renames(crow)).toBeGreaterThanOrEqual(10);
    expect(crow.discord.journal.requests('PATCH').map((one) => one.status)).not.toContain(429);
  });

  it('leaves other channels and messages free while it waits', async () => {
    const { to, nameOf } = await begin();
    await to('Deck', 'one');
    await to('Deck', 'two');
    expect(await to('Deck', 'three')).toMatchObject({ kind: 'later' });
    expect(await to('status', 'free')).toEqual({ kind: 'renamed' });
    expect(nameOf('status')).toBe('free');
  });

  it('is left alone when it is called so already, also in the letters Discord chose', async () => {
    const { crow, to, nameOf } = await begin();
    await to('status', '🟢 1 of 70');
    expect(nameOf('status')).toBe('🟢-1-of-70');
    await expect
      .poll(() => crow.gateway.channelThere(crow.guildId, channelId(crow.discord, '🟢-1-of-70')))
      .not.toBeNull();
    await expect.poll(() => to('status', '🟢 1 of 70')).toEqual({ kind: 'renamed' });
    expect(renames(crow)).toBe(1);
  });

  it('is named anew when a person called it something else', async () => {
    const { crow, to, nameOf } = await begin();
    await to('Deck', 'ours');
    crow.discord.people.renameChannel('ours', 'theirs');
    const { guildId, discord, gateway } = crow;
    const id = channelId(discord, 'theirs');
    await expect.poll(() => gateway.channelThere(guildId, id)?.name).toBe('theirs');
    expect(await to('Deck', 'ours')).toEqual({ kind: 'renamed' });
    expect(nameOf('Deck')).toBe('ours');
  });

  it('names what is missing without asking Discord', async () => {
    const { crow, to } = await begin();
    crow.discord.people.setOverwrite('#Deck', { for: 'bot', deny: ['CONNECT'] });
    const deck = channelId(crow.discord, 'Deck');
    await expect
      .poll(() => crow.gateway.missingThere(crow.guildId, deck, renameNeeds))
      .toEqual(['ManageChannels', 'Connect']);
    expect(await to('Deck', 'x')).toEqual({
      kind: 'trouble',
      facts: ['ManageChannels', 'Connect'],
    });
    expect(renames(crow)).toBe(0);
  });

  it('keeps its name when Discord does not allow a word', async () => {
    const { crow, to, nameOf } = await begin();
    crow.discord.faults.add({ route: RENAME }, { kind: 'status', status: 400, code: 20031 });
    expect(await to('Deck', 'a bad word')).toEqual({ kind: 'trouble', facts: ['20031'] });
    expect(nameOf('Deck')).toBe('Deck');
  });

  it('waits as long as a 429 says, and longer each time Discord is in trouble', async () => {
    const { crow, to } = await begin();
    const { faults } = crow.discord;
    faults.add({ route: RENAME }, { kind: 'rateLimit', retryAfter: 540, scope: 'shared' });
    const limited = await to('Deck', 'a');
    expect(limited).toMatchObject({ kind: 'later' });
    expect(limited.kind === 'later' && limited.notBefore - crow.clock.now()).toBeGreaterThan(
      539_999,
    );
    crow.clock.advance(20 * MINUTE);
    faults.add({ route: RENAME, times: 4 }, { kind: 'status', status: 503 });
    const pauses = [];
    for (const name of ['b', 'c']) {
      const outcome = await to('Deck', name);
      pauses.push(outcome.kind === 'later' ? outcome.notBefore - crow.clock.now() : 0);
    }
    expect(pauses).toEqual([10_000, 20_000]);
  });

  it('takes no more of a stranger’s name than fits, and nothing that can not be seen', async () => {
    const { to, nameOf } = await begin();
    await to('Deck', `🟢 1/70 ${'\u202e'}${'家'.repeat(200)}`);
    expect(nameOf('Deck')).toBe(`🟢 1/70 ${'家'.repeat(91)}…`);
    expect(await to('Deck', '\u200b \u2060')).toEqual({ kind: 'renamed' });
    expect(nameOf('Deck')).toContain('家');
  });

  it('has one rename on its way at a time', async () => {
    const { crow, to, nameOf } = await begin();
    const both = await Promise.all([to('Deck', 'first'), to('Deck', 'second')]);
    expect(both.map(({ kind }) => kind)).toEqual(['renamed', 'later']);
    expect(nameOf('Deck')).toBe('first');
    expect(renames(crow)).toBe(1);
  });
});
