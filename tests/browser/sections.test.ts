import { expect, test } from 'vitest';
import { renderHtml } from '../../reporters/html/index.ts';
import { sections } from '../../suites/catalogue/sections.ts';
import { hostileReport } from '../reporters/hostile.ts';
import { fullReport } from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';
import { contrastOf, inksOn, LEAST_CONTRAST } from './contrast.ts';

const open = withChromium();
const page = renderHtml(fullReport, { specification: sections });

test('the requirements can be seen by section, by keyboard, and the address keeps it', async () => {
  const { page: tab, url, complaints } = await open(page);
  expect([await tab.locator('#map').isVisible(), await tab.locator('#requirements').isVisible()]).toEqual([
    false,
    true,
  ]);
  await tab.getByLabel('View', { exact: true }).focus();
  await tab.keyboard.press('b');
  expect([await tab.locator('#map').isVisible(), await tab.locator('#requirements').isVisible()]).toEqual([
    true,
    false,
  ]);
  expect(await tab.evaluate('location.href')).toBe(`${url}#view=section`);
  expect(await tab.locator('.by-section').isVisible()).toBe(true);
  expect(await tab.locator('.by-area').isVisible()).toBe(false);

  const limits = tab.getByRole('region', { name: 'Limits' });
  expect(await limits.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^✗failed list\.limit\.maximum limit=100 is accepted/),
    expect.stringMatching(/^–How many requests a client may send\. No rate is documented/),
  ]);
  expect(await tab.getByRole('region', { name: 'Events' }).textContent()).toContain('Cannot be checked from outside');
  await limits.getByRole('link', { name: 'list.limit.maximum' }).click();
  expect(await tab.locator('.finding:target').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('the filter counts and hides in that view too', async () => {
  const { page: tab } = await open(page, { fragment: 'view=section&outcome=waived' });
  expect(await tab.locator('#map li[data-outcome]:visible code').allTextContents()).toEqual([
    'list.unique',
    'list.unique',
  ]);
  expect(await tab.locator('#filter output').textContent()).toBe('Showing 2 of 15 requirements');
});

test('without a script both are there', async () => {
  const { page: tab } = await open(page, { javaScriptEnabled: false });
  expect([await tab.locator('#map').isVisible(), await tab.locator('#requirements').isVisible()]).toEqual([true, true]);
});

test.each(['light', 'dark'] as const)(
  'every text of it stands out in the %s scheme, on a phone',
  async (colorScheme) => {
    const { page: tab } = await open(page, {
      colorScheme,
      fragment: 'view=section',
      viewport: { width: 320, height: 800 },
    });
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(320);
    const pairs = await inksOn(tab);
    expect(pairs.filter(([, ink, ground]) => contrastOf(ink, ground) < LEAST_CONTRAST)).toEqual([]);
  },
);

test('what a server says stays text', async () => {
  const {
    page: tab,
    complaints,
    requests,
  } = await open(renderHtml(hostileReport, { specification: sections }), {
    fragment: 'view=section',
  });
  expect(await tab.locator('script').count()).toBe(1);
  expect(await tab.locator('img, failure').count()).toBe(0);
  expect([complaints, requests]).toEqual([[], []]);
});
