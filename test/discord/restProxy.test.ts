import { Routes } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { connectDiscord } from '#discord/gateway.ts';
import { paceOf } from '#discord/limits.ts';
import { createLog } from '#log.ts';
import { HARBOUR } from '#sandbox/discord/harbour.ts';
import { openHarbour } from '#test/sandbox/discord/harbour.ts';
import { startRestProxy } from './restProxy.ts';

const log = createLog({ level: 'silent', terminal: false });
const ignore = () => {};

const TWO = {
  botName: 'Crowsnest',
  guilds: HARBOUR.guilds.flatMap((guild) => [
    { ...guild, name: 'North' },
    { ...guild, name: 'East' },
  ]),
};

const PER_SECOND = 10;
/** Messages of each process. */
const EACH = 12;

it.each(['hold', 'refuse'] as const)(
  'two processes behind a proxy that will %s what is too much keep to one limit, and everything arrives once',
  async (tooMany) => {
    const { discord } = await openHarbour({ setUp: TWO, sharding: { maxConcurrency: 2 } });
    const proxy = await startRestProxy({ apiUrl: discord.apiUrl, perSecond: PER_SECOND, tooMany });
    onTestFinished(() => proxy.close());
    const { apiUrl } = proxy;
    const connect = async (shard: number) => {
      const gateway = await connectDiscord({
        ...{ token: discord.token, apiUrl, shards: { ids: [shard], count: 2 }, log },
        requestsPerSecond: paceOf(1 / 2, { byProxy: true }).requests,
        ...{ onFatal: ignore, onInteraction: ignore, onGuild: ignore, onGuildGone: ignore },
      });
      onTestFinished(() => gateway.close());
      return gateway;
    };
    const gateways = await Promise.all([connect(0), connect(1)]);

    const sent = gateways.flatMap(({ rest, guildIds }, place) => {
      const [guildId = ''] = guildIds();
      const channels = [...(discord.state.guilds.get(guildId)?.channels.values() ?? [])];
      const texts = channels.filter(({ type }) => type === 0);
      return Array.from({ length: EACH }, (_, n) => {
        const channelId = texts[n % texts.length]?.id ?? '';
        const body = { content: `${place}-${n}`, nonce: `${place}-${n}`, enforce_nonce: true };
        return rest.post(Routes.channelMessages(channelId), { body });
      });
    });
    await Promise.all(sent);

    const arrived = [...discord.state.posts.values()].flat().map(({ message }) => message.content);
    expect(arrived).toHaveLength(2 * EACH);
    expect(new Set(arrived).size).toBe(2 * EACH);
    for (const [place, at] of proxy.passed.entries()) {
      const before = proxy.passed[place - PER_SECOND];
      expect(at - (before ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(995);
    }
    expect(proxy.refused() > 0).toBe(tooMany === 'refuse');
    expect(discord.journal.surprises()).toEqual([]);
  },
);
