import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { renderHtml } from '../../reporters/html/index.ts';
import { isMissing } from '../program.ts';

const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

interface Opened {
  readonly page: Page;
  /** Everything that the browser complained about. */
  readonly complaints: readonly string[];
  /** Every address that was asked for, the page itself left out. */
  readonly requests: readonly string[];
}

type Options = Pick<BrowserContextOptions, 'javaScriptEnabled' | 'permissions'>;
type Visit = Options & Pick<BrowserContextOptions, 'colorScheme' | 'viewport'> & { readonly fragment?: string };

/** A tab that one test after the other uses, since a new one takes longer than most tests. */
async function openTab(browser: Browser, options: Options) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript('globalThis.alert = () => { globalThis.hasRun = true; };');
  const page = await context.newPage();
  let [url, complaints, requests] = ['', [] as string[], [] as string[]];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  context.on('request', (request) => {
    if (request.url().split('#')[0] !== url) requests.push(request.url());
  });
  return async (address: string, { fragment = '', colorScheme = 'light', viewport }: Visit): Promise<Opened> => {
    // Nothing of the page before is left, not even a message that is still on its way.
    await page.goto('about:blank');
    [url, complaints, requests] = [address, [], []];
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
    await page.goto(fragment === '' ? address : `${address}#${fragment}`);
    return { page, complaints, requests };
  };
}

/**
 * Gives the tests of a file a browser, and a function that opens a report from disk, a page that is written already, or
 * an address. Without a browser they are skipped, and fail where they may not be.
 */
export function withChromium() {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-report-'));
  const tabs = new Map<string, Awaited<ReturnType<typeof openTab>>>();
  let browser: Browser | undefined;

  beforeAll(async () => {
    const args = ['--disable-gpu', '--disable-quic'];
    if (existsSync(CHROMIUM_PATH)) browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args });
  });
  beforeEach((context) => {
    if (browser === undefined) isMissing(context, CHROMIUM_PATH, 'chromium');
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const addressOf = (report: Report | string): string => {
    if (typeof report === 'string' && report.startsWith('http')) return report;
    const file = join(folder, 'report.html');
    writeFileSync(file, typeof report === 'string' ? report : renderHtml(report));
    return pathToFileURL(file).href;
  };
  return async (report: Report | string, visit: Visit = {}): Promise<Opened> => {
    if (browser === undefined) throw new Error('The browser was not started.');
    const { javaScriptEnabled = true, permissions = [] } = visit;
    const options = { javaScriptEnabled, permissions };
    const key = JSON.stringify(options);
    const tab = tabs.get(key) ?? (await openTab(browser, options));
    tabs.set(key, tab);
    return tab(addressOf(report), visit);
  };
}
