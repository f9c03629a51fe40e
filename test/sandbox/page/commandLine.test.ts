import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// What a browser has; English was chosen in it, whatever this machine speaks.
beforeAll(() => void vi.stubGlobal('localStorage', { getItem: () => 'en' }));
afterAll(() => void vi.unstubAllGlobals());

// Browser modules without types: loaded as what they are, plain JavaScript.
const load = (file: string) =>
  import(new URL(`../../../src/sandbox/page/browser/${file}`, import.meta.url).href);
const { leavesOf, matchingLeaves, missingOptions, readLine, valuesOf } =
  await load('commandLine.js');
const { localizedCommands } = await load('localizedCommands.js');
const { fixedSuggestions, meaningOf, narrow } = await load('optionValues.js');

const server = { name: 'server', description: 'HOST:PORT', type: 3, required: true };
const game = { name: 'game', description: 'Which game', type: 3 };
const channel = { name: 'channel', description: 'Where', type: 7, channel_types: [0] };
const role = { name: 'role', description: 'Whom', type: 8 };
const count = { name: 'count', description: 'How many', type: 4 };
const COMMANDS = [
  { name: 'status', type: 1, description: 'Look up', options: [game, server] },
  {
    name: 'watch',
    type: 1,
    description: 'Watch',
    options: [
      { name: 'add', type: 1, description: 'Add', options: [server, channel, role, count] },
      { name: 'list', type: 1, description: 'List' },
    ],
  },
];
const leaves = leavesOf(COMMANDS);
const guild = {
  channels: [
    { id: '1', name: 'status', type: 0 },
    { id: '2', name: 'Deck', type: 2 },
  ],
  roles: [{ id: '3', name: 'Watchmen' }],
  people: [{ id: '4', name: 'Ada' }],
};
type Given = { option: { name: string }; text: string };
type Option = Record<string, unknown>;
const read = (text: string, caret = text.length) => readLine(text, caret, leaves);
const meaning = (option: Option, text: string) =>
  meaningOf(option, text, fixedSuggestions(option, guild));
const values = (text: string) => valuesOf(read(text), meaning);

test('subcommands are offered by their whole name, required options first', () => {
  expect(leaves.map(({ name }: { name: string }) => name)).toEqual([
    'status',
    'watch add',
    'watch list',
  ]);
  expect(leaves[0].options.map(({ name }: { name: string }) => name)).toEqual(['server', 'game']);
  const found = (query: string) =>
    matchingLeaves(leaves, query).map((one: { name: string }) => one.name);
  expect(found('')).toHaveLength(3);
  expect(found('wat')).toEqual(['watch add', 'watch list']);
  expect(found('add')).toEqual(['watch add']);
  expect(found('nothing')).toEqual([]);
});

test('a text is a text, a slash begins a command, a blank behind its name begins the options', () => {
  expect(read('hello').stage).toBe('text');
  expect(read('/sta')).toMatchObject({ stage: 'command', query: 'sta', leaf: null });
  expect(read('/status')).toMatchObject({ stage: 'command', leaf: { name: 'status' } });
  expect(read('/status ')).toMatchObject({ stage: 'options', leaf: { name: 'status' }, given: [] });
  expect(read('/watchx ').stage).toBe('command');
});

test('a value keeps its colons and blanks and ends where the next option begins', () => {
  const line = read('/watch add server:127.0.0.1:27015 channel:#status role:@Watchmen');
  expect(line.given.map(({ option, text }: Given) => [option.name, text])).toEqual([
    ['server', '127.0.0.1:27015'],
    ['channel', '#status'],
    ['role', '@Watchmen'],
  ]);
  expect(missingOptions(line).map(({ name }: { name: string }) => name)).toEqual(['count']);
  expect(read('/status server:My ARK | x3: PvE game:ark').given[0].text).toBe('My ARK | x3: PvE');
  expect(read('/status server:a server:b').given[0].text).toBe('a server:b');
  expect(read('/status server:', 15).active.option.name).toBe('server');
  expect(read('/status server:x', 3).active).toBeNull();
});

test('names become ids; what has no meaning is said and not sent', () => {
  expect(values('/watch add server:x channel:#status role:watchmen count:3')).toEqual({
    options: { server: 'x', channel: '1', role: '3', count: 3 },
  });
  expect(values('/watch list')).toEqual({ options: {} });
  expect(values('/watch add channel:#status')).toEqual({
    problem: 'server: This option is required. Specify a value.',
  });
  expect(values('/watch add server:x channel:#Deck')).toEqual({
    problem: 'channel: There is no #Deck.',
  });
  expect(values('/watch add server:x count:many')).toEqual({
    problem: 'count: "many" is not a whole number.',
  });
  expect(values('/status 127.0.0.1')).toEqual({
    problem: '"127.0.0.1" belongs to no option of /status.',
  });
});

test('a picked suggestion stands for its value, and what begins with the typed text comes first', () => {
  const known = [{ label: 'Dodo Isles (127.0.0.1:27015)', value: 'watch-1' }];
  expect(meaningOf(server, 'Dodo Isles (127.0.0.1:27015)', known)).toEqual({ value: 'watch-1' });
  expect(meaningOf(server, 'elsewhere:1', known)).toEqual({ value: 'elsewhere:1' });
  const list = ['all status', 'status', 'alerts'].map((label) => ({ label, value: label }));
  expect(narrow(list, '#sta').map(({ label }: { label: string }) => label)).toEqual([
    'status',
    'all status',
  ]);
});

test('commands, options and choices can be typed in the language of the person, and are sent by their own names', () => {
  const names = (ru: string) => ({ name_localizations: { ru }, description_localizations: { ru } });
  const [watch] = localizedCommands(
    [
      {
        name: 'watch',
        description: 'Watch',
        ...names('следить'),
        options: [
          {
            name: 'add',
            type: 1,
            description: 'Add',
            ...names('добавить'),
            options: [
              {
                ...game,
                ...names('игра'),
                choices: [{ name: 'any', value: '*', name_localizations: { ru: 'любая' } }],
              },
              server,
            ],
          },
        ],
      },
    ],
    'ru',
  );
  const russian = leavesOf([watch]);
  expect(russian.map(({ name, key }: { name: string; key: string }) => [name, key])).toEqual([
    ['следить добавить', 'watch add'],
  ]);
  expect(matchingLeaves(russian, 'add')).toHaveLength(1);
  for (const text of ['/следить добавить server:x игра:любая', '/watch add server:x game:любая']) {
    const line = readLine(text, text.length, russian);
    expect(line.leaf.key).toBe('watch add');
    expect(valuesOf(line, meaning)).toEqual({ options: { server: 'x', game: '*' } });
  }
  const [english] = localizedCommands([{ name: 'watch', description: 'Watch' }], 'en-US');
  expect(english.name).toBe('watch');
});
