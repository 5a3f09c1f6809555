import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { failure, fullReport, intermittent, reportOf } from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';

const open = withChromium();

async function idsShown(page: Page): Promise<readonly string[]> {
  return page.locator('#requirements tbody tr:visible th code').allTextContents();
}

/** Asked of the page, because the browser's own account of it may lag behind a change of the fragment. */
async function addressOf(page: Page): Promise<string> {
  return page.evaluate<string>('location.href');
}

async function countTold(page: Page): Promise<string | null> {
  return page.locator('#filter output').textContent();
}

describe('the table is filtered', () => {
  const choices = [
    ['Outcome', 'fail', 'outcome=fail', ['list.limit.maximum', 'create.echo', 'create.wrong-type']],
    ['Outcome', 'inconclusive', 'outcome=inconclusive', ['list.complete', 'list.status.complete']],
    ['Outcome', 'unsteady', 'outcome=unsteady', ['create.minimal', 'create.large']],
    ['Outcome', 'waived', 'outcome=waived', ['list.unique', 'list.agrees']],
    ['Outcome', 'known', 'outcome=known', ['auth.first']],
    ['Level', 'SHOULD', 'level=SHOULD', ['auth.challenge', 'auth.first']],
    ['Operation', 'listPets', 'operation=listPets', ['list.limit.maximum']],
  ] as const;

  test('by outcome, level and operation', async () => {
    const { page, url, complaints } = await open(fullReport);
    for (const [label, value, fragment, ids] of choices) {
      await page.getByLabel(label, { exact: true }).selectOption(value);
      expect(await idsShown(page)).toEqual(ids);
      expect(await countTold(page)).toBe(`Showing ${ids.length} of 15 requirements`);
      expect(await addressOf(page)).toBe(`${url}#${fragment}`);
      await page.getByRole('button', { name: 'Clear' }).click();
    }
    expect(complaints).toEqual([]);
  });

  test('by text, in whichever case and order, and Enter does no harm', async () => {
    const { page, url, complaints } = await open(fullReport);
    await page.getByLabel('Text', { exact: true }).fill('100 LIMIT');
    await page.keyboard.press('Enter');
    expect(await idsShown(page)).toEqual(['list.limit.maximum']);
    expect(await addressOf(page)).toBe(`${url}#text=100+LIMIT`);
    expect(complaints).toEqual([]);
  });

  test('by all of them at once, and by none again', async () => {
    const { page, url } = await open(fullReport);
    await page.getByLabel('Outcome', { exact: true }).selectOption('pass');
    await page.getByLabel('Level', { exact: true }).selectOption('MUST');
    await page.getByLabel('Text', { exact: true }).fill('list.');
    expect(await idsShown(page)).toEqual(['list.ok']);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await idsShown(page)).toHaveLength(15);
    expect(await addressOf(page)).toBe(url);
  });
});

describe('a link', () => {
  const fragment = 'outcome=inconclusive&level=MUST&text=status+%26';

  test('with a filter shows the same view', async () => {
    const first = await open(fullReport);
    await first.page.getByLabel('Outcome', { exact: true }).selectOption('inconclusive');
    await first.page.getByLabel('Text', { exact: true }).fill('list.status');
    const copied = (await addressOf(first.page)).split('#')[1] ?? '';
    const second = await open(fullReport, { fragment: copied });
    expect(await idsShown(second.page)).toEqual(['list.status.complete']);
    expect(await second.page.getByLabel('Outcome', { exact: true }).inputValue()).toBe('inconclusive');
    expect(await second.page.getByLabel('Text', { exact: true }).inputValue()).toBe('list.status');
    expect(await second.page.getByRole('region', { name: 'All requirements' }).isVisible()).toBe(true);
    expect(await second.page.evaluate('scrollY')).toBeGreaterThan(0);
  });

  test('may hold characters that mean something in an address', async () => {
    const { page } = await open(fullReport, { fragment });
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('status &');
    expect(await idsShown(page)).toEqual([]);
    expect(await countTold(page)).toBe('Showing 0 of 15 requirements');
  });

  test('with a value that does not exist filters by nothing', async () => {
    const { page, complaints } = await open(fullReport, { fragment: 'outcome=%3Cscript%3E&other=1' });
    expect(await idsShown(page)).toHaveLength(15);
    expect(complaints).toEqual([]);
  });

  test('that is followed within the page changes the view, and going back brings it back', async () => {
    const { page } = await open(fullReport, { fragment: 'outcome=fail' });
    await page.evaluate("location.hash = 'outcome=skipped'");
    await page.waitForFunction("document.querySelector('output').value.startsWith('Showing 1 ')");
    await page.goBack();
    await page.waitForFunction("document.querySelector('output').value.startsWith('Showing 3 ')");
  });

  test('to a finding shows it and leaves the table whole', async () => {
    const { page } = await open(fullReport, { fragment: 'requirement-create.echo' });
    expect(await page.locator('.finding:target h3 a').textContent()).toBe('failed: create.echo');
    expect(await idsShown(page)).toHaveLength(15);
  });
});

const copyButton = (page: Page, command: string) =>
  page.getByRole('button', { name: `Copy the ${command} command of ${failure.id}` });

/** Pastes by keyboard: what a person does next, and needs no permission. */
async function pasted(page: Page): Promise<string> {
  await page.getByLabel('Text', { exact: true }).fill('');
  await page.getByLabel('Text', { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+V');
  return page.getByLabel('Text', { exact: true }).inputValue();
}

describe('a command is copied', () => {
  test('as it is', async () => {
    const { page } = await open(fullReport);
    await copyButton(page, 'curl').click();
    await page.getByRole('status').filter({ hasText: 'Copied to the clipboard' }).waitFor();
    expect(await pasted(page)).toBe(failure.curl);
    // The page has said so before, so the clipboard itself tells when it is done.
    await copyButton(page, 'replay').click();
    await expect
      .poll(() => pasted(page))
      .toBe('petstore-conformance --base-url http://127.0.0.1:4010/v1 --only list.limit.maximum --seed 42');
    await page.getByRole('button', { name: `Copy the fingerprint of ${failure.id}` }).click();
    await expect.poll(() => pasted(page)).toBe(failure.fingerprint);
  });

  test('for each failing case', async () => {
    const { page } = await open(fullReport);
    await page.getByRole('button', { name: `Copy the curl command of case 1 of ${intermittent.id}` }).click();
    await expect.poll(() => pasted(page)).toBe(intermittent.cases?.listed[0]?.curl);
  });

  test('also where the browser has no clipboard for scripts', async () => {
    const prepare = (context: BrowserContext) =>
      context.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    const { page, complaints } = await open(fullReport, { prepare });
    await copyButton(page, 'curl').click();
    await page.getByRole('status').filter({ hasText: 'Copied to the clipboard' }).waitFor();
    expect(await pasted(page)).toBe(failure.curl);
    expect(complaints).toEqual([]);
  });

  test('or at least selected', async () => {
    const prepare = (context: BrowserContext) =>
      context.addInitScript(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined }); Document.prototype.execCommand = () => false;",
      );
    const { page } = await open(fullReport, { prepare });
    await copyButton(page, 'curl').click();
    await page.getByRole('status').filter({ hasText: 'copy it with the keyboard' }).waitFor();
    expect(await page.evaluate('getSelection().toString()')).toBe(failure.curl);
  });

  test('with the characters that are shown as escapes', async () => {
    const curl = "curl 'http://127.0.0.1/\u202e<b>&amp;\"' \\\t--data-raw 'ä\u{1f408}\u200d'";
    const { page } = await open(reportOf([{ ...failure, curl }], { verdict: 'violating' }));
    expect(await copyButton(page, 'curl').getAttribute('data-copy')).toBe(curl);
  });
});

test('the keyboard alone reaches and uses everything, and one sees where it is', async () => {
  const { page } = await open(fullReport);
  const reached: string[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const { name, outlined } = await page.evaluate<{ name: string; outlined: boolean }>(`(() => {
      const focused = document.activeElement;
      return {
        name: focused.ariaLabel || focused.name || focused.textContent.trim(),
        outlined: getComputedStyle(focused).outlineStyle !== 'none',
      };
    })()`);
    if (name === 'Settings of this run') break;
    expect(outlined, name).toBe(true);
    reached.push(name);
  }
  expect(reached[0]).toBe('Skip to the findings');
  expect(reached).toEqual(
    expect.arrayContaining([
      '1 header',
      `Copy the curl command of ${failure.id}`,
      `Copy the replay command of ${failure.id}`,
      `Copy the fingerprint of ${failure.id}`,
      `Read about ${failure.id}`,
      'observed.order',
      'outcome',
      'level',
      'operation',
      'text',
    ]),
  );
});

test('exchanges, headers, filter and copy work by key', async () => {
  const { page } = await open(fullReport);
  const headers = page.locator('.finding').first().getByText('1 header').first();
  await headers.focus();
  await page.keyboard.press('Enter');
  expect(await page.getByText('Bearer $PETSTORE_API_KEY').first().isVisible()).toBe(true);
  await copyButton(page, 'curl').focus();
  await page.keyboard.press('Space');
  await page.getByRole('status').filter({ hasText: 'Copied to the clipboard' }).waitFor();
  expect(await copyButton(page, 'curl').evaluate((button) => button.matches(':focus'))).toBe(true);
  await page.getByLabel('Outcome', { exact: true }).focus();
  await page.keyboard.press('f');
  expect(await page.locator('#filter output').textContent()).toBe('Showing 3 of 15 requirements');
});
