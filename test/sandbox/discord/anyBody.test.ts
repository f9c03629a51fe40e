import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { tries } from '#test/tries.ts';
import { ask, channelId, openHarbour } from './harbour.ts';

/** Values as a broken program might send them: sometimes right, mostly not. */
const junk = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1 << 15, '', 'text', '0', 'https://a.example', 'steam://x'),
  fc.string({ maxLength: 30, unit: 'grapheme' }),
  fc.integer(),
  fc.constant([]),
  fc.constant([null]),
  fc.constant({}),
);
/** Right seven times of eight, so that most bodies are wrong in one place and get past the others. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: right }, { weight: 1, arbitrary: junk });
const some = (model: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(Object.fromEntries(Object.entries(model).map(([key, one]) => [key, mostly(one)])), {
    requiredKeys: [],
  });
const word = fc.constantFrom('a', 'Island', '**x**', '<@&200000000000000001>', '');
const url = fc.constantFrom('https://a.example/x.png', 'http://a.example');

const embed = some({
  title: word,
  description: word,
  url,
  color: fc.constant(0xff0000),
  timestamp: fc.constantFrom('2026-01-01T00:00:00Z', 'yesterday'),
  footer: some({ text: word, icon_url: url }),
  author: some({ name: word, url }),
  image: some({ url }),
  fields: fc.array(mostly(some({ name: word, value: word, inline: fc.boolean() })), {
    maxLength: 3,
  }),
});
const button = some({
  type: fc.constant(2),
  style: fc.constantFrom(1, 5),
  label: fc.constant('Next'),
  custom_id: fc.uuid(),
  url,
});
const part = some({
  type: fc.constantFrom(1, 10, 12, 17),
  components: fc.array(mostly(button), { minLength: 1, maxLength: 3 }),
  content: word,
  items: fc.array(some({ media: some({ url }) }), { maxLength: 2 }),
});
const body = some({
  content: fc.constantFrom('up', 'down <@&200000000000000001>'),
  embeds: fc.array(mostly(embed), { maxLength: 2 }),
  components: fc.array(mostly(part), { maxLength: 2 }),
  flags: fc.constantFrom(0, 4, 4096, 32_768),
  allowed_mentions: some({ parse: fc.constant([]), users: fc.constant([]) }),
  attachments: fc.constant([]),
  nonce: fc.constantFrom('1', 1),
  enforce_nonce: fc.boolean(),
  message_reference: some({ message_id: fc.constant('200000000000000001') }),
});

/** What broke the local Discord since it had had so many surprises. */
function broken(discord: LocalDiscord, before: number): string[] {
  return discord.journal
    .surprises()
    .slice(before)
    .filter((text) => text.includes('broke this Discord'));
}

test('whatever a bot sends as a message is posted, refused or named; it never breaks this Discord', async () => {
  const { discord } = await openHarbour();
  const path = `/channels/${channelId(discord, 'status')}/messages`;
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('POST', 'PATCH'), body, async (method, given) => {
      const before = discord.journal.surprises().length;
      const { id } = (await ask(discord, 'POST', path, { content: 'target' })).json;
      const to = method === 'POST' ? path : `${path}/${id}`;
      const { status } = await ask(discord, method, to, given);
      statuses.add(status);
      expect([200, 400]).toContain(status);
      expect(broken(discord, before)).toEqual([]);
    }),
    {
      numRuns: tries(120),
      examples: [
        ['POST', { content: 'up' }],
        ['POST', {}],
      ],
    },
  );
  expect([...statuses].sort()).toEqual([200, 400]);
});

test('and so are commands and callbacks', async () => {
  const { discord, clock } = await openHarbour();
  const commands = `/applications/${discord.applicationId}/commands`;
  const registered = [{ name: 'ping', description: 'Answers' }];
  const option = some({
    type: fc.constantFrom(1, 3, 4),
    name: fc.constantFrom('a', 'b'),
    description: fc.constant('x'),
    required: fc.boolean(),
    choices: fc.constant([{ name: 'a', value: 'a' }]),
    options: fc.constant([]),
    autocomplete: fc.boolean(),
  });
  const command = some({
    name: fc.constant('ping'),
    description: fc.constant('Answers'),
    type: fc.constantFrom(1, 2),
    options: fc.array(mostly(option), { maxLength: 3 }),
    name_localizations: fc.constant({ ru: 'x', xx: 'y' }),
    default_member_permissions: fc.constant('32'),
    contexts: fc.constant([0]),
  });
  await fc.assert(
    fc.asyncProperty(
      mostly(fc.array(command, { maxLength: 3 })),
      fc.constantFrom(4, 5, 6, 7, 8, 9),
      fc.oneof(junk, body, fc.record({ choices: junk }), fc.record({ components: junk })),
      async (forms, type, data) => {
        clock.advance(86_400_001);
        const before = discord.journal.surprises().length;
        await ask(discord, 'PUT', commands, forms);
        await ask(discord, 'PUT', commands, registered);
        const who = { as: 'pip', in: '#general', command: '/ping' };
        const { interaction } = discord.people.runCommand(who);
        const callback = `/interactions/${interaction.id}/${interaction.token}/callback`;
        await ask(discord, 'POST', callback, { type, data });
        expect(broken(discord, before)).toEqual([]);
      },
    ),
    { numRuns: tries(80) },
  );
});
