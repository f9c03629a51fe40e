import { describe, expect, it } from 'vitest';
import { expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { offlineSnapshot } from '#test/discord/pictures.ts';
import { roleId } from '#test/sandbox/discord/harbour.ts';
import { ADDRESS, ask, offered, watchesOf, watchServer } from './asking.ts';

const HOUR = 3_600_000;
const six = { server: ADDRESS, at_least: 6 };

describe('/alerts', () => {
  it('calls a role when enough people play, not more often than every forty minutes', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const role = roleId(crow.discord, 'Watchmen');
    const answer = await ask(crow, '/alerts add players', { ...six, below: 4, role: 'Watchmen' });
    expect(answer).toContain('I say so when 6 players or more are on');
    expect(answer).toContain(`I ping <@&${role}> then.`);
    expect(answer).toContain('fewer than 4 were there, and after 40 minutes at the earliest');
    expect(await watchesOf(crow)).toMatchObject([
      { thresholds: [{ atLeast: 6, below: 4, roleId: role, cooldownMs: (2 * HOUR) / 3 }] },
    ]);
    expectCalm(crow);
  });

  it('looks out for a player, exactly or with a pattern', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/alerts add player', { server: ADDRESS, name: 'Ann', cooldown: '1h' });
    const answer = await ask(crow, '/alerts add player', { server: ADDRESS, name: '[CLAN]*' });
    expect(answer).toContain('when `[CLAN]*` joins');
    expect(await watchesOf(crow)).toMatchObject([
      {
        namedPlayers: [
          { pattern: 'Ann', roleId: null, cooldownMs: HOUR },
          { pattern: '[CLAN]*', roleId: null },
        ],
      },
    ]);
    expect(await ask(crow, '/watch list')).toContain('2 alerts');
  });

  it('lists alerts, offers them while typing and removes one', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    expect(await ask(crow, '/alerts list')).toContain('/alerts add');
    await ask(crow, '/alerts add players', { ...six, at_least: 20, role: 'Watchmen' });
    await ask(crow, '/alerts add players', six);
    await ask(crow, '/alerts add player', { server: ADDRESS, name: 'Ann' });
    const role = roleId(crow.discord, 'Watchmen');
    expect(await ask(crow, '/alerts list')).toBe(
      [
        'Alerts',
        ...['6 players or more · 40 minutes', `20 players or more · <@&${role}> · 40 minutes`].map(
          (line) => `**Evening Payload \\(203.0.113.5\\:27015\\)** ${line}`,
        ),
        '**Evening Payload \\(203.0.113.5\\:27015\\)** player `Ann` · 40 minutes',
      ].join('\n'),
    );
    const choices = await offered(crow, '/alerts remove', 'alert', '20 play');
    expect(choices.map(({ name }) => name)).toEqual([
      'Evening Payload (203.0.113.5:27015): 20 players or more',
    ]);
    const alert = String(choices[0]?.value);
    expect(await ask(crow, '/alerts remove', { alert })).toContain('that alert is gone');
    expect(await ask(crow, '/alerts remove', { alert })).toContain('nothing like that');
    expect(await watchesOf(crow)).toMatchObject([
      { thresholds: [{ atLeast: 6 }], namedPlayers: [{ pattern: 'Ann' }] },
    ]);
    expectCalm(crow);
  });

  it('offers who is on now, and takes any other name or pattern', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const names = async (text: string, server = ADDRESS) => {
      const choices = await offered(crow, '/alerts add player', 'name', text, { server });
      return choices.map(({ value }) => value);
    };
    expect(await names('')).toEqual(['Ann', 'Bo', 'Cy']);
    expect(await names('b')).toEqual(['Bo', 'b']);
    expect(await names('*nova*')).toEqual(['*nova*']);
    expect(await names('b', 'nowhere')).toEqual(['b']);
    crow.servers.set(ADDRESS, offlineSnapshot());
    crow.clock.advance(60_000);
    await crow.monitor.round();
    expect(await names('')).toEqual([]);
    expectCalm(crow);
  });

  it('explains what will not do, and adds nothing', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const player = (name: string) => ask(crow, '/alerts add player', { server: ADDRESS, name });
    expect(await ask(crow, '/alerts add players', { ...six, below: 7 })).toContain('at most 6');
    expect(await ask(crow, '/alerts add players', { ...six, cooldown: 'often' })).toContain(
      '`often`',
    );
    expect(await ask(crow, '/alerts add players', { ...six, cooldown: '40d' })).toContain(
      '30 days',
    );
    expect(await ask(crow, '/alerts add players', { ...six, server: 'x' })).toContain(
      'No such watch',
    );
    expect(await player('*')).toContain('would fit nearly everybody');
    expect(await player('**a*')).toContain('would fit nearly everybody');
    expect(await player('\u200b')).toContain('would fit nearly everybody');
    expect(await watchesOf(crow)).toMatchObject([{ thresholds: [], namedPlayers: [] }]);
    expectCalm(crow);
  });

  it('takes an alert once, and no more than twenty-five', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/alerts add player', { server: ADDRESS, name: 'Ann' });
    expect(await ask(crow, '/alerts add player', { server: ADDRESS, name: 'ANN' })).toContain(
      'such an alert already',
    );
    for (let atLeast = 1; atLeast < 25; atLeast += 1) {
      await ask(crow, '/alerts add players', { ...six, at_least: atLeast });
    }
    expect(await ask(crow, '/alerts add players', { ...six, at_least: 99 })).toContain(
      'can have 25 of these',
    );
    expect(await ask(crow, '/alerts list')).toContain('24 players or more');
  });

  it('refuses a role that would not hear it where the notices go', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const answer = await ask(crow, '/alerts add players', { ...six, role: 'Captains' });
    expect(answer).toContain('make the role mentionable');
    expect(await ask(crow, '/alerts add players', { ...six, role: '@everyone' })).toContain(
      'a role I never ping',
    );
    expect(await watchesOf(crow)).toMatchObject([{ thresholds: [] }]);
  });
});
