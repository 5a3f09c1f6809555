/**
 * Makes the README's picture of the HTML report from a real run: the reference server with a few faults, judged by the
 * whole suite. Needs a chromium, and a Node that runs TypeScript (22.18 or later):
 *
 *     node bench/picture.ts
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { renderHtml } from '../reporters/html/index.ts';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from '../tests/browser/chromium-path.ts';
import { judgeReference } from '../tests/support.ts';

const PICTURE = fileURLToPath(new URL('../docs/report.png', import.meta.url));
const FAULTS = ['category-through-double', 'unknown-is-forbidden', 'no-challenge'];
const SIZE = { width: 1100, height: 1220 };

const folder = mkdtempSync(join(tmpdir(), 'petstore-picture-'));
try {
  const file = join(folder, 'report.html');
  writeFileSync(file, renderHtml(await judgeReference({ faults: FAULTS })));
  mkdirSync(join(PICTURE, '..'), { recursive: true });
  await photograph(pathToFileURL(file).href);
} finally {
  rmSync(folder, { recursive: true });
}

async function photograph(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: [...CHROMIUM_ARGUMENTS] });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
    await page.goto(url);
    await page.screenshot({ path: PICTURE });
  } finally {
    await browser.close();
  }
}
