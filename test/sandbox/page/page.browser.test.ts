import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    ({ page, faults, hook } = await openPage(browser, sandbox.url));
  }
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
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
    const toast = hook('toast').last();
    await toast.waitFor();
    expect(await toast.textContent()).toBe('@Watchmen in #alertsAda: @Watchmen the ark is down');
    expect(await page.title()).toBe('(1) #status | Harbour');
    const alerts = page.locator('[data-channel-name=alerts]');
    expect(await alerts.getAttribute('data-pings')).toBe('1');
    expect(await alerts.getAttribute('data-unread')).toBe('');
    await toast.getByText('the ark is down').click();
    await page.waitForSelector('[data-channel-name=alerts][aria-current=page]');
    expect(await alerts.getAttribute('data-pings')).toBe('0');
    await page.waitForSelector('[data-test=message][data-pings-me]');
    expect(await page.title()).toBe('#alerts | Harbour');
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
    await hook('more', row).press('Enter');
    await hook('lag', row).focus();
    await page.keyboard.press('End');
    await hook('hide-names', row).press('Space');
    const ark = () => sandbox.world.servers().find(({ id }) => id === 'ark');
    await expect.poll(() => [ark()?.lagMs, ark()?.hidesNames]).toEqual([5_000, true]);
    await hook('master-fault').selectOption('silence');
    await expect.poll(() => sandbox.master.fault()).toBe('silence');
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

const setTheme = async (value: string) => {
  await hook('settings-button').click();
  await hook('theme').selectOption(value);
  await page.keyboard.press('Escape');
};
/** The page is loaded anew in the other language. */
const speak = async (language: string, words: string) => {
  await hook('settings-button').click();
  await Promise.all([page.waitForEvent('load'), hook('language').selectOption(language)]);
  await page.waitForSelector('body[data-ready=true]');
  await page.getByText(words).first().waitFor();
};
const colourOf = (selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);

inBrowser(
  'the page is dark or light as the browser is, unless one was chosen; both are remembered',
  async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await colourOf('.chat')).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await colourOf('.chat')).toBe('rgb(49, 51, 56)');
    await setTheme('light');
    expect(await colourOf('.chat')).toBe('rgb(255, 255, 255)');
    await speak('ru', 'Игровые серверы');
    expect(await colourOf('.chat')).toBe('rgb(255, 255, 255)');
    await speak('en', 'Simulated servers');
    expect(faults).toEqual([]);
  },
);

const widthOf = (selector: string) =>
  page.evaluate<number>(`document.querySelector('${selector}').scrollWidth`);

inBrowser.for([400, 1600])(
  'at %i pixels nothing sticks out, and every panel can be reached',
  async (width) => {
    await page.setViewportSize({ width, height: 800 });
    say(`\`\`\`\n${'wide '.repeat(60)}\n\`\`\`${'unbroken'.repeat(40)}`);
    await page.keyboard.press('Escape');
    const toggles = width < 800;
    const reach = async (toggle: string, panel: string) => {
      if (toggles) {
        await hook(toggle).click();
      }
      expect([panel, await widthOf(panel)]).toEqual([
        panel,
        await page.evaluate(`document.querySelector('${panel}').clientWidth`),
      ]);
    };
    await reach('toggle-channels', '#channels');
    await page.locator('[data-channel-name=status]').click();
    await page.waitForSelector('[data-channel-name=status][aria-current=page]', {
      state: 'attached',
    });
    await lastMessage().locator('pre').waitFor();
    await reach('toggle-world', '#world');
    await hook('server-row').first().waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    await hook('server-row')
      .first()
      .waitFor({ state: toggles ? 'hidden' : 'visible' });
    await reach('toggle-channels', '#channels');
    await hook('settings-button').click();
    expect(await widthOf('.dialog')).toBeLessThanOrEqual(width);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await widthOf('html')).toBe(width);
    expect(await widthOf('#scroll')).toBe(
      await page.evaluate('document.getElementById("scroll").clientWidth'),
    );
    expect(faults).toEqual([]);
  },
);
