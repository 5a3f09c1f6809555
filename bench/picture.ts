import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { runSuite } from '../harness/engine/run.ts';
import type { Report } from '../harness/model/report.ts';
import { SUITE_VERSION } from '../harness/report/suite-version.ts';
import { resolveSettings } from '../harness/settings/settings.ts';
import { startReference } from '../reference/server.ts';
import { renderHtml } from '../reporters/html/index.ts';
import { petStore } from '../suites/index.ts';

/** The README's picture: the report of a real run against a reference server with faults. Needs a chromium. */
const API_KEY = 'picture-key';
const WIDTH = 1180;

await photograph(
  renderHtml(await reportOf(['category-through-double', 'unknown-is-gone', 'no-challenge'])),
  'docs/report.png',
  1160,
);
// A test compares it with the version of the package, so that nobody looks at an old picture.
writeFileSync('docs/pictures.json', `{ "version": "${SUITE_VERSION}" }\n`);

async function reportOf(faults: readonly string[]): Promise<Report> {
  const server = await startReference({ apiKey: API_KEY, faults });
  try {
    const settings = { ...resolveSettings(new Map(), {}, ''), runId: 'picture42', seed: 42 };
    const target = { ...settings, baseUrl: server.baseUrl, apiKey: API_KEY };
    return (await runSuite(target, petStore)).report;
  } finally {
    await server.close();
  }
}

async function photograph(html: string, picture: string, height: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-picture-'));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--disable-gpu', '--disable-quic'],
  });
  try {
    const file = join(folder, 'page.html');
    writeFileSync(file, html);
    const page = await browser.newPage({
      viewport: { width: WIDTH, height },
      colorScheme: 'light',
      deviceScaleFactor: 1.5,
    });
    await page.goto(pathToFileURL(file).href);
    mkdirSync(dirname(picture), { recursive: true });
    await page.screenshot({ path: picture });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}
