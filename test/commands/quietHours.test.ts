import { describe, expect, it } from 'vitest';
import { attentionAt } from '#monitor/attention.ts';
import { expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { ADDRESS, ask, offered, watchesOf, watchServer } from './asking.ts';

const night = { server: ADDRESS, from: '22', to: '8:00', time_zone: 'europe/berlin' };

describe('/quiet-hours', () => {
  it('sets hours that go over midnight, and says what becomes of pings', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const answer = await ask(crow, '/quiet-hours set', { ...night, pings: 'wait' });
    expect(answer).toContain('from 22:00 to 08:00 (`Europe/Berlin`) I ping nobody');
    expect(answer).toContain('waits until that is over');
    const [watch] = await watchesOf(crow);
    expect(watch?.quietHours).toEqual({
      from: '22:00',
      to: '08:00',
      timeZone: 'Europe/Berlin',
      pings: 'wait',
    });
    const midnight = Date.UTC(2030, 11, 1, 23, 30);
    expect(watch && attentionAt(watch, midnight).quietUntil).toBe(Date.UTC(2030, 11, 2, 7, 0));
    expect(await ask(crow, '/watch list')).toContain('🌙 22:00–08:00 (`Europe/Berlin`)');
    expectCalm(crow);
  });

  it('lets messages come without the ping unless they are to wait, and ends', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    expect(await ask(crow, '/quiet-hours set', night)).toContain('come without the ping');
    expect(await watchesOf(crow)).toMatchObject([{ quietHours: { pings: 'drop' } }]);
    expect(await ask(crow, '/quiet-hours off', { server: ADDRESS })).toContain(
      'no more quiet hours',
    );
    expect(await watchesOf(crow)).toMatchObject([{ quietHours: null }]);
  });

  it.each([
    [{ from: 'evening' }, '`evening` is no time of day'],
    [{ to: '25:00' }, '`25:00` is no time of day'],
    [{ to: '22:00' }, 'cannot end at the time'],
    [{ time_zone: 'Mars/Olympus' }, '`Mars/Olympus`'],
    [{ server: 'nothing' }, 'No such watch'],
  ])('explains what will not do: %j', async (change, words) => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    expect(await ask(crow, '/quiet-hours set', { ...night, ...change })).toContain(words);
    expect(await watchesOf(crow)).toMatchObject([{ quietHours: null }]);
  });

  it('offers servers and zones, in the language of the asker', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const [zone] = await offered(crow, '/quiet-hours set', 'time_zone', 'moscow');
    expect(zone?.value).toBe('Europe/Moscow');
    expect(await ask(crow, '/quiet-hours set', night, { locale: 'pt-BR' })).toContain(
      'não menciono ninguém',
    );
  });
});
