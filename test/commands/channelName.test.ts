import { describe, expect, it } from 'vitest';
import { renameNeeds } from '#discord/permissions.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { channelId } from '#test/sandbox/discord/harbour.ts';
import { ADDRESS, ask, OTHER_ADDRESS, watchesOf, watchServer } from './asking.ts';

const deck = { server: ADDRESS, channel: 'Deck' };

async function mayRename(crow: Crowsnest, channel: string) {
  crow.discord.people.setOverwrite(channel, { for: 'bot', allow: ['MANAGE_CHANNELS', 'CONNECT'] });
  const id = channelId(crow.discord, channel);
  await expect.poll(() => crow.gateway.missingThere(crow.guildId, id, renameNeeds)).toEqual([]);
}

describe('/channel-name', () => {
  it('shows a server in the name of a voice channel, until it is switched off', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await mayRename(crow, 'Deck');
    const answer = await ask(crow, '/channel-name set', deck);
    expect(answer).toContain('as `{state} {online}/{max} {map}`');
    expect(answer).toContain('two renames in ten minutes');
    const id = channelId(crow.discord, 'Deck');
    expect(await watchesOf(crow)).toMatchObject([
      { channelName: { channelId: id, template: '{state} {online}/{max} {map}' } },
    ]);
    expect(await ask(crow, '/watch list')).toContain(`name of <#${id}>`);
    expect(await ask(crow, '/channel-name off', { server: ADDRESS })).toContain(
      'alone from now on',
    );
    expect(await ask(crow, '/channel-name off', { server: ADDRESS })).toContain('is not shown');
    expect(await watchesOf(crow)).toMatchObject([{ channelName: null }]);
    expectCalm(crow);
  });

  it('is followed by the channel with the next round', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await mayRename(crow, 'Deck');
    const id = channelId(crow.discord, 'Deck');
    await ask(crow, '/channel-name set', { ...deck, template: '{state} {online} of {max}' });
    crow.clock.advance(60_000);
    await crow.monitor.round();
    const [guild] = crow.discord.state.guilds.values();
    await expect.poll(() => guild?.channels.get(id)?.name).toBe('🟢 3 of 24');
    await ask(crow, '/watch edit', { server: ADDRESS, name: 'Our Payload' });
    await ask(crow, '/channel-name set', {
      server: ADDRESS,
      channel: id,
      template: '{online} on {name}',
    });
    crow.clock.advance(60_000);
    await crow.monitor.round();
    await expect.poll(() => guild?.channels.get(id)?.name).toBe('3 on Our Payload');
    expectCalm(crow);
  });

  it('names the permissions it lacks', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const answer = await ask(crow, '/channel-name set', deck);
    expect(answer).toContain('I am missing: **Manage Channels**');
    expect(await watchesOf(crow)).toMatchObject([{ channelName: null }]);
  });

  it('takes no channel that is no place for it, and none that shows another server', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    await mayRename(crow, 'Deck');
    expect(await ask(crow, '/channel-name set', { ...deck, channel: 'news' })).toContain(
      'cannot show a status in its name',
    );
    await ask(crow, '/channel-name set', deck);
    expect(await ask(crow, '/channel-name set', { ...deck, server: OTHER_ADDRESS })).toContain(
      'shows another server already',
    );
    expect(await ask(crow, '/channel-name set', { ...deck, template: '{map}' })).toContain(
      '`{map}`',
    );
  });

  it.each(['just words', '{players}', '{online', '{{map}}', '\u200b'])(
    'explains that %j is no template',
    async (template) => {
      const crow = await startCrowsnest();
      await watchServer(crow);
      await mayRename(crow, 'Deck');
      expect(await ask(crow, '/channel-name set', { ...deck, template })).toContain(
        'Use at least one of {state} {online} {max} {map} {name}',
      );
      expect(await watchesOf(crow)).toMatchObject([{ channelName: null }]);
    },
  );
});
