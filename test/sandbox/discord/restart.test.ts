import { ButtonStyle, ComponentType } from 'discord.js';
import { expect, test } from 'vitest';
import { createSnowflakes, snowflakeTime } from '#sandbox/discord/snowflake.ts';
import { ask, channelId, channelOf, expectNoSurprise, logIn, openHarbour } from './harbour.ts';

const MINUTE = 60_000;

test('a bot that is killed and started again finds its commands, its message and its pin', async () => {
  const { discord } = await openHarbour();
  const before = await logIn(discord);
  await before.application.commands.set([{ name: 'status', description: 'Shows a server' }]);
  const message = await channelOf(before, 'status').send({
    embeds: [{ title: 'Up' }],
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            customId: 'again',
            label: 'Again',
            style: ButtonStyle.Primary,
          },
        ],
      },
    ],
  });
  await message.pin();
  discord.gateway.drop();
  await before.destroy();

  const after = await logIn(discord);
  expect((await after.application.commands.fetch()).map(({ name }) => name)).toEqual(['status']);
  const found = await channelOf(after, 'status').messages.fetch(message.id);
  expect([found.embeds[0]?.title, found.pinned]).toEqual(['Up', true]);
  after.on('interactionCreate', (interaction) => {
    if (interaction.isButton()) {
      interaction.update({ embeds: [{ title: 'pressed' }] }).catch(() => {});
    }
  });
  const where = { as: 'pip', in: '#status', messageId: message.id, customId: 'again' };
  expect((await discord.people.click(where).reply()).message.embeds[0]?.title).toBe('pressed');
  expect(discord.people.unanswered()).toEqual([]);
  expectNoSurprise(discord);
});

test('a nonce that Discord enforces: the repeat after a crash answers with the first message', async () => {
  const { discord, clock } = await openHarbour();
  const send = async () => {
    const client = await logIn(discord);
    const options = { content: 'down', nonce: 'incident-7', enforceNonce: true };
    const { id } = await channelOf(client, 'alerts').send(options);
    await client.destroy();
    return id;
  };
  const first = await send();
  clock.advance(4 * MINUTE);
  expect(await send()).toBe(first);
  expect(discord.people.messages('#alerts')).toHaveLength(1);
  clock.advance(2 * MINUTE);
  expect(await send()).not.toBe(first);
});

test('a nonce whose message was deleted is 404 10008; without enforce_nonce it is only an echo', async () => {
  const { discord } = await openHarbour({ nonceWindowMs: MINUTE });
  const path = `/channels/${channelId(discord, 'alerts')}/messages`;
  const send = (enforce: boolean) =>
    ask(discord, 'POST', path, { content: 'x', nonce: '7', enforce_nonce: enforce });
  const { json } = await send(true);
  expect(json.nonce).toBe('7');
  expect((await send(false)).json.id).not.toBe(json.id);
  for (const { message } of discord.people.messages('#alerts')) {
    discord.people.deleteMessage('#alerts', message.id);
  }
  const repeated = await send(true);
  expect([repeated.status, repeated.json.code]).toEqual([404, 10008]);
});

test('ids are snowflakes of the clock: 17 to 19 digits, never twice, also when the clock stands or goes back', () => {
  let now = Date.UTC(2026, 0, 1);
  const nextId = createSnowflakes(() => now);
  const ids = Array.from({ length: 1000 }, nextId);
  now -= 60_000;
  ids.push(nextId());
  expect(new Set(ids).size).toBe(1001);
  expect(ids.every((id) => /^\d{17,19}$/.test(id))).toBe(true);
  expect(snowflakeTime(ids[0] ?? '')).toBe(Date.UTC(2026, 0, 1));
  expect(() => createSnowflakes(() => 0)()).toThrow(/2016/);
});

test('the same set-up has the same ids at every start', async () => {
  const one = await openHarbour();
  const two = await openHarbour();
  expect(channelId(one.discord, 'status')).toBe(channelId(two.discord, 'status'));
  expect(one.discord.token).toBe(two.discord.token);
});
