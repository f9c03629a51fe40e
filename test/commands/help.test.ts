import type { APIEmbed } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createCommandMentions } from '#discord/commandMention.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { expectFits } from '#test/discord/embedRules.ts';
import { ask, watchServer } from './asking.ts';

const idOf = (crow: Crowsnest, name: string) =>
  crow.discord.state.commands.find((command) => command.name === name)?.id;

describe('/help', () => {
  it('names what the asker may use, each as something to press, and nothing else', async () => {
    const crow = await startCrowsnest();
    const forPip = await ask(crow, '/help', {}, { as: 'pip' });
    expect(forPip).toContain(`</status:${idOf(crow, 'status')}> Is the server up?`);
    expect(forPip).not.toMatch(/\/(watch|rcon|alerts|setup)/);
    const forAda = await ask(crow, '/help');
    expect(forAda).toContain(`Nothing is watched here yet: </setup:${idOf(crow, 'setup')}>`);
    expect(forAda).toContain(`</watch add:${idOf(crow, 'watch')}>`);
    expect(forAda).toContain(`</alerts add players:${idOf(crow, 'alerts')}>`);
    expect(forAda).toContain('(add player, list, remove)');
    expect(forAda).not.toContain('/rcon');
    await watchServer(crow);
    const forMarlow = await ask(crow, '/help', {}, { as: 'marlow' });
    expect(forMarlow).toContain('</rcon:');
    expect(forMarlow).not.toContain('Nothing is watched');
    expectCalm(crow);
  });

  it.each(['en-US', 'ru', 'pt-BR'])('fits with all there is, in %s', async (locale) => {
    const crow = await startCrowsnest();
    const asked = crow.discord.people.runCommand({
      as: 'marlow',
      in: '#status',
      command: '/help',
      locale,
    });
    const embeds = (await asked.reply()).message.embeds as APIEmbed[];
    expectFits(embeds);
    const words = embeds.map((embed) => embed.description).join('\n');
    for (const { name } of crow.discord.state.commands.filter((one) => one.name !== 'help')) {
      expect(words).toContain(`</${name}`);
    }
    expect(embeds.every(({ footer }) => footer === undefined)).toBe(true);
  });
});

it('names commands by what is to be typed as long as Discord has not told their ids', () => {
  const mentions = createCommandMentions();
  expect(mentions.mention('watch add')).toBe('`/watch add`');
  mentions.learn({ watch: '1234' });
  expect(mentions.mention('watch add')).toBe('</watch add:1234>');
  expect(mentions.mention('status')).toBe('`/status`');
});

describe('/about', () => {
  it('says what it is, how it is doing and what it keeps', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/watch add', { server: '203.0.113.5:27015', channel: 'general' });
    const asked = crow.discord.people.runCommand({ as: 'pip', in: '#status', command: '/about' });
    const [embed] = (await asked.reply()).message.embeds as APIEmbed[];
    expect(embed?.title).toBe('Crowsnest 1.2.3');
    const fields = Object.fromEntries(
      (embed?.fields ?? []).map(({ name, value }) => [name, value]),
    );
    expect(fields['Servers I watch']).toBe('1');
    expect(fields.Started).toBe(`<t:${crow.clock.now() / 1000}:R>`);
    expect(fields['What I keep']).toContain('your messages I do not even read');
    expect(fields).not.toHaveProperty('Source code');
    expectCalm(crow);
  });
});

describe('/privacy', () => {
  it.each([
    ['en-US', ['for 400 days', 'after 30 days']],
    ['ru', ['400 дней', '30 дней']],
    ['pt-BR', ['por 400 dias', 'depois de 30 dias']],
  ])(
    'says to everybody what is kept, how long, and how it is deleted, in %s',
    async (locale, words) => {
      const crow = await startCrowsnest();
      const asked = crow.discord.people.runCommand({
        as: 'pip',
        in: '#status',
        command: '/privacy',
        locale,
      });
      const embeds = (await asked.reply()).message.embeds as APIEmbed[];
      expectFits(embeds);
      const told = JSON.stringify(embeds);
      const commands = ['config wipe', 'my list', 'my forget'].map((name) => `</${name}:`);
      for (const word of [...words, ...commands]) {
        expect(told).toContain(word);
      }
      expectCalm(crow);
    },
  );
});
