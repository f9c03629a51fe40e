import { ChannelType } from 'discord.js';
import { expect, it } from 'vitest';
import { faultLine, faultOf } from '#discord/configFault.ts';
import { resolveConfig } from '#discord/wantedSetUp.ts';
import { readConfig } from '#store/readConfig.ts';
import { createTexts } from '#text/texts.ts';
import { ADDRESS, OTHER_ADDRESS } from '#test/commands/asking.ts';

const texts = createTexts();
const GUILD = '100000000000000001';
const MOST = 25;
const places = {
  guildId: GUILD,
  channels: [
    { id: '200000000000000001', name: 'status', kind: ChannelType.GuildText },
    { id: '200000000000000002', name: 'Deck', kind: ChannelType.GuildVoice },
    { id: '200000000000000003', name: 'twin', kind: ChannelType.GuildText },
    { id: '200000000000000004', name: 'Twin', kind: ChannelType.GuildText },
  ],
  roles: [
    { id: GUILD, name: '@everyone' },
    { id: '300000000000000001', name: 'Watchmen' },
  ],
  used: new Set<string>(),
};

/** What people are told of a file, a line each. */
function told(file: unknown, language: 'en' | 'ru' | 'pt-BR' = 'en'): string[] {
  const read = readConfig(typeof file === 'string' ? file : JSON.stringify(file));
  const resolved = read.ok ? resolveConfig(read.config, places, MOST) : null;
  const faults = read.ok ? [] : read.mistakes.map(faultOf);
  const all = resolved === null ? faults : resolved.ok ? [] : resolved.faults;
  return all.map((fault) => faultLine(fault, texts.in(language)));
}

const watch = { server: ADDRESS, channel: { name: 'status' } };
const setUpOf = (...watches: object[]) => ({ crowsnest: 1, watches });

it.each<[string, unknown, string[]]>([
  ['is a picture', '\u0089PNG\r\n', ['not JSON', 'line 1, column 1']],
  ['has a comma too many', '{\n "crowsnest": 1,\n}', ['line 3, column 1', '`}`']],
  ['ends in the middle', '{"crowsnest": 1', ['ends too early']],
  [
    'is something else',
    { name: 'x', version: 3 },
    ['`crowsnest`', '`watches`: is missing', '`version`: is nothing I know'],
  ],
  ['is of a later version', { crowsnest: 2, watches: [] }, ['has to be 1']],
  [
    'has a misspelled field',
    setUpOf({ ...watch, lable: 'x' }),
    ['`watches[0].lable`: is nothing I know'],
  ],
  [
    'has texts for numbers',
    setUpOf({ ...watch, graceMs: '5m' }),
    ['`watches[0].graceMs`: has to be a number'],
  ],
  [
    'has an unknown choice',
    setUpOf({ ...watch, joins: 'all' }),
    ['one of `off, joins, leaves, both, first`'],
  ],
  [
    'has a time zone of nowhere',
    setUpOf({
      ...watch,
      quietHours: { from: '22:00', to: '08:00', timeZone: 'Moon/Base', pings: 'drop' },
    }),
    ['quietHours.timeZone`: is not written'],
  ],
  [
    'has a bad address',
    setUpOf(watch, { ...watch, server: 'x:99999' }),
    ['`watches[1].server`', 'no port `99999`'],
  ],
  [
    'has a game nobody knows',
    setUpOf({ ...watch, game: 'chess' }),
    ['`watches[0].game`', 'no game called `chess`'],
  ],
  [
    'has a channel that is not there',
    setUpOf({ ...watch, channel: { id: '100000000000000009', name: 'nowhere' } }),
    ['no channel `nowhere` here'],
  ],
  [
    'has no channel',
    setUpOf({ server: ADDRESS, channel: {} }),
    ['`watches[0].channel`: is missing'],
  ],
  [
    'has a channel of the wrong kind',
    setUpOf({ ...watch, channel: { name: 'Deck' } }),
    ['not a channel I can keep'],
  ],
  [
    'has a role that is not there',
    setUpOf({ ...watch, role: { name: 'Pirates' } }),
    ['no role `Pirates` here'],
  ],
  ['pings everybody', setUpOf({ ...watch, role: { name: '@everyone' } }), ['a role I never ping']],
  ['has one server twice', setUpOf(watch, watch), ['`watches[1]`', 'already has a status message']],
  [
    'has one id twice',
    setUpOf({ ...watch, id: 'aaaa' }, { ...watch, id: 'aaaa', server: OTHER_ADDRESS }),
    ['`watches[1].id`: is there twice'],
  ],
  [
    'has a pattern for everybody',
    setUpOf({ ...watch, namedPlayers: [{ pattern: '*', cooldownMs: 1 }] }),
    ['fit nearly everybody'],
  ],
  [
    'has a bad cron line',
    setUpOf({ ...watch, maintenance: [{ cron: '61 * * * *', timeZone: 'UTC', minutes: 5 }] }),
    ['is no cron line'],
  ],
  [
    'has more than may be watched',
    setUpOf(
      ...Array.from({ length: 26 }, (_, n) => ({ ...watch, server: `203.0.113.5:${27100 + n}` })),
    ),
    ['can watch 25 game servers'],
  ],
  [
    'has a channel of a name that two have',
    setUpOf({ ...watch, channel: { name: 'twin' } }),
    ['several channels called `twin`'],
  ],
  [
    'has two groups of fields in the place of texts',
    setUpOf({ ...watch, label: {}, server: [] }),
    ['`watches[0].label`: has to be a text', '`watches[0].server`: has to be a text'],
  ],
  ['is a list', [], ['has to be a group']],
  [
    'has a key that is no field',
    '{"crowsnest":1,"watches":[],"__proto__":{"x":1}}',
    ['`__proto__`: is nothing'],
  ],
  ['has far too much', setUpOf({ ...watch, label: 'x'.repeat(81) }), ['at most 80 characters']],
])('a file that %s is refused in words', (_, file, words) => {
  const lines = told(file).join('\n');
  for (const part of words) {
    expect(lines).toContain(part);
  }
  for (const language of ['ru', 'pt-BR'] as const) {
    expect(told(file, language)).toHaveLength(told(file).length);
    expect(told(file, language).join('')).not.toMatch(/\{\{|config\./);
  }
});

it('a file that names what is there is taken, and every wrong field is named at once', () => {
  expect(told(setUpOf({ ...watch, role: { name: 'watchmen' } }))).toEqual([]);
  const wrong = { server: 'x:0', channel: { name: 'nowhere' }, graceMs: 1 };
  const lines = told(setUpOf(wrong, { ...watch, role: { name: 'Pirates' } }));
  expect(lines.map((line) => line.split(':', 1)[0])).toEqual([
    '`watches[0].server`',
    '`watches[0].channel`',
    '`watches[1].role`',
  ]);
});
