import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#history/bucket.ts';
import { dayOf, packDay } from '#history/packDay.ts';
import { incidentId } from '#store/incidentDocument.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { minutesOf } from '#test/history/days.ts';
import { ADDRESS, ask, watchesOf, watchServer } from './asking.ts';

type Shown = Awaited<ReturnType<typeof run>>['message'];

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SERVER = `a2s/${ADDRESS}`;

/** The watched server was looked at each minute of the last hours; null = down, undefined = nobody looked. */
async function lookedAt(
  crow: Crowsnest,
  hours: number,
  people: (hour: number) => number | null | undefined,
) {
  const to = Math.floor(crow.clock.now() / MINUTE_MS) * MINUTE_MS;
  const seen = minutesOf({ from: to - hours * HOUR_MS, to }, (at) => people((at - to) / HOUR_MS));
  for (const [day, minutes] of Map.groupBy(seen, ({ at }) => dayOf(at))) {
    const document = packDay(day, minutes, { step: 1, every: 1 });
    await crow.store.history.put(day, new Map([[SERVER, document]]));
  }
}

const run = (crow: Crowsnest, command: string, options = {}, who = {}) =>
  crow.discord.people
    .runCommand({
      as: 'ada',
      in: '#status',
      command,
      options: { server: ADDRESS, ...options },
      ...who,
    })
    .reply();

/** Presses a button of an answer by what stands on it. */
function press(crow: Crowsnest, { id, components = [] }: Shown, label: string, as = 'ada') {
  const buttons = components.flatMap((row) => ('components' in row ? row.components : []));
  const button = buttons.find((one) => 'label' in one && one.label === label);
  const customId = button !== undefined && 'custom_id' in button ? String(button.custom_id) : '';
  return crow.discord.people.click({ as, in: '#status', messageId: id, customId });
}

/** Presses a button, and sees the message become another one. */
async function turn(crow: Crowsnest, shown: Shown, label: string, becomes: string): Promise<void> {
  await press(crow, shown, label).acknowledged();
  const now = () =>
    crow.discord.people.messages('#status', 'ada').find(({ message }) => message.id === shown.id);
  await expect.poll(() => now()?.message.embeds[0]?.description).toContain(becomes);
  expect(now()?.inEmbeds).toHaveLength(shown.embeds[0]?.image === undefined ? 0 : 1);
}

const fileOf = async (url: string | undefined) =>
  Buffer.from(await (await fetch(url ?? '')).arrayBuffer());

describe('/history', () => {
  it('shows a picture, and says what is to be seen on it', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await lookedAt(crow, 24 * 20, (hour) => (Math.floor(hour) % 24 === -3 ? 20 : 4));
    const { message, inEmbeds } = await run(crow, '/history', { period: 'day' });
    const [embed] = message.embeds;
    expect(embed?.title).toContain('Evening Payload');
    expect(embed?.description).toContain('Most at once: **20** players, <t:');
    expect(embed?.description).toContain('On average: **4.7**');
    expect(embed?.description).toMatch(/Usually fullest: \*\*\w{3} \d\d:00\*\*, about (19|20)/);
    expect(embed?.description).toContain('Up **100%** of the time');
    expect(embed?.footer?.text).toBe('Times in UTC. /setup changes the time zone.');
    const [file] = inEmbeds;
    expect(embed?.image?.url).toBe(file?.url);
    expect((await fileOf(file?.url)).subarray(1, 4).toString()).toBe('PNG');
    expectCalm(crow);
  });

  it('turns to another period in its place, and for another person beside it', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await lookedAt(crow, 24, () => 4);
    const first = await run(crow, '/history');
    await turn(crow, first.message, '30 days', 'Watched since <t:');
    const theirs = await press(crow, first.message, 'Ping', 'pip').reply();
    expect(theirs.message.embeds[0]?.description).toContain('Ping on average: **40 ms**');
    expect(theirs.message.id).not.toBe(first.message.id);
    expectCalm(crow);
  });

  it('says what it does not know: nothing yet, gaps, a server that nobody watches', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    expect(await ask(crow, '/history', { server: ADDRESS })).toContain(
      'I know nothing of this server for that time yet',
    );
    await lookedAt(crow, 6, (hour) => (hour >= -4 && hour < -2 ? undefined : 4));
    expect(await ask(crow, '/history', { server: ADDRESS })).toContain(
      'Not counted: 2 hours in which I did not look',
    );
    expect(await ask(crow, '/history', { server: '198.51.100.1:27015' })).toContain(
      'watched servers only',
    );
    expectCalm(crow);
  });

  it('gives the samples as a file to administrators, and to nobody else', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await lookedAt(crow, 1, (hour) => (hour < -0.5 ? null : 7));
    const { message } = await run(crow, '/history', { period: 'day', csv: true }, { as: 'marlow' });
    const text = String(await fileOf(message.attachments[0]?.url));
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'time_utc,minutes,minutes_up,minutes_down,players_mean,players_most,slots,ping_ms',
    );
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d,1,0,1,,,32,$/);
    expect(lines.at(-1)).toMatch(/,1,1,0,7,7,32,40$/);
    expect(await ask(crow, '/history', { server: ADDRESS, csv: true }, { as: 'pip' })).toContain(
      'administrators',
    );
    expectCalm(crow);
  });

  it('gives no file that Discord would not take, and stops reading there', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const day = minutesOf({ from: 0, to: DAY_MS }, () => 1234);
    let read = 0;
    crow.history.days = async function* () {
      for (; read < 100_000; read += 1) {
        yield day;
      }
    };
    const asked = { server: ADDRESS, period: 'year', csv: true };
    expect(await ask(crow, '/history', asked, { as: 'marlow' })).toContain(
      'Choose a shorter period',
    );
    expect(read).toBeLessThan(300);
    expectCalm(crow);
  });

  it('tells the words without the picture when that can not be drawn', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await lookedAt(crow, 1, () => 3);
    crow.desk.painter.draw = () => Promise.reject(new Error('no font'));
    const { message, inEmbeds } = await run(crow, '/history');
    expect(message.embeds[0]?.description).toContain('On average: **3**');
    expect([...message.attachments, ...inEmbeds]).toEqual([]);
    expect(crow.complaints.splice(0)).toHaveLength(1);
    expectCalm(crow);
  });
});

describe('/uptime', () => {
  const outage = async (crow: Crowsnest, ago: number, length: number | null, cause = 'timeout') => {
    const since = crow.clock.now() - ago;
    const until = length === null ? null : since + length;
    const id = incidentId(SERVER, since);
    await crow.store.incidents.put({
      version: 1,
      id,
      server: SERVER,
      name: null,
      since,
      until,
      cause,
      watches: [],
    });
  };

  it('tells percent, outages with their causes, and what is not counted', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await lookedAt(crow, 48, (hour) =>
      hour >= -10 && hour < -9 ? null : hour >= -30 && hour < -25 ? undefined : 5,
    );
    await outage(crow, 10 * HOUR_MS, HOUR_MS);
    await outage(crow, 3 * DAY_MS, 2 * MINUTE_MS, 'restart');
    await outage(crow, 40 * DAY_MS, HOUR_MS);
    const { message } = await run(crow, '/uptime');
    const [embed] = message.embeds;
    const [first, second, ...others] = embed?.description?.split('\n') ?? [];
    expect(first).toMatch(/^🔴 <t:\d+:f> – <t:\d+:t> · \*\*1 hour\*\* · no answer$/);
    expect(second).toContain('**2 minutes** · restart');
    expect(others).toEqual([
      '',
      expect.stringMatching(/^Watched since <t:\d+:f>$/),
      'Not counted: 5 hours in which I did not look or could not see.',
    ]);
    expect(embed?.fields?.map(({ name, value }) => `${name}: ${value.split('\n')[0]}`)).toEqual([
      'last 24 hours: **95.83%**',
      'last 7 days: **97.67%**',
      'last 30 days: **97.67%**',
    ]);
    expect(JSON.stringify(embed).match(/Watched since/g)).toHaveLength(1);
    expectCalm(crow);
  });

  it('does not take a time in which nobody looked for the beginning', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await lookedAt(crow, 24 * 32, (hour) => (hour >= -24 * 31 && hour < -48 ? undefined : 5));
    expect(await ask(crow, '/uptime', { server: ADDRESS })).not.toContain('Watched since');
    const asked = { server: ADDRESS, period: 'month' };
    expect(await ask(crow, '/history', asked)).not.toContain('Watched since');
    expect(await ask(crow, '/history', { ...asked, period: 'year' })).toContain('Watched since');
  });

  it('leaves planned work out, also when the plan is gone', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const [watch] = await watchesOf(crow);
    await lookedAt(crow, 24, (hour) => (hour >= -2 && hour < -1 ? null : 5));
    const now = crow.clock.now();
    for (let at = now - 2 * HOUR_MS; at < now - HOUR_MS; at += MINUTE_MS) {
      crow.history.notePlanned(crow.guildId, watch?.id ?? '', at, MINUTE_MS);
    }
    await outage(crow, 2 * HOUR_MS, HOUR_MS);
    const { message } = await run(crow, '/uptime');
    expect(message.embeds[0]?.fields?.[0]?.value).toContain('**100%**');
    expect(message.embeds[0]?.description).toContain('🛠️ planned work');
    expect(message.embeds[0]?.description).toContain('Not counted: 1 hour of planned work.');
  });

  it('has pages when there were many outages', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await lookedAt(crow, 2, () => 1);
    for (let n = 1; n <= 12; n += 1) {
      await outage(crow, n * DAY_MS, n * MINUTE_MS);
    }
    const first = await run(crow, '/uptime');
    expect(first.message.embeds[0]?.description?.match(/🔴/g)).toHaveLength(10);
    await turn(crow, first.message, '▶', '**12 minutes**');
    expect(await ask(crow, '/uptime', { server: 'nothing like that' })).toContain(
      'watched servers only',
    );
    expectCalm(crow);
  });

  it('never says 100 % of a server that was down, and nothing of one it does not know', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const unknown = await run(crow, '/uptime');
    expect(unknown.message.embeds[0]?.fields?.map(({ value }) => value)).toEqual([
      'not known',
      'not known',
      'not known',
    ]);
    await lookedAt(crow, 24 * 7, (hour) => (hour > -1.5 / 60 ? null : 5));
    const { message } = await run(crow, '/uptime');
    expect(message.embeds[0]?.fields?.[1]?.value).toContain('**99.99%**');
  });
});
