import { existsSync } from 'node:fs';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Whether there is a browser to test in; says so when there is none. */
export function hasBrowser(): boolean {
  const present = existsSync(CHROMIUM);
  if (!present) {
    process.stderr.write(`not tested in a browser: there is no ${CHROMIUM}\n`);
  }
  return present;
}

/** Starts Chromium without anything that would call home. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ARGS });
}

/** The open page. `faults` collects what must never happen: errors of the page, and requests to anywhere else. */
export type OpenPage = {
  page: Page;
  faults: string[];
  hook: (name: string, within?: Locator) => Locator;
};

/** Before a step fails with its own line (ms), where the time of the test would only say that it is over. */
const PATIENCE_MS = 15_000;

/** Opens the page and waits until it shows the guild. */
export async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE_MS);
  // From the first moment: a chooser that opens before somebody listens would be lost.
  page.on('filechooser', () => undefined);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) {
      faults.push(`foreign request ${request.url()}`);
    }
  });
  await page.goto(url);
  await page.waitForSelector('body[data-ready=true]');
  const hook = (name: string, within?: Locator) => (within ?? page).locator(`[data-test=${name}]`);
  return { page, faults, hook };
}
