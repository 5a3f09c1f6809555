import { describe, expect, test } from 'vitest';
import { withChromium } from './chromium.ts';
import { faintTexts } from './contrast.ts';
import { daysFrom, historyOf, pages } from './documents.ts';

const open = withChromium();

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

test('320 reports are one page that names every night', async () => {
  const { page } = await open(historyOf(daysFrom(0, 320)));
  expect(await page.getByRole('table', { name: 'Runs' }).locator('tbody tr').count()).toBe(320);
  const rows = page.getByRole('table', { name: 'Requirements by run' }).locator('tbody tr');
  expect((await rows.locator('th').allTextContents()).slice(0, 2)).toEqual(['list.complete', 'create.int64']);
  const marks = rows.filter({ hasText: 'create.int64' }).getByRole('img');
  expect(await marks.last().getAttribute('title')).toBe('29 failed, 2024-10-18 02:00 to 2024-11-15 02:00');
});
