import { describe, expect, it } from 'vitest';
import { expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { ADDRESS, ask, OTHER_ADDRESS, offered, watchesOf, watchServer } from './asking.ts';

const HOUR = 3_600_000;

describe('/mute', () => {
  it('keeps a server quiet for a time, and says until when', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const answer = await ask(crow, '/mute', { server: ADDRESS, for: '2h' });
    const until = crow.clock.now() + 2 * HOUR;
    expect(answer).toContain(`I say nothing until <t:${Math.floor(until / 1000)}:f> (2 hours)`);
    expect(await watchesOf(crow)).toMatchObject([{ mutedUntil: until }]);
    expect(await ask(crow, '/watch list')).toContain('🔕 until <t:');
    crow.clock.advance(3 * HOUR);
    expect(await ask(crow, '/watch list')).not.toContain('🔕');
    expectCalm(crow);
  });

  it('mutes all servers at once, and lets them speak again', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    const [all] = await offered(crow, '/mute', 'server', '');
    expect(all?.name).toBe('all watched servers (2)');
    await ask(crow, '/mute', { server: String(all?.value), for: '1 d 12 h' });
    const until = crow.clock.now() + 36 * HOUR;
    expect(await watchesOf(crow)).toMatchObject([{ mutedUntil: until }, { mutedUntil: until }]);
    const answer = await ask(crow, '/mute', { server: String(all?.value), for: 'off' });
    expect(answer).toContain('all watched servers (2): I tell again');
    expect(await watchesOf(crow)).toMatchObject([{ mutedUntil: null }, { mutedUntil: null }]);
  });

  it('offers spans in words, also the one that was typed', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const names = async (text: string) =>
      (await offered(crow, '/mute', 'for', text)).map(({ name }) => name);
    expect(await names('')).toContain('4 hours');
    expect(await names('90m')).toEqual(['1 hour 30 minutes']);
    expect(await names('of')).toEqual([]);
  });

  it('explains what it can not read', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    expect(await ask(crow, '/mute', { server: ADDRESS, for: 'a while' })).toContain(
      '`a while` is no span of time',
    );
    expect(await ask(crow, '/mute', { server: ADDRESS, for: '9999d' })).toContain(
      '365 days at most',
    );
    expect(await ask(crow, '/mute', { server: 'nothing', for: '1h' })).toContain('No such watch');
    expect(
      await ask(crow, '/mute', { server: ADDRESS, for: '`@everyone`' }, { locale: 'ru' }),
    ).toContain('не промежуток времени');
    expect(await watchesOf(crow)).toMatchObject([{ mutedUntil: null }]);
    expectCalm(crow);
  });
});
