import { describe, expect, it } from 'vitest';
import { attentionAt } from '#monitor/attention.ts';
import { expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { ADDRESS, ask, OTHER_ADDRESS, offered, watchesOf, watchServer } from './asking.ts';

const HOUR = 3_600_000;
const once = { server: ADDRESS, from: '2030-12-01 06:00', minutes: 90, time_zone: 'Europe/Berlin' };
const nightly = { server: ADDRESS, cron: '0 6 * * *', minutes: 30, time_zone: 'Europe/Berlin' };

describe('/maintenance', () => {
  it('plans work once, on the clock of a time zone', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const from = Date.UTC(2030, 11, 1, 5, 0);
    expect(await ask(crow, '/maintenance once', once)).toContain(
      `planned work from <t:${from / 1000}:f> to <t:${from / 1000 + 5400}:f>`,
    );
    expect(await watchesOf(crow)).toMatchObject([
      { maintenance: [{ once: { from, to: from + 1.5 * HOUR } }] },
    ]);
    expect(await ask(crow, '/watch list')).toContain('🛠️ 1 window');
    expectCalm(crow);
  });

  it('plans work that repeats, and the monitor keeps quiet then', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const answer = await ask(crow, '/maintenance repeat', nightly);
    expect(answer).toContain('planned work for 30 minutes at `0 6 * * *` (`Europe/Berlin`)');
    const [watch] = await watchesOf(crow);
    const at = (hour: number, minute: number) => Date.UTC(2030, 11, 1, hour, minute);
    const silent = (ms: number) => watch && attentionAt(watch, ms).silentUntil;
    expect(silent(at(5, 10))).toBe(at(5, 30));
    expect(silent(at(5, 40))).toBeNull();
  });

  it('lists what is planned and takes one window off again', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    expect(await ask(crow, '/maintenance list')).toContain('No work is planned');
    await ask(crow, '/maintenance once', once);
    await ask(crow, '/maintenance repeat', nightly);
    const list = await ask(crow, '/maintenance list');
    expect(list).toContain('**Evening Payload');
    expect(list).toContain('`0 6 * * *` (`Europe/Berlin`), 30 minutes');
    const choices = await offered(crow, '/maintenance remove', 'window', '0 6');
    expect(choices.map(({ name }) => name)).toEqual([
      'Evening Payload (203.0.113.5:27015): 0 6 * * * Europe/Berlin, 30 minutes',
    ]);
    const window = String(choices[0]?.value);
    expect(await ask(crow, '/maintenance remove', { window })).toContain('no longer planned');
    expect(await ask(crow, '/maintenance remove', { window })).toContain('nothing like that');
    expect(await watchesOf(crow)).toMatchObject([{ maintenance: [{ once: {} }] }]);
    expectCalm(crow);
  });

  it('forgets windows that are over', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/maintenance once', once);
    crow.clock.advance(10 * 365 * 24 * HOUR);
    expect(await ask(crow, '/maintenance list')).toContain('No work is planned');
    await ask(crow, '/maintenance repeat', nightly);
    expect(await watchesOf(crow)).toMatchObject([{ maintenance: [{ cron: '0 6 * * *' }] }]);
  });

  it('plans for all servers at once', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    expect(await ask(crow, '/maintenance repeat', { ...nightly, server: '*' })).toContain(
      'all watched servers (2): planned work',
    );
    for (const { maintenance } of await watchesOf(crow)) {
      expect(maintenance).toHaveLength(1);
    }
  });

  it('explains what it can not read, and plans nothing', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const answers = [
      await ask(crow, '/maintenance once', { ...once, from: 'tomorrow' }),
      await ask(crow, '/maintenance once', { ...once, from: '2020-01-01 06:00' }),
      await ask(crow, '/maintenance once', { ...once, time_zone: 'Berlin time' }),
      await ask(crow, '/maintenance once', { ...once, server: 'nothing' }),
      await ask(crow, '/maintenance repeat', { ...nightly, cron: 'daily at six' }),
      await ask(crow, '/maintenance repeat', { ...nightly, cron: '61 6 * * *' }),
      await ask(crow, '/maintenance repeat', { ...nightly, cron: `0 6 * * ${'1,'.repeat(50)}1` }),
    ];
    expect(answers[0]).toContain('`tomorrow` is no time I understand');
    expect(answers[1]).toContain('over already');
    expect(answers[2]).toContain('`Berlin time`');
    expect(answers[3]).toContain('No such watch');
    for (const answer of answers.slice(4)) {
      expect(answer).toContain('is no cron line');
    }
    expect(await watchesOf(crow)).toMatchObject([{ maintenance: [] }]);
    expectCalm(crow);
  });

  it('has room for twenty windows of a server', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    for (let hour = 0; hour < 20; hour += 1) {
      await ask(crow, '/maintenance repeat', { ...nightly, cron: `0 ${hour} * * *` });
    }
    expect(await ask(crow, '/maintenance repeat', nightly)).toContain('can have 20 of these');
  });

  it('offers time zones while typing', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const [zone] = await offered(crow, '/maintenance once', 'time_zone', 'sao p');
    expect(zone?.value).toBe('America/Sao_Paulo');
  });
});
