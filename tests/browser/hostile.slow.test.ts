import { expect, test } from 'vitest';
import { visible } from '../../reporters/escape-controls.ts';
import { HistoryBuilder } from '../../reporters/history.ts';
import { renderHistory } from '../../reporters/html/history.ts';
import { renderHtml } from '../../reporters/html/index.ts';
import { HOSTILE, hostileReport } from '../reporters/hostile.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';

const open = withChromium();

const quiet = reportOf(hostileReport.results.map(({ id, level }) => resultOf(id, { level })));
const builder = new HistoryBuilder();
for (const report of [quiet, hostileReport]) builder.add(HOSTILE, report);

test.each([
  ['report', renderHtml(hostileReport)],
  ['history', renderHistory(builder.build())],
])('nothing that a server or a file says can run, load or change the %s', async (_name, content) => {
  const { page, complaints, requests } = await open(content);
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
  for (const button of (await page.getByRole('button').all()).slice(0, 2)) await button.click();
  await page.waitForTimeout(200);
  expect(await page.evaluate('globalThis.hasRun')).toBeUndefined();
  expect([complaints, requests]).toEqual([[], []]);
  expect(await page.locator('script').count()).toBe(1);
  expect(await page.locator('iframe, img, object, embed, link, base, failure').count()).toBe(0);
  const names = await page.locator('*').evaluateAll((all) => all.flatMap((element) => element.getAttributeNames()));
  expect(names.filter((name) => /^on|^style$|^srcdoc$/.test(name))).toEqual([]);
  const links = await page.locator('[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.filter((link) => !link?.startsWith('#'))).toEqual([]);
  expect(await page.locator('body').textContent()).toContain(visible(HOSTILE).split('\n')[0]);
});

test('what slipped through would still be stopped by the policy', async () => {
  const { page, complaints } = await open(hostileReport);
  const attack = '<img src="http://127.0.0.1:9/" onerror="alert(1)"><style>*{display:none}</style>';
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(attack)})`);
  await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(2);
  expect(complaints.filter((complaint) => !complaint.includes('Content Security Policy'))).toEqual([]);
  expect(await page.evaluate('globalThis.hasRun')).toBeUndefined();
  expect(await page.locator('h1').isVisible()).toBe(true);
});
