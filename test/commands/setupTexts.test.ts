import type { APIEmbed } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { FoundServer } from '#snapshot/foundServer.ts';
import type { ServerFinder } from '#snapshot/serverFinder.ts';
import { type Crowsnest, expectCalm, NO_LISTS, startCrowsnest } from '#test/discord/crowsnest.ts';
import { expectFits, expectInert } from '#test/discord/embedRules.ts';
import {
  arkSnapshot,
  HOSTILE_NAMES,
  offlineSnapshot,
  onlineSnapshot,
} from '#test/discord/pictures.ts';
import { ADDRESS, ask, OTHER_ADDRESS, watchesOf, watchServer } from './asking.ts';
import { beginSetup } from './setupSteps.ts';

const LONG_HOST = `${'long-label-of-a-name.'.repeat(11)}example.com`;
const NAMES = [...HOSTILE_NAMES, 'W'.repeat(300), '_'.repeat(300), '👩‍👩‍👧‍👦'.repeat(40)];

/** Without what is ours: channels, roles, commands, bold words, links to messages. */
function withoutOurs(embed: APIEmbed): APIEmbed {
  const bare = (text: string) =>
    text
      .replace(/<(?:@&|#|\/[a-z -]+:)\d{17,20}>/g, '')
      .replaceAll('**', '')
      .replaceAll('@everyone, @here', '');
  return {
    ...embed,
    description: bare(embed.description ?? ''),
    fields: (embed.fields ?? []).map(({ name, value }) => ({ name, value: bare(value) })),
  };
}

/** A set-up whose every page is looked at: within Discord's limits, and nothing of strangers alive in it. */
async function beginChecked(crow: Crowsnest, locale: string) {
  const steps = await beginSetup(crow, { locale });
  const checked = async (words: string): Promise<void> => {
    await steps.says(words);
    const embeds = steps.message().embeds as APIEmbed[];
    expectFits(embeds);
    expectInert(embeds.map(withoutOurs));
  };
  return { ...steps, checked };
}

it.each(['en-US', 'ru', 'pt-BR'])('fits with all that can be in the way, in %s', async (locale) => {
  const crow = await startCrowsnest();
  for (const channel of ['#status', '#alerts']) {
    crow.discord.people.setOverwrite(channel, {
      for: 'bot',
      deny: ['SEND_MESSAGES', 'EMBED_LINKS', 'READ_MESSAGE_HISTORY', 'PIN_MESSAGES'],
    });
  }
  const steps = await beginChecked(crow, locale);
  const tried = Array.from({ length: 12 }, (_, at) => ({
    protocol: 'a2s',
    address: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
    port: 50_000 + at,
    outcome: 'timeout' as const,
    ms: 3000,
  }));
  crow.servers.set(`${LONG_HOST}:27015`, offlineSnapshot({ reason: 'timeout', tried }));
  await steps.typeServer({ address: `${LONG_HOST}:27015`, game: '' });
  await steps.choose('notices', 'alerts');
  await steps.choose('role', 'Captains');
  await steps.checked('50000');
  await steps.typeServer({ address: '9'.repeat(300), game: '9'.repeat(60) });
  await steps.checked('⚠️');
  await steps.press('guild');
  await steps.typeZone('9'.repeat(60));
  await steps.checked('⚠️');
  expectCalm(crow);
});

it('gives nothing away of what strangers call themselves, or people type', async () => {
  const crow = await startCrowsnest();
  const steps = await beginChecked(crow, 'en-US');
  for (const name of NAMES) {
    const players = { online: 70, max: 70, bots: 9, connecting: 99 };
    const { ark } = arkSnapshot();
    const named = { name, map: name, description: name, players };
    const inArk = ark && { ...ark, title: name, cluster: name };
    crow.servers.set(ADDRESS, arkSnapshot({ ...named, ark: inArk }));
    await steps.typeServer({ address: ADDRESS, game: '' });
    await steps.checked('**70**/70');
  }
  for (const typed of ['`@everyone` <@&1>', '[x](https://evil.example)']) {
    await steps.typeServer({ address: typed, game: typed });
    await steps.checked('⚠️');
    await steps.press('guild');
    await steps.typeZone(typed);
    await steps.checked('⚠️');
    await steps.press('back');
    await steps.typeServer({ address: ADDRESS, game: typed });
    await steps.checked('⚠️');
  }
  expectCalm(crow);
});

const found = (port: number, change: Partial<FoundServer> = {}): FoundServer => ({
  ...{ target: { host: '203.0.113.5', port, game: null }, address: '203.0.113.5', port },
  ...{ name: `Number ${port}`, map: 'pl_upward', players: 3, max: 24, password: false, tags: [] },
  ...{ pve: null, cluster: null, asked: 'answered' },
  ...change,
});

/** A list of servers that registered here. */
const registered = (servers: FoundServer[]): ServerFinder => ({
  ...NO_LISTS,
  read: async ({ source }) => {
    expect(source.kind).toBe('registered');
    const end = { complete: true, reason: 'end-mark', readAt: 0 } as const;
    return { ok: true, list: { servers, total: servers.length, ...end } };
  },
});

describe('servers that registered with the bot', () => {
  it('are offered to choose from, but for those that are watched', async () => {
    const relayed = found(27020, { target: null });
    const finder = registered([found(27015), found(27016), relayed]);
    const crow = await startCrowsnest({ finder });
    await watchServer(crow);
    crow.servers.set(OTHER_ADDRESS, onlineSnapshot({ name: 'Morning Payload' }));
    const steps = await beginSetup(crow);
    await expect
      .poll(() => steps.part('server')?.options)
      .toEqual([
        {
          label: '1. Number 27016',
          description: `3/24 · pl_upward · ${OTHER_ADDRESS}`,
          value: `|${OTHER_ADDRESS}`,
        },
      ]);
    await steps.choose('server', `|${OTHER_ADDRESS}`);
    await steps.says('Morning Payload');
    await steps.press('start');
    expect(await watchesOf(crow)).toHaveLength(2);
    expect(steps.effort()).toBeLessThan(6);
    expectCalm(crow);
  });

  it('come too late for who has typed an address already, and change nothing then', async () => {
    const gate = Promise.withResolvers<void>();
    const finder = registered([found(27016)]);
    const slow: ServerFinder = {
      ...finder,
      read: async (...asked) => {
        await gate.promise;
        return finder.read(...asked);
      },
    };
    const crow = await startCrowsnest({ finder: slow });
    crow.servers.set(ADDRESS, onlineSnapshot());
    const steps = await beginSetup(crow);
    await steps.typeServer({ address: ADDRESS });
    await steps.says('Online');
    gate.resolve();
    await steps.press('guild');
    await steps.press('back');
    expect(steps.part('server')).toBeUndefined();
    expect(steps.words()).toContain('Online');
  });
});

it('is opened by the button of the greeting for who may manage the server; others are told', async () => {
  const crow = await startCrowsnest();
  crow.discord.people.removeBot();
  await expect.poll(crow.gateway.guildIds).toEqual([]);
  crow.discord.people.inviteBot();
  const hello = () => crow.discord.people.messages('#general')[0]?.message;
  await expect.poll(() => hello()?.components[0]?.components).toHaveLength(1);
  const button = {
    in: '#general',
    messageId: hello()?.id ?? '',
    customId: hello()?.components[0]?.components?.[0]?.custom_id ?? '',
  };
  const pip = await crow.discord.people.click({ as: 'pip', ...button }).reply();
  expect(pip.message.content).toContain('Manage Server');
  expect(pip.visibleTo).not.toBeNull();
  const ada = await crow.discord.people.click({ as: 'ada', ...button }).reply();
  expect(ada.message.embeds[0]?.title).toBe('Which game server shall I watch?');
  expect(ada.visibleTo).not.toBeNull();
  expect(hello()?.content).toContain('Hello');
  expect(await ask(crow, '/watch list')).toContain('Nothing is watched');
  expectCalm(crow);
});
