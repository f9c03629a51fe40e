import { expect, it } from 'vitest';
import type { APIEmbed } from 'discord.js';
import { withWatch } from '#monitor/watchChange.ts';
import type { Watch } from '#store/guildDocument.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { expectFits, expectInert } from '#test/discord/embedRules.ts';
import { HOSTILE_NAMES } from '#test/discord/pictures.ts';
import { channelId, roleId } from '#test/sandbox/discord/harbour.ts';
import { ADDRESS, ask, watchServer } from './asking.ts';

const ZONE = 'America/North_Dakota/New_Salem';
const LONGEST = ['W'.repeat(300), '_'.repeat(300), '👩‍👩‍👧‍👦'.repeat(40)];
const LOCALES = ['en-US', 'ru', 'pt-BR'];
/** The longest in every language, for the limits; the others in one each. */
const NAMES = [
  ...HOSTILE_NAMES.map(
    (name, at) => [name.slice(0, 30), name, LOCALES.slice(at % 3).slice(0, 1)] as const,
  ),
  ...LONGEST.map((name) => [name.slice(0, 30), name, LOCALES] as const),
];

/** Everything that can be chosen for a watch, as long as it gets. */
function laden(crow: Crowsnest, watch: Watch, name: string): Watch {
  const role = roleId(crow.discord, 'Watchmen');
  const facts = ['10003', 'ViewChannel', 'SendMessagesInThreads', 'ReadMessageHistory'];
  const trouble = { kind: 'permission', facts, since: 0, retryAt: 0, failures: 3 } as const;
  const cron = '0,5,10,15,20,25,30,35 0-23/2 * * 1-5';
  const cooldownMs = 3_600_000;
  return {
    ...watch,
    roleId: role,
    graceMs: 86_399_000,
    joins: 'first',
    countStep: 9999,
    restarts: true,
    mutedUntil: crow.clock.now() + 86_400_000,
    quietHours: { from: '22:00', to: '08:00', timeZone: ZONE, pings: 'wait' },
    channelName: { channelId: channelId(crow.discord, 'Deck'), template: '{name}' },
    maintenance: Array.from({ length: 20 }, (_, minutes) => ({
      cron,
      timeZone: ZONE,
      minutes: minutes + 1,
    })),
    thresholds: Array.from({ length: 12 }, (_, place) => ({
      atLeast: 9000 + place,
      below: 1,
      roleId: role,
      cooldownMs,
    })),
    namedPlayers: Array.from({ length: 13 }, (_, place) => ({
      pattern: `${place}${name}`.slice(0, 64),
      roleId: role,
      cooldownMs,
    })),
    trouble: { ...trouble, facts: [...facts] },
    noticeTrouble: { ...trouble, facts: [...facts] },
  };
}

async function begin(name: string) {
  const crow = await startCrowsnest();
  await watchServer(crow, ADDRESS, name);
  const { guildId, store, desk } = crow;
  const [watch] = desk.watches.servers(guildId);
  await store.guilds.update(guildId, (guild) =>
    withWatch(guild, watch?.watch.id ?? '', (before) => laden(crow, before, name)),
  );
  await desk.watches.load(guildId);
  return crow;
}

const COMMANDS = [
  ['/watch list', {}],
  ['/setup', {}],
  ['/alerts list', {}],
  ['/maintenance list', {}],
  ['/mute', { server: ADDRESS, for: '1h' }],
  ['/quiet-hours set', { server: ADDRESS, from: '22', to: '8', time_zone: ZONE }],
  ['/watch edit', { server: ADDRESS, joins: 'both' }],
  ['/channel-name off', { server: ADDRESS }],
  ['/alerts add player', { server: ADDRESS, name: '`@everyone` <@&1> [x](https://evil.example)' }],
] as const;

/** The other commands that tell of a server: each makes more of the bot, so they are asked about the longest name only. */
const MORE = [
  ['/status', { server: ADDRESS }],
  ['/players', { server: ADDRESS }],
  ['/rules', { server: ADDRESS }],
  ['/history', { server: ADDRESS }],
  ['/uptime', { server: ADDRESS }],
  ['/watch test', { server: ADDRESS }],
  ['/watch pause', { server: ADDRESS }],
  ['/watch resume', { server: ADDRESS }],
  ['/watch move', { server: ADDRESS, channel: 'general' }],
  ['/watch move', { server: ADDRESS, channel: 'status' }],
  ['/follow list', {}],
  ['/board make', { channel: 'alerts', title: 'T'.repeat(100) }],
  ['/board list', {}],
  ['/board remove', { channel: 'alerts' }],
  ['/my list', {}],
  ['/about', {}],
] as const;

type Typed = readonly [string, Record<string, string>];

/** Ada types each command; every answer fits into Discord's limits and has nothing alive of strangers in it. */
async function expectAnswersFit(crow: Crowsnest, locale: string, commands: readonly Typed[]) {
  for (const [command, options] of commands) {
    const asked = crow.discord.people.runCommand({
      as: 'ada',
      in: '#status',
      command,
      options,
      locale,
    });
    const { message, notified } = await asked.reply();
    const embeds = message.embeds as APIEmbed[];
    expect(embeds.length, command).toBe(1);
    expectFits(embeds);
    expectInert(embeds.map(withoutOurMentions));
    expect(notified).toEqual([]);
  }
}

it.each(LOCALES)('every other answer fits with the longest name in %s', async (locale) => {
  const crow = await begin(LONGEST[0] ?? '');
  await expectAnswersFit(crow, locale, MORE);
  // The bot may not rename channels here, and says so in its log: no other complaint counts.
  expect(crow.discord.journal.surprises()).toEqual([]);
});

it.each(NAMES)(
  'answers about a server called %j, with all settings, fit and give nothing away',
  async (_, name, locales) => {
    const crow = await begin(name);
    for (const locale of locales) {
      await expectAnswersFit(crow, locale, COMMANDS);
      for (const [command, option] of [
        ['/alerts remove', 'alert'],
        ['/maintenance remove', 'window'],
      ] as const) {
        const choices = await crow.discord.people.typeOption({
          as: 'ada',
          in: '#status',
          command,
          option,
          text: '',
        });
        expect(choices.length).toBeGreaterThan(0);
        expect(await ask(crow, command, { [option]: String(choices[0]?.value) })).not.toContain(
          'nothing like that',
        );
      }
    }
    expectCalm(crow);
  },
);

/** Roles, channels, commands, bold words and the link to the status message are ours. */
function withoutOurMentions(embed: APIEmbed): APIEmbed {
  const description = embed.description
    ?.replace(/<(?:@&|#|\/[a-z -]+:)\d{17,20}>/g, '')
    .replace(/\*\*/g, '')
    .replaceAll('[]()', '');
  return { ...embed, ...(description === undefined ? {} : { description }) };
}
