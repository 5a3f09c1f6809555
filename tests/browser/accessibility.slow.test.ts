import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../reporters/html/index.ts';
import { fullReport, reportOf, resultOf } from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';
import { pages as documents } from './documents.ts';

const open = withChromium();

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Everything up to level AA of WCAG 2.2. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** "rule: first element that breaks it" */
async function violationsIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate<readonly string[]>(`(async () => {
    const options = { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] };
    const { violations, passes } = await globalThis.axe.run(document, options);
    if (passes.length < 10) return ['hardly anything was checked'];
    return violations.map(({ id, nodes }) => id + ': ' + nodes[0].html);
  })()`);
}

const pages = {
  report: renderHtml(fullReport),
  'report without findings': renderHtml(reportOf([resultOf('list.ok')])),
  'report without results': renderHtml(reportOf([], { verdict: 'untested', diagnosis: 'It cannot be reached.' })),
  ...documents,
};

describe.each(Object.entries(pages))('%s', (_name, content) => {
  test.each([
    [1200, 'light'],
    [1200, 'dark'],
    [400, 'light'],
    [400, 'dark'],
  ] as const)('violates nothing of WCAG 2.2 AA at %i px in the %s scheme', async (width, colorScheme) => {
    const { page } = await open(content, { colorScheme, viewport: { width, height: 900 } });
    expect(await violationsIn(page)).toEqual([]);
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
    expect(await violationsIn(page)).toEqual([]);
  });
});

test('a page that breaks a rule is found', async () => {
  const { page } = await open(pages.report.replace('<html lang="en">', '<html>'));
  expect(await violationsIn(page)).toEqual([expect.stringMatching(/^html-has-lang: /)]);
});
