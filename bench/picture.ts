import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Report } from '../harness/report/model.ts';
import { runInline } from '../harness/run-inline.ts';
import { resolveSettings } from '../harness/settings/settings.ts';
import { startReference } from '../reference/server.ts';
import { renderHtml } from '../reporters/html/index.ts';
import { sections } from '../suites/catalogue/sections.ts';
import { petStore } from '../suites/index.ts';

/**
 * The README's picture of the HTML report, made from a real run: the whole suite against a reference server that has
 * three faults. Needs a chromium.
 */
const PICTURE = 'docs/report.png';
const FAULTS = ['category-through-double', 'unknown-is-forbidden', 'no-challenge'];
const API_KEY = 'picture-key';
const SEED = 42;
const SIZE = { width: 1180, height: 1160 };

const folder = mkdtempSync(join(tmpdir(), 'petstore-picture-'));
try {
  const page = join(folder, 'report.html');
  writeFileSync(page, renderHtml(await judged(), { specification: sections }));
  mkdirSync(dirname(PICTURE), { recursive: true });
  await photograph(pathToFileURL(page).href);
} finally {
  rmSync(folder, { recursive: true });
}

async function judged(): Promise<Report> {
  const server = await startReference({ apiKey: API_KEY, faults: FAULTS });
  try {
    const settings = resolveSettings(new Map(), {}, '');
    return await runInline(
      { ...settings, seed: SEED, runId: 'picture', baseUrl: server.baseUrl, apiKey: API_KEY },
      petStore,
    );
  } finally {
    await server.close();
  }
}

async function photograph(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--disable-gpu', '--disable-quic'],
  });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', deviceScaleFactor: 1.5 });
    await page.goto(url);
    await page.screenshot({ path: PICTURE });
  } finally {
    await browser.close();
  }
}
