import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { type LivePage, openLive } from '../../cli/live/live.ts';
import type { Wake } from '../../cli/watch/loop.ts';
import { failure, fullReport, resultOf } from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';

const open = withChromium();

/** A live page without a watch: what the watch would say is said here. */
async function startLive(env: Readonly<Record<string, string>> = {}) {
  const asked: Wake[] = [];
  const live: LivePage = await openLive((wake) => asked.push(wake), { cwd: '/pets', env });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await live.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { live, asked, close };
}

const within = { timeout: 20_000 };
const textOf = (page: Page, id: string) => page.locator(`#live-${id}`).textContent();
const phaseOf = (page: Page) => page.locator('#live').getAttribute('data-phase');

const BROKEN = { outcome: 'fail', expected: 'status 200', actual: 'status 500' } as const;
/** One requirement is fixed, and another broke. */
const nextReport = {
  ...fullReport,
  results: fullReport.results.map((result) =>
    result.id === failure.id ? resultOf(failure.id) : { ...result, ...(result.id === 'list.ok' && BROKEN) },
  ),
};

test('a run shows as it goes on, and its report appears by itself', async () => {
  const { live } = await startLive();
  live.start();
  const { page, complaints } = await open.at(live.url);
  await expect.poll(() => textOf(page, 'phase'), within).toBe('Running');
  expect(await page.locator('h1').textContent()).toBe('The first run is under way');
  live.progress(20, 104, 'list.ok', 'pass');
  live.progress(21, 104, failure.id, 'fail');
  await expect.poll(() => textOf(page, 'current'), within).toBe(`21 of 104, ${failure.id}`);
  expect(await textOf(page, 'failing')).toBe(`Failing so far: ${failure.id}`);
  live.present(fullReport);
  live.rest();
  await expect
    .poll(() => page.locator(`.finding#requirement-${failure.id.replaceAll('.', '\\.')}`).count(), within)
    .toBe(1);
  await expect.poll(() => textOf(page, 'phase'), within).toBe('5 failing');
  expect(await page.evaluate('scrollY')).toBe(0);
  await page.getByLabel('Outcome', { exact: true }).selectOption('fail');
  expect(await page.locator('#filter output').textContent()).toBe('Showing 3 of 15 requirements');
  expect(complaints).toEqual([]);
});

test('a new report leaves the place, the filter, the focus and what is unfolded', async () => {
  const { live } = await startLive();
  live.present(fullReport);
  const { page, complaints } = await open.at(live.url, { viewport: { width: 900, height: 500 } });
  await page.getByLabel('Outcome', { exact: true }).selectOption('fail');
  const echo = page.locator('#requirement-create\\.echo');
  await echo
    .locator('details.exchange')
    .first()
    .evaluate((details) => details.setAttribute('open', ''));
  await echo.locator('summary').first().focus();
  await echo.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const place = () => echo.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await place();

  live.present(nextReport);
  await expect.poll(() => page.locator('#failures #requirement-list\\.limit\\.maximum').count(), within).toBe(0);
  await expect.poll(() => page.locator('#requirement-list\\.ok').count(), within).toBe(1);
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
  expect(await echo.locator('details.exchange').first().getAttribute('open')).toBe('');
  expect(
    await echo
      .locator('summary')
      .first()
      .evaluate((summary) => summary.matches(':focus')),
  ).toBe(true);
  expect(await page.getByLabel('Outcome', { exact: true }).inputValue()).toBe('fail');
  expect(await page.locator('#requirements tbody tr:visible th code').allTextContents()).toContain('list.ok');
  expect(await page.locator('#requirements tbody tr:visible th code').allTextContents()).not.toContain(failure.id);
  expect(await textOf(page, 'fixed')).toBe(`Fixed since the previous run: ${failure.id}`);
  expect(await textOf(page, 'broke')).toBe('Broke since the previous run: list.ok');
  expect(complaints).toEqual([]);
});

test('the page goes on when the suite is started again', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'petstore-cache-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const first = await startLive({ XDG_CACHE_HOME: cache });
  first.live.present(fullReport);
  const { page } = await open.at(first.live.url);
  await expect.poll(() => phaseOf(page), within).toBe('idle');
  await first.close();
  await expect.poll(() => textOf(page, 'phase'), within).toBe('The suite has stopped');
  expect(await page.locator('.finding').count()).toBeGreaterThan(0);

  const second = await startLive({ XDG_CACHE_HOME: cache });
  expect(second.live.url).toBe(first.live.url);
  second.live.present(nextReport);
  await expect.poll(() => page.locator('#requirement-list\\.ok').count(), within).toBe(1);
  await expect.poll(() => phaseOf(page), within).toBe('idle');
});

test('the keyboard reaches every action', async () => {
  const { live, asked } = await startLive();
  live.present(fullReport);
  live.start();
  const { page } = await open.at(live.url);
  await expect.poll(() => page.locator('#live-stop').isEnabled(), within).toBe(true);
  await page.keyboard.press('Tab');
  for (const name of ['Run again', 'Stop']) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(name);
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none'")).toBe(true);
    await page.keyboard.press('Enter');
  }
  await page
    .getByRole('button', { name: `Run only ${failure.id}` })
    .first()
    .focus();
  await page.keyboard.press('Space');
  await expect.poll(() => asked, within).toEqual(['failures-first', 'rest', { only: [failure.id] }]);
});

test.each(['light', 'dark'] as const)('a narrow page fits its screen in %s', async (colorScheme) => {
  const { live } = await startLive();
  live.present(fullReport);
  live.start();
  const ids = Array.from({ length: 30 }, (_, index) => `create.something.long.${index}`);
  for (const [index, id] of ids.entries()) live.progress(index, 104, id, 'fail');
  const { page } = await open.at(live.url, { viewport: { width: 320, height: 600 }, colorScheme });
  await expect.poll(() => textOf(page, 'failing'), within).toContain('create.something.long.29');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  const height = await page.locator('#live').evaluate((bar) => bar.getBoundingClientRect().height);
  expect(height).toBeLessThan(250);
});
