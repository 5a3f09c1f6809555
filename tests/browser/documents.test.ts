import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { compareAll, comparisonForms } from '../../reporters/compare.ts';
import { coverageForms, coverageOf } from '../../reporters/coverage.ts';
import { historyForms } from '../../reporters/history/index.ts';
import { HistoryBuilder } from '../../reporters/history/model.ts';
import { sections } from '../../suites/catalogue/sections.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';
import { faintTexts } from './contrast.ts';

const open = withChromium();
const options = { colour: false, width: 100 };

/** The report of a night: create.int64 fails for a while and again at the end, and list.complete now and then. */
function nightOf(day: number, baseUrl = 'http://127.0.0.1:4010/v1'): Report {
  const fails = new Set<string>();
  if (day > 290 || (day > 200 && day < 260)) fails.add('create.int64');
  if (day % 40 === 39) fails.add('list.complete');
  const results = catalogue.map((row) =>
    resultOf(row.id, { ...row, outcome: fails.has(row.id) ? 'fail' : row.level === 'INFO' ? 'observed' : 'pass' }),
  );
  const value = `by id, ${day < 210 ? 'a' : 'de'}scending`;
  const report = reportOf(results, { observations: [{ id: 'observed.order', statement: 'Order', value }] });
  const startedAt = new Date(Date.UTC(2024, 0, 1 + day, 2)).toISOString();
  return { ...report, target: { baseUrl }, run: { ...report.run, id: `night${day}`, startedAt } };
}

function historyOf(days: readonly number[]): string {
  const builder = new HistoryBuilder();
  for (const day of days) builder.add({ label: `nightly/${day}.json`, report: nightOf(day) });
  return historyForms.get('html')?.(builder.build(), options) ?? '';
}

const daysFrom = (first: number, number: number) => Array.from({ length: number }, (_, index) => first + index);
const entrants = [0, 210].map((day) => ({ label: `${day}.json`, report: nightOf(day) }));
const elsewhere = { label: 'other.json', report: nightOf(230, 'http://pets.example/v1') };
const pages = {
  history: historyOf(daysFrom(185, 30)),
  compare: comparisonForms.get('html')?.(compareAll(entrants as never), options) ?? '',
  scoreboard: comparisonForms.get('html')?.(compareAll([...entrants, elsewhere] as never), options) ?? '',
  coverage: coverageForms.get('html')?.(coverageOf(sections, catalogue), options) ?? '',
};

describe.each(Object.entries(pages))('%s', (_name, content) => {
  test.each([
    [400, 'light'],
    [1200, 'dark'],
  ] as const)('opens from disk, fits into %i px and can be read in the %s scheme', async (width, colorScheme) => {
    const { page, complaints, requests } = await open(content, { colorScheme, viewport: { width, height: 900 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await faintTexts(page)).toEqual([]);
    expect([complaints, requests]).toEqual([[], []]);
    const [row] = await page.locator('section').last().locator('tbody tr').all();
    const [first, last] = [await row?.locator('th').boundingBox(), await row?.locator('td').first().boundingBox()];
    // On a phone the cells of a row are below each other.
    if (width === 400) expect(last?.y).toBeGreaterThan(first?.y ?? 0);
    else expect(last?.y).toBe(first?.y);
  });
});

test('a failing requirement has the range that a bisect needs, and a drift its difference', async () => {
  const { page } = await open(pages.history);
  const row = page.getByRole('table', { name: 'Failing now' }).getByRole('row').last();
  expect((await row.textContent())?.replace(/\s+/g, ' ')).toBe(
    'create.int64MUST✗ failed14 of 30 runs2024-07-20 02:00 nightly/201.json2024-07-19 02:00 nightly/200.json',
  );
  expect(await page.locator('mark').allTextContents()).toEqual(['ascending', 'descending']);
});

test('320 reports are one page of few elements that names every night', async () => {
  const { page } = await open(historyOf(daysFrom(0, 320)));
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('2 requirements fail now');
  expect(await page.locator('*').count()).toBeLessThan(600);
  const marks = page.getByRole('row', { name: 'create.int64 3 times' }).getByRole('img');
  expect(await marks.last().getAttribute('title')).toBe('29 failed, 2024-10-18 02:00 to 2024-11-15 02:00');
});
