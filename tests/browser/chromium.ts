import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { renderHtml } from '../../reporters/html/index.ts';

const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export interface Opened {
  readonly page: Page;
  readonly url: string;
  /** Everything that the browser complained about. */
  readonly complaints: readonly string[];
  /** Every address that was asked for, the page itself left out. */
  readonly requests: readonly string[];
}

export interface Visit extends BrowserContextOptions {
  /** What follows the `#` of the address. */
  readonly fragment?: string;
  /** Is called before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
}

export interface Open {
  /** Opens a report, or a page that is written already. */
  (report: Report | string, visit?: Visit): Promise<Opened>;
  /** The same with a page that is served. */
  at(url: string, visit?: Visit): Promise<Opened>;
}

/**
 * Gives the tests of a file a browser, and a function that opens a report from disk in it. Without a browser they are
 * skipped, and fail where they may not be.
 */
export function withChromium(): Open {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-report-'));
  const contexts: BrowserContext[] = [];
  let browser: Browser | undefined;

  beforeAll(async () => {
    if (existsSync(CHROMIUM_PATH)) {
      browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--disable-gpu', '--disable-quic'] });
    } else if (process.env.CI) {
      throw new Error(`There is no browser at ${CHROMIUM_PATH}, and CI must have one.`);
    }
  });
  beforeEach((context) => {
    if (browser === undefined) context.skip(`There is no browser at ${CHROMIUM_PATH}: set CHROMIUM_PATH.`);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const at: Open['at'] = async (url, { fragment, prepare, ...options } = {}) => {
    if (browser === undefined) throw new Error('The browser was not started.');
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    contexts.push(context);
    await prepare?.(context);
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('dialog', async (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    context.on('request', (request) => {
      if (request.url().split('#')[0] !== url) requests.push(request.url());
    });
    await page.goto(fragment === undefined ? url : `${url}#${fragment}`);
    return { page, url, complaints, requests };
  };
  const open = (report: Report | string, visit?: Visit) => {
    const file = join(folder, 'report.html');
    writeFileSync(file, typeof report === 'string' ? report : renderHtml(report));
    return at(pathToFileURL(file).href, visit);
  };
  return Object.assign(open, { at });
}
