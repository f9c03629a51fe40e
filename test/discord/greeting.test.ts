import { describe, expect, it } from 'vitest';
import { isGreetingDue } from '#discord/greeting.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from './crowsnest.ts';
import { NOON } from './pictures.ts';

const DAY_MS = 86_400_000;

/** What the bot wrote in any channel of the guild. */
const written = ({ discord }: Crowsnest) =>
  [...(discord.state.guilds.values().next().value?.channels.values() ?? [])].flatMap((channel) =>
    discord.people.messages(channel.id).map((post) => ({ channel: channel.name, ...post.message })),
  );

async function kickAndInvite({ discord, gateway }: Crowsnest): Promise<void> {
  discord.people.removeBot();
  await expect.poll(gateway.guildIds).toEqual([]);
  discord.people.inviteBot();
  await expect.poll(gateway.guildIds).toHaveLength(1);
}

/** Long enough for a greeting that must not come, were it to come: a request of ours goes its way after it. */
async function settle({ gateway, store, guildId }: Crowsnest): Promise<void> {
  await store.guilds.get(guildId);
  await gateway.rest.get('/users/@me');
  await gateway.rest.get('/users/@me');
}

describe('the bot says hello', () => {
  it('once, when it is invited, in a channel where it may write, and says how to begin', async () => {
    const crow = await startCrowsnest();
    expect(written(crow)).toEqual([]);
    await kickAndInvite(crow);
    await expect.poll(() => written(crow)).toHaveLength(1);
    const [hello] = written(crow);
    const setup = crow.discord.state.commands.find(({ name }) => name === 'setup')?.id;
    expect(hello?.channel).toBe('general');
    expect(hello?.content).toContain(setup === undefined ? '`/setup`' : `</setup:${setup}>`);
    expect(hello?.components[0]?.components?.[0]).toMatchObject({ label: 'Set me up' });
    expect([hello?.mentions, hello?.mention_roles, hello?.mention_everyone]).toEqual([
      [],
      [],
      false,
    ]);
    expectCalm(crow);
  });

  it('not at a start, and not when Discord was away', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.setAvailable(false);
    await expect.poll(crow.gateway.guildIds).toEqual([]);
    crow.discord.people.setAvailable(true);
    await expect.poll(crow.gateway.guildIds).toHaveLength(1);
    await settle(crow);
    expect(written(crow)).toEqual([]);
  });

  it('not twice within 30 days to a server that throws it out and takes it in again', async () => {
    const crow = await startCrowsnest();
    await kickAndInvite(crow);
    await expect.poll(() => written(crow)).toHaveLength(1);
    crow.clock.advance(29 * DAY_MS);
    await kickAndInvite(crow);
    await settle(crow);
    expect(written(crow)).toHaveLength(1);
    crow.clock.advance(2 * DAY_MS);
    await kickAndInvite(crow);
    await expect.poll(() => written(crow)).toHaveLength(2);
  });

  it.each([
    ['ru', 'Привет!'],
    ['pt-BR', 'Olá!'],
  ])('in the language of the server: %s', async (locale, words) => {
    const crow = await startCrowsnest();
    for (const guild of crow.discord.state.guilds.values()) {
      guild.locale = locale;
    }
    await kickAndInvite(crow);
    await expect.poll(() => written(crow)[0]?.content).toContain(words);
  });

  it('in the next channel when it may not write in the first, and nowhere when it may write nowhere', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.setRole('@everyone', { permissions: ['VIEW_CHANNEL'] });
    crow.discord.people.removeBot();
    await expect.poll(crow.gateway.guildIds).toEqual([]);
    crow.discord.people.inviteBot(['VIEW_CHANNEL']);
    await expect.poll(crow.gateway.guildIds).toHaveLength(1);
    await settle(crow);
    expect(written(crow)).toEqual([]);
    expect((await crow.store.guilds.get(crow.guildId)).greetedAt).toBeNull();
    crow.discord.people.setRole('@everyone', { permissions: ['VIEW_CHANNEL', 'SEND_MESSAGES'] });
    crow.discord.people.hideChannel('#general');
    await kickAndInvite(crow);
    await expect.poll(() => written(crow)[0]?.channel).toBe('status');
    expectCalm(crow);
  });

  it('another time, when Discord did not take it', async () => {
    const crow = await startCrowsnest();
    crow.discord.faults.add(
      { route: 'POST /channels/:channel/messages', times: 1 },
      { kind: 'status', status: 403, code: 50013 },
    );
    await kickAndInvite(crow);
    await expect.poll(() => crow.complaints.join()).toContain('could not say hello');
    await kickAndInvite(crow);
    await expect.poll(() => written(crow)).toHaveLength(1);
  });
});

it('greets who took it in while it was off, but nobody who has had it for long', () => {
  expect(isGreetingDue(NOON - 3_600_000, null, NOON)).toBe(true);
  expect(isGreetingDue(NOON - 2 * DAY_MS, null, NOON)).toBe(false);
  expect(isGreetingDue(NOON, NOON - 29 * DAY_MS, NOON)).toBe(false);
  expect(isGreetingDue(NOON, NOON - 31 * DAY_MS, NOON)).toBe(true);
});
