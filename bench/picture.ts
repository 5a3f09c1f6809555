import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { runSuite } from '../harness/engine/run.ts';
import type { Report } from '../harness/model/report.ts';
import { SUITE_VERSION } from '../harness/report/suite-version.ts';
import { resolveSettings, type Settings } from '../harness/settings/settings.ts';
import { startReference } from '../reference/server.ts';
import { HistoryBuilder } from '../reporters/history.ts';
import { renderHistory } from '../reporters/html/history.ts';
import { renderHtml } from '../reporters/html/index.ts';
import { petStore } from '../suites/index.ts';

/**
 * The README's pictures, made from real runs against reference servers with faults: one report, and the history of
 * thirty. Needs a chromium.
 */
const API_KEY = 'picture-key';
const BASE_URL = 'http://127.0.0.1:8123/v1';
const WIDTH = 1180;

const NIGHTS = 30;
const FIRST_NIGHT = Date.UTC(2026, 9, 17, 2, 9);
/** The nights in which a fault is there, from the first to the last of them. */
const FAULTY_NIGHTS: readonly (readonly [fault: string, from: number, to: number])[] = [
  ['category-through-double', 7, 9],
  ['category-through-double', 25, NIGHTS],
  ['no-challenge', 12, 20],
  ['unknown-is-gone', 16, 16],
  ['unknown-is-gone', 18, 18],
  ['unknown-is-gone', 27, NIGHTS],
];

await photograph(
  renderHtml(await reportOf(['category-through-double', 'unknown-is-gone', 'no-challenge'], { seed: 42 })),
  'docs/report.png',
  1160,
);
await photograph(renderHistory(await nightly()), 'docs/history.png', 1280);
// A test compares it with the version of the package, so that nobody looks at an old picture.
writeFileSync('docs/pictures.json', `{ "version": "${SUITE_VERSION}" }\n`);

async function nightly() {
  const history = new HistoryBuilder();
  for (let night = 0; night < NIGHTS; night += 1) {
    const faults = FAULTY_NIGHTS.flatMap(([fault, from, to]) => (from <= night && night <= to ? [fault] : []));
    const report = await reportOf(faults, { seed: night, runs: 3, consistencyWindowMs: 100 });
    // The runs are real; that they are a day apart, and of one server, is for the picture.
    const startedAt = new Date(FIRST_NIGHT + night * 86_400_000).toISOString();
    const dated = { ...report, target: { baseUrl: BASE_URL }, run: { ...report.run, startedAt } };
    history.add(`nightly/${startedAt.slice(0, 10)}.json`, dated);
  }
  return history.build();
}

async function reportOf(faults: readonly string[], changes: Partial<Settings>): Promise<Report> {
  const server = await startReference({ apiKey: API_KEY, faults });
  try {
    const settings = { ...resolveSettings(new Map(), {}, ''), runId: `picture${changes.seed}`, ...changes };
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
