import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { requirementsIn } from '../../reporters/effective-outcome.ts';
import { shownBody } from '../../reporters/html/exchange.ts';
import { html, shown, verbatim } from '../../reporters/html/markup.ts';
import {
  exchange,
  failing,
  failure,
  fullReport,
  intermittent,
  reportOf,
  resultOf,
  withFailure,
} from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';
import { faintTexts } from './contrast.ts';

const open = withChromium();

test('a report opens from disk, is read without its script, and asks for nothing', async () => {
  const { page, complaints, requests } = await open(fullReport, { javaScriptEnabled: false });
  expect(await page.title()).toBe('Violating on 14 of 15 (read-only: 1 skipped): http://127.0.0.1:4010/v1');
  const parts = await page.locator('main > section').evaluateAll((sections) => sections.map(({ id }) => id));
  expect(parts.join(' ')).toBe(
    'fail warn gate inconclusive unobservable waived known skipped caveats drift observed all',
  );
  expect(await page.locator('#all tbody tr').count()).toBe(requirementsIn(fullReport.results).length);
  expect(await page.getByRole('button').count()).toBe(0);
  expect([complaints, requests]).toEqual([[], []]);
});

test('a failure shows what a reader needs, and what follows from it below', async () => {
  const { page } = await open(fullReport);
  const fields = (name: string) => page.getByRole('article', { name }).locator('dt').allTextContents();
  expect(await fields('failed: list.limit.maximum')).toEqual(
    expect.arrayContaining([
      'Expected',
      'Actual',
      'Right answer',
      'Usually',
      'Notice',
      'Reproduce',
      'Replay',
      'Section',
      'Exchanges',
    ]),
  );
  const pair = page.getByRole('article', { name: 'failed: list.limit.maximum' }).locator('.pair figure');
  expect(await pair.allTextContents()).toEqual([
    expect.stringContaining('GET /pets?limit=100\n→ 200 [] (100 pets)'),
    expect.stringMatching(/^This server\s*GET .*limit=100\n→ 200 \[\{/),
  ]);
  const article = page.getByRole('article', { name: 'failed: create.wrong-type' });
  expect(await article.textContent()).toContain('201 for a name that is a number.');
  expect(await article.locator('.cases').first().textContent()).toMatch(/and 8 more, 15 in all$/);
  expect(await article.locator('details.folded summary').textContent()).toContain('create.large');
  const pieces = await page.getByRole('article', { name: 'failed: create.echo' }).textContent();
  expect(pieces).toContain('In two pieces, cut after byte 12 of 27.');
  expect(pieces).toContain('send it with replay');
  expect(await page.locator('#drift').textContent()).toContain('by id, descending; now by id, ascending');
  expect(await page.locator('#waived').textContent()).toContain('waived, failed: list.unique');
  expect(await page.locator('header .note').count()).toBe(4);
});

test('a screen reader finds landmarks, headings in order, and every link leads somewhere', async () => {
  const { page } = await open(fullReport);
  for (const role of ['banner', 'main', 'contentinfo', 'search'] as const)
    expect(await page.getByRole(role).count(), role).toBe(1);
  const names = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map(({ tagName }) => tagName));
  const levels = names.map((name) => Number(name.slice(1)));
  expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.filter((link) => !ids.includes(decodeURIComponent(link.slice(1))))).toEqual([]);
});

test.each(['light', 'dark'] as const)('every text stands out in the %s scheme', async (colorScheme) => {
  const { page } = await open(fullReport, { colorScheme });
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
  expect(await faintTexts(page)).toEqual([]);
});

test('the page never scrolls sideways, on a phone or on a wide screen', async () => {
  const long = 'x'.repeat(400);
  const results = [
    ...fullReport.results,
    failing(
      long,
      { expected: long, actual: long, cases: { total: 1, listed: [{ input: long, exchange: 1, curl: long }] } },
      { statement: long, section: long },
    ),
    resultOf(`${long}.open`, { outcome: 'inconclusive', reason: long, operation: long }),
  ];
  const { page } = await open({ ...fullReport, results, diagnosis: long, target: { baseUrl: long } });
  for (const width of [320, 400, 800, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
});

describe('the filter', () => {
  const idsShown = (page: Page) => page.locator('#all tbody tr:visible th code').allTextContents();

  test('takes words in any case and order', async () => {
    const { page, complaints } = await open(fullReport);
    await page.getByLabel('Filter').fill('MUST Failed LIST');
    await page.keyboard.press('Enter');
    expect(await idsShown(page)).toEqual(['list.limit.maximum', 'list.unique']);
    expect(await page.locator('#filter output').textContent()).toBe('Showing 2 of 15 requirements');
    expect(complaints).toEqual([]);
  });
});

test('what is wrong comes first, one story on a line', async () => {
  const { page } = await open(fullReport);
  const overview = page.getByRole('region', { name: 'What is wrong' });
  const lines = await overview.locator('li').allInnerTexts();
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    '✗ failed: create.wrong-type 201 for a name that is a number.',
    '✗ failed: list.limit.maximum 200 with 1 pet (expected 200 with 100 pets)',
    '✗ failed: create.echo no response (expected 201)',
  ]);
  const order = await page.evaluate<boolean>(`!!(document.querySelector('#filter')
    .compareDocumentPosition(document.querySelector('.overview')) & Node.DOCUMENT_POSITION_FOLLOWING)`);
  expect(order).toBe(true);
});

test('inputs with the same answer are folded, without a command where there is no curl line', async () => {
  const { page } = await open(fullReport);
  const article = page.getByRole('article', { name: 'failed: create.wrong-type' });
  expect(await article.locator('.cases > li').first().locator('summary').allTextContents()).toEqual([
    '4 more inputs with the same answer',
  ]);
  expect(await article.getByRole('button', { name: /Copy Reproduce of name/ }).count()).toBe(0);
});

test('the address of a finding unfolds it, wherever it is', async () => {
  const { page } = await open(fullReport, { fragment: 'requirement-list.agrees' });
  expect(await page.locator('#requirement-list\\.agrees').getAttribute('open')).toBe('');
  expect(await page.locator('#filter output').textContent()).toBe('Showing 15 of 15 requirements');
});

describe('a command', () => {
  const curl = "curl 'http://127.0.0.1/\u202e<b>&amp;\"' \\\t--data-raw 'ä\u{1f408}\u200d'";
  const shown = withFailure(failure, { cases: { total: 1, listed: [{ input: 'x', exchange: 7, curl }] } });
  const report = reportOf([shown, intermittent], { verdict: 'violating' });

  test('is copied by keyboard as it is', async () => {
    const { page } = await open(report, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
    await page.getByRole('button', { name: `Copy Reproduce of ${failure.id}` }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(curl);
    expect(await page.locator('#status').textContent()).toBe('Copied to the clipboard');
  });

  test('is selected where the browser has no clipboard', async () => {
    const { page } = await open(report);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: `Copy Replay of ${failure.id}` }).click();
    await page.getByRole('status').filter({ hasText: 'copy it with the keyboard' }).waitFor();
    expect(await page.evaluate('getSelection().toString()')).toMatch(/^petstore-conformance --base-url .* --seed 42$/);
  });
});

test.each([
  ['[{"id":1},{"id":2}]', '[\n  {"id":1},\n  {"id":2}\n]'],
  ['{"a":1}', '{\n  "a": 1\n}'],
  // Digits beyond 2^53, duplicate keys and spaces matter.
  ['{"a":9007199254740993}', '{"a":9007199254740993}'],
  ['{"a":1,"a":2}', '{"a":1,"a":2}'],
  ['<html>\n</html>', '&lt;html&gt;\n&lt;/html&gt;'],
  // No half of a character.
  [`${'🐈'.repeat(5_000)}end`, expect.stringMatching(/^🐈+\n<span.*10,003 characters in all …<\/span>\n🐈+end$/u)],
])('the body %.20s', (body, expected) => {
  expect(shownBody(body).toString()).toEqual(expected);
});

test('markup comes from templates alone, shows what cannot be seen, and keeps what is copied', () => {
  const object = { toString: () => '<i>' } as unknown as string;
  expect(html`<b title="${'"\'<&>'}">${['<', html`<br>`, 1, undefined, object]}</b>`.toString()).toBe(
    '<b title="&quot;&#39;&lt;&amp;&gt;">&lt;<br>1&lt;i&gt;</b>',
  );
  expect(shown('a\u202e\u0000<b').toString()).toBe('a<span class="unseen">\\u202e\\u0000</span>&lt;b');
  expect(verbatim('a\r\n\t"\u202e').toString()).toBe('a&#13;&#10;&#9;&quot;\u202e');
});

test('a page of 2,000 exchanges loads in seconds, also on a busy machine', async () => {
  const exchanges = Array.from({ length: 40 }, (_, number) => ({ ...exchange, number }));
  const failures = Array.from({ length: 50 }, (_, index) => ({
    ...withFailure(failure, { exchanges }),
    id: `list.${index}`,
  }));
  const { page } = await open(reportOf(failures, { verdict: 'violating' }));
  expect(await page.locator('.exchange').count()).toBe(2_000);
  const load = await page.evaluate<number>("performance.getEntriesByType('navigation')[0].loadEventEnd");
  expect(load).toBeLessThan(10_000);
});
