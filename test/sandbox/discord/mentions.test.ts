import { expect, test } from 'vitest';
import { findMentions, type MentionRules } from '#sandbox/discord/mentions.ts';
import { channelOf, logIn, openHarbour, roleId } from './harbour.ts';

const PIP = '100000000000000001';
const ADA = '100000000000000002';
const BOT = '100000000000000003';
const WATCHMEN = '200000000000000001';

const RULES: MentionRules = {
  allowed: null,
  byDefault: 'everything',
  roleIds: [WATCHMEN],
  mayMentionEveryone: true,
  authorId: BOT,
  listeners: [
    { userId: PIP, roleIds: [WATCHMEN], bot: false },
    { userId: ADA, roleIds: [], bot: false },
    { userId: BOT, roleIds: [WATCHMEN], bot: true },
  ],
  repliedTo: null,
};

test.for([
  ['everything by default', `<@${ADA}> <@&${WATCHMEN}>`, {}, [PIP, ADA]],
  ['@everyone reaches all but the author', '@everyone', {}, [PIP, ADA]],
  [
    'parse [] reaches nobody',
    `@everyone <@${ADA}> <@&${WATCHMEN}>`,
    { allowed: { parse: [] } },
    [],
  ],
  [
    'exactly the role that is meant',
    `<@${ADA}> <@&${WATCHMEN}>`,
    { allowed: { roles: [WATCHMEN] } },
    [PIP],
  ],
  [
    'answers to interactions: users only',
    `<@${ADA}> <@&${WATCHMEN}>`,
    { byDefault: 'users' },
    [ADA],
  ],
  ['a role that may not be mentioned', `<@&${WATCHMEN}>`, { roleIds: [] }, []],
  ['@here without the right to it', '@here', { mayMentionEveryone: false }, []],
  ['inside code nothing is a mention', `\`<@${ADA}>\` and \`\`\`\n@everyone\n\`\`\``, {}, []],
  ['a reply tells its author', 'yes', { repliedTo: ADA }, [ADA]],
  ['a reply with parse [] does not', 'yes', { repliedTo: ADA, allowed: { parse: [] } }, []],
] as const)('%s', ([, text, change, notified]) => {
  expect(findMentions(text, { ...RULES, ...(change as Partial<MentionRules>) }).notified).toEqual(
    notified,
  );
});

test('an edit computes the mentions anew, with everything allowed when it says nothing, and tells nobody', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const watchmen = roleId(discord, 'Watchmen');
  const message = await channelOf(client, 'alerts').send({
    content: 'down',
    allowedMentions: { parse: [] },
  });
  const edited = await message.edit(`down <@&${watchmen}>`);
  expect(edited.mentions.roles.map((role) => role.name)).toEqual(['Watchmen']);
  expect(discord.people.rolePings('Watchmen')).toEqual([]);
  expect(discord.people.notifications('pip')).toEqual([]);
});

test('a mention in an embed tells nobody; a silent ping is told as silent', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const ping = `<@&${roleId(discord, 'Watchmen')}>`;
  const heard: boolean[] = [];
  discord.subscribe((change) => {
    if (change.kind === 'notified') {
      heard.push(change.silent);
    }
  });
  await channelOf(client, 'alerts').send({ embeds: [{ title: ping, description: ping }] });
  expect(heard).toEqual([]);
  await channelOf(client, 'alerts').send({ content: ping, flags: 1 << 12 });
  expect(heard).toEqual([true]);
});

test('who cannot see the channel is not told', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  discord.people.setOverwrite('#alerts', { for: 'pip', deny: ['VIEW_CHANNEL'] });
  await channelOf(client, 'alerts').send(`<@&${roleId(discord, 'Watchmen')}>`);
  expect(discord.people.notifications('pip')).toEqual([]);
  expect(discord.people.notifications('ada')).toHaveLength(1);
});
