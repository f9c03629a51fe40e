import { ChannelType, PermissionFlagsBits, PermissionsBitField } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createCooldown } from '#discord/cooldown.ts';
import { durationWords } from '#discord/durationWords.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import { DISCORD_EPOCH } from '#discord/limits.ts';
import { gameChoices, readLookUp, serverChoices, targetProblemEmbed } from '#discord/lookUp.ts';
import { createTurnstile } from '#discord/turnstile.ts';
import { newWatch } from '#discord/newWatch.ts';
import { growingPause } from '#discord/pauses.ts';
import {
  canPing,
  missingPermissions,
  PERMISSION_NAMES,
  statusChannelProblem,
  statusNeeds,
} from '#discord/permissions.ts';
import { createReplayGuard, snowflakeTime } from '#discord/replayGuard.ts';
import { watchSchema } from '#store/guildDocument.ts';
import { createTexts } from '#text/texts.ts';
import { HOSTILE_NAMES, NOON, watchOf } from './pictures.ts';

const texts = createTexts();
const t = texts.in('en');

describe('a cooldown', () => {
  it('lets so many through in a window, says how long to wait, and forgives', () => {
    let now = NOON;
    const cooldown = createCooldown({ limit: 2, perMs: 60_000, now: () => now });
    expect([cooldown.take('ann'), cooldown.take('ann')]).toEqual([0, 0]);
    now += 10_000;
    expect(cooldown.take('ann')).toBe(50_000);
    expect(cooldown.take('bo')).toBe(0);
    now += 50_001;
    expect(cooldown.take('ann')).toBe(0);
  });
});

it.each([
  ['a cooldown', createCooldown],
  ['a turnstile', createTurnstile],
])('%s does not wait for the time that a clock is set back', (_, create) => {
  let now = NOON;
  const gate = create({ limit: 1, perMs: 60_000, now: () => now });
  expect(gate.take('ann', 'x')).toBe(0);
  now -= 3_600_000;
  expect(gate.take('ann', 'x')).toBeLessThanOrEqual(60_000);
  now += 60_000;
  expect(gate.take('ann', 'x')).toBe(0);
});

describe('interactions that come again', () => {
  const id = (ms: number) => String(BigInt(ms - DISCORD_EPOCH) << 22n);

  it('are told by the age in their id', () => {
    expect(snowflakeTime(id(NOON))).toBe(NOON);
    const isReplay = createReplayGuard(() => NOON);
    expect([id(NOON - 200), id(NOON - 4000), id(NOON - 100)].map(isReplay)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('are not seen everywhere when our clock is ahead: the first one tells by how much', () => {
    const isReplay = createReplayGuard(() => NOON + 8000);
    const answers = [0, 100, 50, 200, 4000].map((early) => isReplay(id(NOON - early)));
    expect(answers).toEqual([false, false, false, false, true]);
  });

  it('are told by their id for a quarter of an hour, however young they are', () => {
    let now = NOON;
    const isReplay = createReplayGuard(() => now);
    expect([id(NOON), id(NOON + 1), id(NOON)].map(isReplay)).toEqual([false, false, true]);
    now += 14 * 60_000;
    expect(isReplay(id(NOON))).toBe(true);
    expect(isReplay(id(now))).toBe(false);
  });
});

it('says a duration in its two largest units', () => {
  const words = [400, 59_000, 60_000, 3_725_000, 86_400_000 * 3 + 5000].map((ms) =>
    durationWords(ms, t),
  );
  expect(words).toEqual(['1 second', '59 seconds', '1 minute', '1 hour 2 minutes', '3 days']);
  expect(durationWords(5 * 60_000, texts.in('ru'))).toBe('5 минут');
});

it('pauses longer each time, but never more than five minutes', () => {
  const middle = () => 0.5;
  expect([0, 1, 2, 6, 50].map((n) => growingPause(n, middle))).toEqual([
    5000, 10_000, 20_000, 300_000, 300_000,
  ]);
});

describe('joining items within a limit', () => {
  const more = (count: number) => `+${count}`;
  it('shows all, or as many as fit and how many are left', () => {
    expect(joinWithin(['aa', 'bb', 'cc'], ' ', 8, more)).toBe('aa bb cc');
    expect(joinWithin(['aa', 'bb', 'cc', 'dd'], ' ', 8, more)).toBe('aa bb +2');
    expect(joinWithin(['a'.repeat(50)], ' ', 8, more)).toBe('+1');
    expect(joinWithin([], ' ', 8, more)).toBe('');
  });
});

describe('permissions', () => {
  it('names what is missing for a status message', () => {
    const granted = new PermissionsBitField(
      PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages,
    );
    expect(missingPermissions(granted, statusNeeds(ChannelType.GuildText))).toEqual([
      'EmbedLinks',
      'ReadMessageHistory',
      'PinMessages',
    ]);
    expect(missingPermissions(granted, statusNeeds(ChannelType.PublicThread))).toContain(
      'SendMessagesInThreads',
    );
    const admin = new PermissionsBitField(PermissionFlagsBits.Administrator);
    expect(missingPermissions(admin, statusNeeds(ChannelType.GuildText))).toEqual([]);
  });

  it('has a name for people for each, in each language', () => {
    for (const language of ['en', 'ru', 'pt-BR'] as const) {
      const names = PERMISSION_NAMES.map((name) => texts.in(language)(`permission.${name}`));
      expect(new Set(names).size).toBe(PERMISSION_NAMES.length);
    }
  });

  it('knows which roles hear a mention', () => {
    const none = new PermissionsBitField(0n);
    expect(canPing({ mentionable: false }, none)).toBe(false);
    expect(canPing({ mentionable: true }, none)).toBe(true);
    const all = new PermissionsBitField(PermissionFlagsBits.MentionEveryone);
    expect(canPing({ mentionable: false }, all)).toBe(true);
  });

  it('refuses channels where a status message can not live', () => {
    const { GuildText, PublicThread, GuildAnnouncement, GuildVoice, GuildForum } = ChannelType;
    expect([GuildText, PublicThread].map(statusChannelProblem)).toEqual([null, null]);
    expect(statusChannelProblem(GuildAnnouncement)).toBe('channel.announcement');
    expect([GuildVoice, GuildForum].map(statusChannelProblem)).toEqual([
      'channel.kind',
      'channel.kind',
    ]);
  });
});

describe('what a person types as a server', () => {
  const watched = [
    { watch: watchOf(), name: 'Evening Payload', game: 'teamfortress2' },
    { watch: watchOf({ id: 'arkwatch' }), name: HOSTILE_NAMES[0], game: null },
  ];

  it('is a watch when it is the id that autocompletion filled in', () => {
    const read = readLookUp('tf2watch', null, watched);
    expect(read).toMatchObject({ ok: true, lookUp: { watch: { id: 'tf2watch' } } });
    expect(readLookUp('nosuchid.example:27015', null, watched)).toMatchObject({
      ok: true,
      lookUp: { watch: null, target: { host: 'nosuchid.example', port: 27015 } },
    });
  });

  it.each([
    ['', 'empty'],
    ['!!! ???', 'bad-host'],
    ['203.0.113.5:0', 'port-zero'],
    ['203.0.113.5:70000', 'port-too-large'],
    ['203.0.113.5:abc', 'bad-port'],
    ['203.0.113.5', 'port-needed'],
    ['169.254.1.1:27015', 'fake-ip'],
  ])('%j gets its own answer in every language', (typed, kind) => {
    const read = readLookUp(typed, null, watched);
    expect(read).toMatchObject({ ok: false, problem: { kind } });
    for (const language of ['en', 'ru', 'pt-BR'] as const) {
      const problem = read.ok ? null : read.problem;
      const words = problem && targetProblemEmbed(problem, texts.in(language)).description;
      expect(words).toBeTruthy();
      expect(words).not.toContain('{{');
    }
  });

  it('is answered with a game nobody knows, too', () => {
    expect(readLookUp('203.0.113.5:27015', 'no such game', [])).toMatchObject({
      ok: false,
      problem: { kind: 'unknown-game', given: 'no such game' },
    });
  });

  it('is offered while typing: what begins with it first, nothing over the limits', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      watch: watchOf({ id: `watch${index}` }),
      name: `${'long name '.repeat(20)}${index}`,
      game: null,
      players: [],
    }));
    const choices = serverChoices('', [...many, ...watched]);
    expect(choices).toHaveLength(25);
    expect(serverChoices('even', [...many, ...watched])).toEqual([
      { name: 'Evening Payload (203.0.113.5:27015)', value: 'tf2watch' },
    ]);
    for (const { name, value } of [...choices, ...gameChoices(''), ...gameChoices('a')]) {
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(100);
      expect(value.length).toBeLessThanOrEqual(100);
    }
    expect(gameChoices('tf2')[0]?.value).toBe('teamfortress2');
  });
});

it('makes watches the store takes, each with an id of its own', () => {
  const wishes = { ...watchOf(), joins: 'both' as const };
  const made = Array.from({ length: 50 }, () =>
    newWatch({ host: '203.0.113.5', port: null, game: 'ase' }, wishes),
  );
  expect(new Set(made.map((watch) => watch.id)).size).toBe(50);
  expect(watchSchema.safeParse(made[0]).success).toBe(true);
});
