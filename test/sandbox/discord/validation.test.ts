import { expect, test } from 'vitest';
import { ask, channelId, openHarbour } from './harbour.ts';

type Row = readonly [what: string, body: object, path: string, code: string];

const field = (change: object = {}) => ({ name: 'a', value: 'b', ...change });
const button = (id: string, change: object = {}) => ({
  type: 2,
  style: 1,
  label: 'x',
  custom_id: id,
  ...change,
});
const row = (...components: object[]) => ({ type: 1, components });
const text = (content: string) => ({ type: 10, content });
const many = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index));
const V2 = 1 << 15;
const MAX = 'BASE_TYPE_MAX_LENGTH';

const MESSAGES: readonly Row[] = [
  ['11 embeds', { embeds: many(11, () => ({ title: 'a' })) }, 'embeds', MAX],
  ['title of 257', { embeds: [{ title: 'x'.repeat(257) }] }, 'embeds.0.title', MAX],
  [
    'description of 4097',
    { embeds: [{ description: 'x'.repeat(4097) }] },
    'embeds.0.description',
    MAX,
  ],
  ['26 fields', { embeds: [{ fields: many(26, () => field()) }] }, 'embeds.0.fields', MAX],
  [
    'value of 1025',
    { embeds: [{ fields: [field({ value: 'x'.repeat(1025) })] }] },
    'embeds.0.fields.0.value',
    MAX,
  ],
  [
    'no value',
    { embeds: [{ fields: [{ name: 'a' }] }] },
    'embeds.0.fields.0.value',
    'BASE_TYPE_REQUIRED',
  ],
  [
    'footer of 2049',
    { embeds: [{ footer: { text: 'x'.repeat(2049) } }] },
    'embeds.0.footer.text',
    MAX,
  ],
  [
    'colour as text',
    { embeds: [{ title: 'a', color: 'red' }] },
    'embeds.0.color',
    'NUMBER_TYPE_COERCE',
  ],
  [
    '6000 over all embeds',
    { embeds: many(2, () => ({ description: 'x'.repeat(3001) })) },
    'embeds',
    'MAX_EMBED_SIZE_EXCEEDED',
  ],
  ['an empty embed', { embeds: [{}] }, 'embeds.0', 'LIST_ITEM_VALUE_REQUIRED'],
  [
    'steam:// in an embed',
    { embeds: [{ title: 'a', url: 'steam://connect/1.2.3.4' }] },
    'embeds.0.url',
    'URL_TYPE_INVALID_SCHEME',
  ],
  [
    'a picture that was not sent',
    { embeds: [{ image: { url: 'attachment://a.png' } }] },
    'embeds.0.image.url',
    'MEDIA_ITEM_ATTACHMENT_NOT_FOUND',
  ],
  ['content of 2001', { content: 'x'.repeat(2001) }, 'content', MAX],
  ['nonce of 26', { content: 'a', nonce: 'x'.repeat(26) }, 'nonce', MAX],
  [
    '101 users',
    {
      content: 'a',
      allowed_mentions: { users: Array.from({ length: 101 }, (_, n) => `${10 ** 17 + n * 1000}`) },
    },
    'allowed_mentions.users',
    MAX,
  ],
  [
    'parse and a list of one kind',
    { content: 'a', allowed_mentions: { parse: ['roles'], roles: ['123456789012345678'] } },
    'allowed_mentions',
    'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
  ],
  [
    '6 buttons in a row',
    { components: [row(...many(6, (n) => button(`${n}`)))] },
    'components.0.components',
    MAX,
  ],
  ['6 rows', { components: many(6, (n) => row(button(`${n}`))) }, 'components', MAX],
  [
    'label of 81',
    { components: [row(button('a', { label: 'x'.repeat(81) }))] },
    'components.0.components.0.label',
    MAX,
  ],
  [
    'custom_id of 101',
    { components: [row(button('x'.repeat(101)))] },
    'components.0.components.0.custom_id',
    MAX,
  ],
  [
    'the same custom_id twice, once disabled',
    { components: [row(button('a'), button('a', { disabled: true }))] },
    'components.0.components.1.custom_id',
    'COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
  [
    'a link button to samp://',
    { components: [row({ type: 2, style: 5, label: 'Join', url: 'samp://1.2.3.4' })] },
    'components.0.components.0.url',
    'URL_TYPE_INVALID_SCHEME',
  ],
  [
    'a link button without address',
    { components: [row({ type: 2, style: 5, label: 'Join' })] },
    'components.0.components.0.url',
    'BASE_TYPE_REQUIRED',
  ],
  [
    'a button without anything on it',
    { components: [row({ type: 2, style: 1, custom_id: 'a' })] },
    'components.0.components.0',
    'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
  ],
  [
    '26 options of a menu',
    {
      components: [
        row({ type: 3, custom_id: 'm', options: many(26, (n) => ({ label: 'a', value: `${n}` })) }),
      ],
    },
    'components.0.components.0.options',
    MAX,
  ],
  [
    'a menu beside a button',
    {
      components: [
        row({ type: 3, custom_id: 'm', options: [{ label: 'a', value: 'a' }] }, button('b')),
      ],
    },
    'components.0.components',
    'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
  ],
  [
    'a V2 part without the flag',
    { components: [text('a')] },
    'components.0.type',
    'BASE_TYPE_CHOICES',
  ],
  [
    'V2 with content',
    { flags: V2, content: 'a', components: [text('a')] },
    'content',
    'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  ],
  [
    'V2 with embeds',
    { flags: V2, embeds: [{ title: 'a' }], components: [text('a')] },
    'embeds',
    'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  ],
  [
    'a V2 text of 4001',
    { flags: V2, components: [text('x'.repeat(4001))] },
    'components.0.content',
    MAX,
  ],
  [
    'two V2 texts of 4000 together',
    { flags: V2, components: [text('x'.repeat(4000)), text('y')] },
    'components',
    'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
  ],
  [
    '41 V2 parts, nested ones counted',
    { flags: V2, components: many(4, () => ({ type: 17, components: many(10, () => text('a')) })) },
    'components',
    'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
  ],
];

/** The codes at a path of an `errors` tree. */
function codesAt(errors: unknown, path: string): string[] {
  const steps = [...path.split('.').filter(Boolean), '_errors'];
  const found = steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    errors,
  );
  return ((found ?? []) as { code: string }[]).map(({ code }) => code);
}

test.for(MESSAGES)('a message is refused: %s', async ([, body, path, code]) => {
  const { discord } = await openHarbour();
  const route = `/channels/${channelId(discord, 'status')}/messages`;
  const { status, json } = await ask(discord, 'POST', route, body);
  expect({ status, code: json.code, message: json.message }, JSON.stringify(json)).toEqual({
    status: 400,
    code: 50035,
    message: 'Invalid Form Body',
  });
  expect(codesAt(json.errors, path), JSON.stringify(json.errors)).toContain(code);
  expect(discord.people.messages('#status')).toEqual([]);
});

test('the sentences are Discord’s', async () => {
  const { discord } = await openHarbour();
  const route = `/channels/${channelId(discord, 'status')}/messages`;
  const { json } = await ask(discord, 'POST', route, {
    embeds: [{ title: 'x'.repeat(257), fields: [{ name: 'a' }] }],
  });
  expect(json.errors).toEqual({
    embeds: {
      '0': {
        title: { _errors: [{ code: MAX, message: 'Must be 256 or fewer in length.' }] },
        fields: {
          '0': {
            value: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] },
          },
        },
      },
    },
  });
});

test.for([
  [
    'the largest embed there is',
    {
      embeds: [
        {
          title: 'x'.repeat(256),
          description: 'x'.repeat(4096),
          footer: { text: 'x'.repeat(1648) },
        },
      ],
    },
  ],
  ['a title of 256 emoji', { embeds: [{ title: '\u{1F3F4}'.repeat(256) }] }],
  ['an empty field name and value', { embeds: [{ fields: [{ name: '', value: '' }] }] }],
  [
    '5 rows of 5 buttons',
    { components: many(5, (n) => row(...many(5, (m) => button(`${n}:${m}`)))) },
  ],
  [
    'a V2 container',
    {
      flags: V2,
      components: [{ type: 17, components: [text('# Up'), { type: 14 }, row(button('a'))] }],
    },
  ],
  ['silent and without previews', { content: 'a', flags: (1 << 12) | (1 << 2) }],
] as const)('a message passes: %s', async ([, body]) => {
  const { discord } = await openHarbour();
  const route = `/channels/${channelId(discord, 'status')}/messages`;
  const { status, json } = await ask(discord, 'POST', route, body);
  expect(status, JSON.stringify(json)).toBe(200);
});

test.for([
  ['nothing at all', {}, 400, 50006],
  ['blanks only', { content: '  ' }, 400, 50006],
  [
    'V2 texts whose bytes break Discord',
    { flags: V2, components: [text('\u6f22'.repeat(4000))] },
    500,
    0,
  ],
] as const)('other answers to a body: %s', async ([, body, status, code]) => {
  const { discord } = await openHarbour();
  const route = `/channels/${channelId(discord, 'status')}/messages`;
  const answer = await ask(discord, 'POST', route, body);
  expect([answer.status, answer.json.code]).toEqual([status, code]);
});

test('an edit may not leave an empty message, nor take the V2 flag away', async () => {
  const { discord } = await openHarbour();
  const route = `/channels/${channelId(discord, 'status')}/messages`;
  const plain = (await ask(discord, 'POST', route, { content: 'a' })).json.id;
  expect((await ask(discord, 'PATCH', `${route}/${plain}`, { content: null })).json.code).toBe(
    50006,
  );

  const upgraded = { content: null, embeds: [], flags: V2, components: [text('b')] };
  expect((await ask(discord, 'PATCH', `${route}/${plain}`, upgraded)).status).toBe(200);
  const back = await ask(discord, 'PATCH', `${route}/${plain}`, { flags: 0, components: [] });
  expect(back.json.code).toBe(50035);
});

test.for([
  ['broken JSON', '{"content":', 'application/json', 400, 50109],
  ['another content type', 'content=a', 'application/x-www-form-urlencoded', 400, 50035],
  ['more than 25 MiB', 'x'.repeat(26 * 1024 * 1024), 'application/json', 413, 40005],
] as const)('a body that is not one: %s', async ([, body, type, status, code]) => {
  const { discord } = await openHarbour();
  const response = await fetch(
    `${discord.apiUrl}/v10/channels/${channelId(discord, 'status')}/messages`,
    {
      method: 'POST',
      headers: { authorization: `Bot ${discord.token}`, 'content-type': type },
      body,
    },
  );
  const json = (await response.json()) as { code: number };
  expect([response.status, json.code]).toEqual([status, code]);
});

test('a file over 10 MiB is 50045', async () => {
  const { discord } = await openHarbour();
  const form = new FormData();
  form.set('payload_json', JSON.stringify({ content: 'a' }));
  form.set('files[0]', new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]), 'big.bin');
  const response = await fetch(
    `${discord.apiUrl}/v10/channels/${channelId(discord, 'status')}/messages`,
    {
      method: 'POST',
      headers: { authorization: `Bot ${discord.token}` },
      body: form,
    },
  );
  expect(((await response.json()) as { code: number }).code).toBe(50045);
});

const option = (change: object = {}) => ({ type: 3, name: 'server', description: 'x', ...change });
const command = (change: object = {}) => ({ name: 'status', description: 'x', ...change });
const withOption = (...changes: object[]) => [command({ options: changes.map(option) })];

const COMMANDS: readonly (readonly [string, object[], string, string])[] = [
  ['upper case', [command({ name: 'Status' })], '0.name', 'APPLICATION_COMMAND_INVALID_NAME'],
  ['a space', [command({ name: 'my status' })], '0.name', 'APPLICATION_COMMAND_INVALID_NAME'],
  ['the same name twice', [command(), command()], '', 'APPLICATION_COMMANDS_DUPLICATE_NAME'],
  ['no description', [{ name: 'status' }], '0.description', 'BASE_TYPE_REQUIRED'],
  ['description of 101', [command({ description: 'x'.repeat(101) })], '0.description', MAX],
  ['26 options', withOption(...many(26, (n) => ({ name: `o${n}` }))), '0.options', MAX],
  [
    'option description of 101',
    withOption({ description: 'x'.repeat(101) }),
    '0.options.0.description',
    MAX,
  ],
  [
    '26 choices',
    withOption({ choices: many(26, (n) => ({ name: `${n}`, value: `${n}` })) }),
    '0.options.0.choices',
    MAX,
  ],
  [
    'choice value of 101',
    withOption({ choices: [{ name: 'a', value: 'x'.repeat(101) }] }),
    '0.options.0.choices.0.value',
    MAX,
  ],
  [
    'required after optional',
    withOption({ name: 'a' }, { name: 'b', required: true }),
    '0.options.1',
    'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
  ],
  [
    'autocomplete and choices',
    withOption({ autocomplete: true, choices: [{ name: 'a', value: 'a' }] }),
    '0.options.0.autocomplete',
    'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES_INVALID',
  ],
  [
    'a locale that does not exist',
    [command({ name_localizations: { en: 'status' } })],
    '0.name_localizations.en',
    'BASE_TYPE_CHOICES',
  ],
  [
    'a localised name in upper case',
    [command({ name_localizations: { ru: '\u0421\u0442\u0430\u0442\u0443\u0441' } })],
    '0.name_localizations.ru',
    'APPLICATION_COMMAND_INVALID_NAME',
  ],
  [
    'a localised option name that is another option',
    withOption({ name: 'a', name_localizations: { ru: 'b' } }, { name: 'b' }),
    '0.options.1',
    'APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED',
  ],
  [
    'two options of one name in a language',
    withOption(
      { name: 'a', name_localizations: { ru: 'c', it: 'd' } },
      { name: 'b', name_localizations: { ru: 'c' } },
    ),
    '0.options.1',
    'APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED',
  ],
  [
    'more than 8000 characters',
    withOption(
      ...many(25, (n) => ({
        name: `o${n}`,
        description: 'x'.repeat(100),
        choices: many(25, (m) => ({ name: `${m}`.padEnd(10, 'x'), value: `${m}` })),
      })),
    ),
    '0',
    'APPLICATION_COMMAND_TOO_LARGE',
  ],
];

test.for(COMMANDS)('a registration is refused: %s', async ([, body, path, code]) => {
  const { discord } = await openHarbour();
  const route = `/applications/${discord.applicationId}/commands`;
  const { status, json } = await ask(discord, 'PUT', route, body);
  expect([status, json.code], JSON.stringify(json)).toEqual([400, 50035]);
  expect(codesAt(json.errors, path), JSON.stringify(json.errors)).toContain(code);
  expect(discord.state.commands).toEqual([]);
});

test('101 commands are 30032; 200 new names a day are enough', async () => {
  const { discord, clock } = await openHarbour();
  const route = `/applications/${discord.applicationId}/commands`;
  const put = async (count: number, prefix: string) => {
    const body = many(count, (n) => command({ name: `${prefix}${n}` }));
    return (await ask(discord, 'PUT', route, body)).json.code ?? 'fine';
  };
  expect(await put(101, 'a')).toBe(30032);
  expect(await put(100, 'b')).toBe('fine');
  expect(await put(100, 'b')).toBe('fine');
  expect(await put(100, 'c')).toBe('fine');
  expect(await put(1, 'd')).toBe(30034);
  clock.advance(86_400_001);
  expect(await put(1, 'd')).toBe('fine');
});

test('registered commands keep their ids when they are put again', async () => {
  const { discord } = await openHarbour();
  const route = `/applications/${discord.applicationId}/commands`;
  const first = (await ask(discord, 'PUT', route, [command()])).json as unknown as { id: string }[];
  const second = (
    await ask(discord, 'PUT', route, [command({ description: 'y' }), command({ name: 'new' })])
  ).json as unknown as { id: string; name: string }[];
  expect(second[0]?.id).toBe(first[0]?.id);
  expect(second[1]?.id).not.toBe(first[0]?.id);
});

test.for([
  ['topic of 1025', { topic: 'x'.repeat(1025) }, 'topic'],
  ['name of 101', { name: 'x'.repeat(101) }, 'name'],
] as const)('a channel edit is refused: %s', async ([, body, path]) => {
  const { discord } = await openHarbour();
  discord.people.setOverwrite('#status', { for: 'bot', allow: ['MANAGE_CHANNELS'] });
  const { json } = await ask(discord, 'PATCH', `/channels/${channelId(discord, 'status')}`, body);
  expect(codesAt(json.errors, path)).toContain(MAX);
});
