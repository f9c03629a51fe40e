import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/startSandbox.ts';
import { hasBrowser, launchBrowser, type OpenPage, openPage } from './browserPage.ts';

const present = hasBrowser();

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let faults: OpenPage['faults'];
let hook: OpenPage['hook'];

beforeAll(async () => {
  if (present) {
    sandbox = await startSandbox({ now: Date.now, world: { seed: 1, still: true } });
    browser = await launchBrowser();
  }
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

beforeEach(async () => {
  if (present) {
    ({ page, faults, hook } = await openPage(browser, sandbox.url));
  }
});

afterEach(async () => {
  await page?.close();
});

const inBrowser = test.skipIf(!present);
const say = (text: string, channel = 'status') =>
  sandbox.discord.people.say({ as: 'ada', in: channel, text });
const lastMessage = () => hook('message').last();

inBrowser(
  'what strangers write is text: no markup of theirs, no script, no foreign picture',
  async () => {
    say(
      '<img src=x onerror="document.title=1"> <script>document.title=2</script> [x](javascript:alert(1))',
    );
    await lastMessage().getByText('onerror').waitFor();
    expect(await lastMessage().locator('img[src=x], script, a').count()).toBe(0);
    expect(await page.title()).toBe('#status | Harbour');

    say(
      '**bold** _it_ \\*\\*not\\*\\* snake_case_name `a*b*` ||quiet|| <https://example.invalid/a_b_c>',
    );
    await lastMessage().locator('strong').waitFor();
    const message = lastMessage();
    expect(await message.locator('strong').allTextContents()).toEqual(['bold']);
    expect(await message.locator('em').allTextContents()).toEqual(['it']);
    expect(await message.locator('code').allTextContents()).toEqual(['a*b*']);
    expect(await message.locator('a').getAttribute('href')).toBe('https://example.invalid/a_b_c');
    expect(await message.textContent()).toContain('**not** snake_case_name');
    expect(faults).toEqual([]);
  },
);

inBrowser('code, quotes, lists, headings, mentions and times look like what they are', async () => {
  const [guild] = sandbox.discord.state.guilds.values();
  const role = [...(guild?.roles.values() ?? [])].find(({ name }) => name === 'Watchmen');
  const seconds = Math.floor(Date.now() / 1000) - 7_200;
  say(
    [
      '# Title',
      '> said',
      '- one',
      '- two',
      '```',
      '**raw** <@&1>',
      '```',
      `<@&${role?.id}> <@&9> <t:${seconds}:R> \u{1f7e2}`,
    ].join('\n'),
  );
  await lastMessage().locator('pre').waitFor();
  const message = lastMessage();
  expect(await message.locator('h1').textContent()).toBe('Title');
  expect(await message.locator('blockquote').textContent()).toBe('said');
  expect(await message.locator('.md-item').allTextContents()).toEqual(['one', 'two']);
  expect(await message.locator('pre').textContent()).toBe('**raw** <@&1>');
  expect(await message.locator('.mention').allTextContents()).toEqual([
    '@Watchmen',
    '@unknown-role',
  ]);
  expect(await message.locator('time.timestamp').textContent()).toBe('2 hours ago');
  expect(await message.locator('.emoji-dot').count()).toBe(1);
  expect(faults).toEqual([]);
});

inBrowser(
  'a ping in another channel shows a toast, a mark and a number; opening it clears them',
  async () => {
    const person = hook('person');
    await person.selectOption({ label: 'Pip (member)' });
    await page.waitForSelector('[data-test=connection][data-live=true]');
    const [guild] = sandbox.discord.state.guilds.values();
    const role = [...(guild?.roles.values() ?? [])].find(({ name }) => name === 'Watchmen');
    say(`<@&${role?.id}> the **ark** is down`, 'alerts');
    const toast = hook('toast');
    await toast.waitFor();
    expect(await toast.textContent()).toBe('@Watchmen in #alertsAda: @Watchmen the ark is down');
    const alerts = page.locator('[data-channel-name=alerts]');
    expect(await alerts.getAttribute('data-pings')).toBe('1');
    expect(await alerts.getAttribute('data-unread')).toBe('');
    await toast.click();
    await page.waitForSelector('[data-channel-name=alerts][aria-current=page]');
    expect(await alerts.getAttribute('data-pings')).toBe('0');
    await page.waitForSelector('[data-test=message][data-pings-me]');
    expect(faults).toEqual([]);
  },
);

inBrowser(
  'a server is taken down and brought up by its buttons, also with the keyboard',
  async () => {
    const row = page.locator('[data-server-id=ark]');
    await hook('take-down', row).click();
    await page.waitForSelector('[data-server-id=ark][data-state=down]');
    expect(sandbox.world.servers().find(({ id }) => id === 'ark')?.state).toBe('down');
    expect(await hook('server-map', row).textContent()).toBe('no answer');
    await hook('bring-up', row).press('Enter');
    await page.waitForSelector('[data-server-id=ark][data-state=up]');
    await hook('fill-up', row).click();
    await expect.poll(() => hook('server-players', row).textContent()).toBe('70/70');
    expect(faults).toEqual([]);
  },
);

inBrowser(
  'without a bot the box says so, a wrong command is not sent, and a message is',
  async () => {
    const input = hook('command-input');
    await input.fill('/');
    await hook('command-menu').getByText('has not registered a command').waitFor();
    await input.fill('/nothing');
    await input.press('Enter');
    await hook('command-error').getByText('There is no command /nothing.').waitFor();
    await input.fill('ahoy');
    await input.press('Enter');
    await lastMessage().getByText('ahoy').waitFor();
    await expect.poll(() => input.inputValue()).toBe('');
    expect(faults).toEqual([]);
  },
);

inBrowser('at 400 pixels nothing sticks out, and both panels open and close', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  say(`\`\`\`\n${'wide '.repeat(60)}\n\`\`\`${'unbroken'.repeat(40)}`);
  await lastMessage().locator('pre').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
  expect(await page.evaluate('document.getElementById("scroll").scrollWidth')).toBe(400);
  await hook('toggle-channels').click();
  await page.locator('[data-channel-name=general]').click();
  await page.waitForSelector('[data-channel-name=general][aria-current=page]', { state: 'hidden' });
  await hook('toggle-world').click();
  await hook('server-row').first().waitFor({ state: 'visible' });
  await page.keyboard.press('Escape');
  await hook('server-row').first().waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
});
