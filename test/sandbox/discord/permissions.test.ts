import { expect, test } from 'vitest';
import type { Guild, Member } from '#sandbox/discord/guild.ts';
import { HARBOUR } from '#sandbox/discord/harbour.ts';
import { PERMISSION, type PermissionName } from '#sandbox/discord/permissionBits.ts';
import { channelPermissions, guildPermissions } from '#sandbox/discord/permissions.ts';
import type { ChannelSetUp } from '#sandbox/discord/guildSetUp.ts';
import { buildState } from '#sandbox/discord/setUp.ts';
import { ask, channelId, channelOf, logIn, openHarbour, roleId } from './harbour.ts';

/** Harbour with these overwrites in a channel of its own, seen by `pip` (role Watchmen). */
function seenByPip(
  overwrites: ChannelSetUp['overwrites'],
  change: (pip: Member) => void = () => {},
) {
  const [harbour] = HARBOUR.guilds;
  if (harbour === undefined) {
    throw new Error('no guild');
  }
  const channel: ChannelSetUp =
    overwrites === undefined ? { name: 'pier' } : { name: 'pier', overwrites };
  const thread: ChannelSetUp = { name: 'plank', type: 'publicThread', parent: 'pier' };
  const state = buildState(
    { ...HARBOUR, guilds: [{ ...harbour, channels: [channel, thread] }] },
    0,
  );
  const [guild] = state.guilds.values() as Iterable<Guild>;
  const pip = [...(guild?.members.values() ?? [])].find(({ user }) => user.username === 'pip');
  if (guild === undefined || pip === undefined) {
    throw new Error('no pip');
  }
  change(pip);
  return (name: PermissionName, where = 'pier') => {
    const found = [...guild.channels.values()].find((one) => one.name === where);
    return (
      found !== undefined && (channelPermissions(guild, found, pip, 1000) & PERMISSION[name]) !== 0n
    );
  };
}

test('overwrites count in order: everyone, then all roles together, then the member', () => {
  const everyoneOut = { role: '@everyone', deny: ['VIEW_CHANNEL'] as const };
  expect(seenByPip([everyoneOut])('VIEW_CHANNEL')).toBe(false);
  const watchmenIn = { role: 'Watchmen', allow: ['VIEW_CHANNEL'] as const };
  expect(seenByPip([watchmenIn, everyoneOut])('VIEW_CHANNEL')).toBe(true);
  const watchmenOut = { role: 'Watchmen', deny: ['VIEW_CHANNEL'] as const };
  const pipIn = { member: 'pip', allow: ['VIEW_CHANNEL'] as const };
  expect(seenByPip([pipIn, watchmenOut])('VIEW_CHANNEL')).toBe(true);
});

test('who may not view may do nothing; who may not send has no embeds, files or @everyone', () => {
  const hidden = seenByPip([{ role: '@everyone', deny: ['VIEW_CHANNEL'] }]);
  expect(hidden('READ_MESSAGE_HISTORY')).toBe(false);
  const mute = seenByPip([
    { role: '@everyone', deny: ['SEND_MESSAGES'], allow: ['EMBED_LINKS', 'MENTION_EVERYONE'] },
  ]);
  expect([mute('VIEW_CHANNEL'), mute('EMBED_LINKS'), mute('MENTION_EVERYONE')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a thread takes the overwrites of its parent, but writing in it is a right of its own', () => {
  const may = seenByPip([{ role: '@everyone', deny: ['SEND_MESSAGES'], allow: ['EMBED_LINKS'] }]);
  expect(may('SEND_MESSAGES_IN_THREADS', 'plank')).toBe(true);
  expect(may('EMBED_LINKS', 'plank')).toBe(true);
  expect(may('EMBED_LINKS', 'pier')).toBe(false);
});

test('who is timed out can only look and read', () => {
  const until = (at: number) => (pip: Member) => {
    pip.communication_disabled_until = new Date(at).toISOString();
  };
  const may = seenByPip([], until(2000));
  expect([may('VIEW_CHANNEL'), may('READ_MESSAGE_HISTORY'), may('SEND_MESSAGES')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(seenByPip([], until(500))('SEND_MESSAGES')).toBe(true);
});

test('the owner has everything, the bot is neither owner nor administrator', async () => {
  const { discord } = await openHarbour();
  const [guild] = discord.state.guilds.values();
  const bits = (id: string | undefined) => {
    const member = guild?.members.get(id ?? '');
    return guild && member ? guildPermissions(guild, member) : 0n;
  };
  expect(bits(guild?.ownerId) & PERMISSION.ADMINISTRATOR).not.toBe(0n);
  expect(bits(discord.applicationId) & PERMISSION.ADMINISTRATOR).toBe(0n);
});

const deny = (...names: PermissionName[]) => ({ for: 'bot', deny: names });
const embeds = [{ title: 'Up' }];

test('a channel that the bot cannot see is 50001 for everything', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const message = await channelOf(client, 'status').send('here');
  discord.people.hideChannel('#status');
  await expect(message.edit('x')).rejects.toMatchObject({ status: 403, code: 50001 });
  await expect(channelOf(client, 'status').send('x')).rejects.toMatchObject({ code: 50001 });
  await expect(client.channels.fetch(message.channelId, { force: true })).rejects.toMatchObject({
    code: 50001,
  });
  await expect(client.channels.fetch('100000000000000000')).rejects.toMatchObject({
    status: 404,
    code: 10003,
  });
});

test('what the bot may see but not do is 50013', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const channel = channelOf(client, 'status');
  const message = await channel.send('here');
  discord.people.setOverwrite('#status', deny('SEND_MESSAGES', 'PIN_MESSAGES', 'ATTACH_FILES'));
  const refused = { status: 403, code: 50013 };
  await expect(channel.send('x')).rejects.toMatchObject(refused);
  await expect(message.pin()).rejects.toMatchObject(refused);
  await expect(
    client.rest.patch(`/channels/${channel.id}`, { body: { name: 'x' } }),
  ).rejects.toMatchObject(refused);
  await expect(
    message.edit({ files: [{ attachment: Buffer.from('x'), name: 'x.txt' }] }),
  ).rejects.toMatchObject(refused);
});

test('editing its own message needs no permission to send', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const message = await channelOf(client, 'status').send('before');
  discord.people.setOverwrite('#status', deny('SEND_MESSAGES'));
  expect((await message.edit('after')).content).toBe('after');
});

test('without EMBED_LINKS: embeds alone are 50013, with text they are dropped, an edit loses them and says 200', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const channel = channelOf(client, 'status');
  const message = await channel.send({ embeds });
  discord.people.setOverwrite('#status', deny('EMBED_LINKS'));
  await expect(channel.send({ embeds })).rejects.toMatchObject({ status: 403, code: 50013 });
  expect((await channel.send({ content: 'text', embeds })).embeds).toHaveLength(0);
  expect((await message.edit({ embeds })).embeds).toHaveLength(0);
});

test('a message of somebody else is 50005 to edit and 50013 to delete', async () => {
  const { discord } = await openHarbour();
  const { message } = discord.people.say({ as: 'pip', in: '#status', text: 'mine' });
  const path = `/channels/${message.channel_id}/messages/${message.id}`;
  const edit = await ask(discord, 'PATCH', path, { content: 'x' });
  const remove = await ask(discord, 'DELETE', path);
  expect([edit.status, edit.json.code, remove.json.code]).toEqual([403, 50005, 50013]);
});

test('an archived thread: an edit is 50083, unarchiving or sending wakes it', async () => {
  const { discord, clock } = await openHarbour();
  const client = await logIn(discord);
  const thread = channelOf(client, 'night watch');
  const message = await thread.send('status');
  clock.advance(4320 * 60_000);
  const archived = () =>
    discord.people.channels('pip').find(({ name }) => name === 'night watch')?.thread_metadata
      ?.archived;
  await expect.poll(archived).toBe(true);

  await expect(message.edit('x')).rejects.toMatchObject({ status: 400, code: 50083 });
  if (!thread.isThread()) {
    throw new Error('not a thread');
  }
  await thread.setArchived(false);
  expect((await message.edit('y')).content).toBe('y');
  discord.people.setThread('night watch', { archived: true });
  await thread.send('awake');
  expect(archived()).toBe(false);
});

test('a locked thread is closed to a bot without MANAGE_THREADS', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const thread = channelOf(client, 'night watch');
  const message = await thread.send('status');
  discord.people.setThread('night watch', { locked: true });
  await expect(message.edit('x')).rejects.toMatchObject({ status: 403, code: 160005 });
  await expect(thread.send('x')).rejects.toMatchObject({ code: 160005 });
  discord.people.setOverwrite('#general', { for: 'bot', allow: ['MANAGE_THREADS'] });
  expect((await message.edit('y')).content).toBe('y');
});

test('without history there are no pins and no messages to read, and no error either', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const channel = channelOf(client, 'status');
  await (await channel.send('pinned')).pin();
  discord.people.setOverwrite('#status', deny('READ_MESSAGE_HISTORY'));
  expect((await channel.messages.fetchPins()).items).toEqual([]);
  expect((await channel.messages.fetch({ limit: 5 })).size).toBe(0);
});

test('pins: not in voice channels, not of system lines, not of other channels, 250 at most', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const pin = async (channel: string, messageId: string) =>
    (
      await ask(
        discord,
        'PUT',
        `/channels/${channelId(discord, channel)}/messages/pins/${messageId}`,
      )
    ).json.code ?? 204;
  const inVoice = await channelOf(client, 'Deck').send('x');
  expect(await pin('Deck', inVoice.id)).toBe(50024);
  const elsewhere = await channelOf(client, 'general').send('x');
  expect(await pin('status', elsewhere.id)).toBe(50019);

  for (let count = 0; count < 250; count += 1) {
    const { message } = discord.people.say({ as: 'pip', in: '#status', text: `${count}` });
    discord.people.pin('#status', message.id);
  }
  const line = discord.people.messages('#status').find(({ message }) => message.type === 6);
  expect(await pin('status', line?.message.id ?? '')).toBe(50021);
  const { message } = discord.people.say({ as: 'pip', in: '#status', text: 'one more' });
  expect(await pin('status', message.id)).toBe(30003);
});

test('a role that is not mentionable: the text appears, nobody is told', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const ping = async (role: string) => {
    const id = roleId(discord, role);
    await channelOf(client, 'alerts').send({
      content: `<@&${id}> down`,
      allowedMentions: { roles: [id] },
    });
    return discord.people.rolePings(role).length;
  };
  expect(await ping('Watchmen')).toBe(1);
  expect(await ping('Captains')).toBe(0);
  expect(discord.people.notifications('pip')).toHaveLength(1);
  expect(discord.people.notifications('marlow')).toHaveLength(0);
  discord.people.setOverwrite('#alerts', { for: 'bot', allow: ['MENTION_EVERYONE'] });
  expect(await ping('Captains')).toBe(1);
});
