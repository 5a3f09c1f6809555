import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { renderHistoryHtml } from '../../reporters/history/html.ts';
import { HistoryBuilder } from '../../reporters/history/model.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { hostileReport } from '../reporters/hostile.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';
import { contrastOf, inksOn, LEAST_CONTRAST } from './contrast.ts';

const open = withChromium();

const RUNS = 1_000;
const latency = { operation: 'listPets', median: 4, p95: 9, p99: 12 };

/** The report of a night: create.int64 fails for a while and again at the end, and list.complete now and then. */
function nightOf(day: number): Report {
  const fails = new Set([
    ...((day > 200 && day < 260) || day > 970 ? ['create.int64'] : []),
    ...(day % 40 === 39 ? ['list.complete'] : []),
  ]);
  const results = catalogue.map((row) =>
    resultOf(row.id, {
      ...row,
      outcome: fails.has(row.id) ? 'fail' : row.level === 'INFO' ? 'observed' : 'pass',
    }),
  );
  const data = { latencies: [{ ...latency, median: 4 + (day % 3) }] };
  const observations = [{ id: 'observed.latency', statement: 'Latency', value: 'measured', data }];
  const report = reportOf(results, { verdict: fails.size > 0 ? 'violating' : 'conforming', observations });
  const startedAt = new Date(Date.UTC(2024, 0, 1 + day, 2)).toISOString();
  return {
    ...report,
    suite: { ...report.suite, version: day < 600 ? '0.1.0' : '0.2.0' },
    run: { ...report.run, id: `night${day}`, startedAt, creations: Math.max(25, 140 - day) },
  };
}

function pageOf(reports: readonly Report[]): string {
  const builder = new HistoryBuilder();
  for (const [index, report] of reports.entries()) builder.add({ label: `${index}.json`, report });
  builder.leaveOut({ label: 'broken.json', why: 'broken.json is not JSON.' });
  return renderHistoryHtml(builder.build());
}

const long = pageOf(Array.from({ length: RUNS }, (_, day) => nightOf(day)));
const short = pageOf(Array.from({ length: 30 }, (_, day) => nightOf(day + 185)));

describe('1,000 reports', () => {
  test('open from disk, ask for nothing, and stay within the window', async () => {
    const { page, complaints, requests } = await open(long);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('2 requirements fail now');
    for (const width of [320, 1180]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    expect(await page.locator('*').count()).toBeLessThan(10_000);
    expect(await page.getByRole('img', { name: /^Latency of listPets\. median 4 ms to 6 ms, latest/ }).count()).toBe(1);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
  });

  test('show what changed, and the rest when asked, without a script too', async () => {
    const { page } = await open(long, { javaScriptEnabled: false });
    const names = page.locator('.matrix tbody tr:visible th');
    expect(await names.allTextContents()).toEqual(['verdict', 'list.complete', 'create.int64']);
    await page.getByLabel('Show 67 requirements that did not change').check();
    expect(await names.count()).toBe(70);
    const width = async () => (await page.locator('.matrix table').boundingBox())?.width ?? 0;
    const narrow = await width();
    await page.getByLabel('Give every run the same room').check();
    expect(await width()).toBeGreaterThan(4 * narrow);
  });

  test('start at the latest run, and keep the names in sight', async () => {
    const { page } = await open(long);
    const matrix = page.getByRole('region', { name: 'Requirements by run' }).and(page.locator('.matrix'));
    const name = matrix.getByRole('rowheader', { name: 'create.int64' });
    const leftEnd = async () => (await name.boundingBox())?.x;
    const before = await leftEnd();
    expect(await page.evaluate("document.querySelector('.matrix').scrollLeft")).toBeGreaterThan(0);
    await page.evaluate("document.querySelector('.matrix').scrollLeft = 0");
    expect(await leftEnd()).toBe(before);
  });

  test('are walked through by arrow keys, from change to change', async () => {
    const { page } = await open(long);
    const matrix = page.locator('.matrix');
    await matrix.focus();
    await page.keyboard.press('ArrowRight');
    const focused = () => page.evaluate<string>('document.activeElement.title');
    expect(await focused()).toMatch(/^2026-09-26 02:00: broke list\.complete$/);
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toMatch(/: broke create\.int64$/);
    expect(await page.getByRole('status').textContent()).toBe(await focused());
    await page.keyboard.press('Enter');
    expect(await page.locator('tr:target').textContent()).toContain('broke create.int64');
  });
});

test('a failing requirement has the range that a bisect needs', async () => {
  const { page } = await open(short);
  const row = page.getByRole('region', { name: 'Failing now' }).getByRole('row').last();
  expect((await row.textContent())?.replace(/\s+/g, ' ')).toBe(
    'create.int64MUST✗ failed14 of 30 runs2024-07-20 02:00 16.json2024-07-19 02:00 15.json',
  );
  expect(await page.getByRole('region', { name: 'Files left out' }).first().textContent()).toContain('broken.json');
});

test.each(['light', 'dark'] as const)('every text stands out in the %s scheme', async (colorScheme) => {
  const { page } = await open(short, { colorScheme });
  await page.getByRole('checkbox').first().check();
  const pairs = await inksOn(page);
  expect(pairs.length).toBeGreaterThan(100);
  expect(pairs.filter(([, ink, ground]) => contrastOf(ink, ground) < LEAST_CONTRAST)).toEqual([]);
});

test('paper has all runs, the colours of the matrix and nothing to click', async () => {
  const { page } = await open(long, { colorScheme: 'dark', viewport: { width: 760, height: 1000 } });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('checkbox').first().isVisible()).toBe(false);
  const styleOf = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
  expect(await styleOf('.matrix .in-fail', 'webkitPrintColorAdjust')).toBe('exact');
  expect(await styleOf('.matrix', 'overflowX')).toBe('visible');
  expect(await styleOf('html', 'colorScheme')).toBe('light');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(760);
});

test('the keyboard reaches everything, and one sees where it is', async () => {
  const { page } = await open(short);
  const reached: string[] = [];
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const { name, outlined } = await page.evaluate<{ name: string; outlined: boolean }>(`(() => {
      const focused = document.activeElement;
      return { name: focused === document.body ? 'BODY' : focused.ariaLabel || focused.id || focused.textContent, outlined: getComputedStyle(focused).outlineStyle !== 'none' };
    })()`);
    if (name === 'BODY') break;
    expect(outlined, name).toBe(true);
    reached.push(name);
  }
  expect(reached).toEqual([
    'Skip to the findings',
    'Failing now',
    'target-1-matrix-steady',
    'Requirements by run',
    'Runs that changed something',
    'Files left out',
  ]);
});

test('nothing that a server or a report says can run, load, or change the page', async () => {
  const attack = '<script>ran()</script><img src=x onerror=ran()>" onmouseover="ran()"';
  const quiet = reportOf(hostileReport.results.map(({ id }) => resultOf(id)));
  const loud: Report = {
    ...hostileReport,
    suite: { name: attack, version: attack },
    target: quiet.target,
    run: { ...hostileReport.run, id: attack, startedAt: attack },
    results: hostileReport.results.map((result) => ({ ...result, id: `${result.id}${attack}`, statement: attack })),
    observations: [
      { id: attack, statement: attack, value: attack },
      { ...latencyObservation(attack), statement: attack },
    ],
  };
  const { page, complaints, requests } = await open(pageOf([quiet, loud, { ...loud, target: { baseUrl: attack } }]), {
    prepare: (context) => context.addInitScript('globalThis.ran = () => { globalThis.hasRun = true; };'),
  });
  expect(await page.evaluate('globalThis.hasRun')).toBeUndefined();
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
  expect(await page.locator('script').count()).toBe(1);
  expect(await page.locator('img, iframe, object').count()).toBe(0);
  const attributes = await page
    .locator('*')
    .evaluateAll((elements) => elements.flatMap((element) => element.getAttributeNames()));
  expect([...new Set(attributes)].filter((name) => /^on|^style$/.test(name))).toEqual([]);
  expect(await page.locator('h2 code').last().textContent()).toBe(attack);
});

function latencyObservation(operation: string) {
  const data = { latencies: [{ ...latency, operation }] };
  return { id: 'observed.latency', statement: 'Latency', value: 'measured', data };
}
