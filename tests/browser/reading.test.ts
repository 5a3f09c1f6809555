import { describe, expect, test } from 'vitest';
import { dark, light } from '../../reporters/html/palette.ts';
import { fullReport, reportOf, resultOf } from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';
import { channelsOf, contrastOf, inksOn, LEAST_CONTRAST } from './contrast.ts';

const open = withChromium();

const SECTIONS = [
  'failures',
  'warnings',
  'gate',
  'undecided',
  'waived',
  'known',
  'skipped',
  'drift',
  'observations',
  'all',
];

test('a report opens from disk without a complaint and asks for nothing', async () => {
  const { page, complaints, requests } = await open(fullReport);
  expect(await page.title()).toBe('Violating: http://127.0.0.1:4010/v1');
  await page.waitForTimeout(200);
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
});

test('everything can be read without scripts, and nothing offers what only a script can do', async () => {
  const { page } = await open(fullReport, { javaScriptEnabled: false });
  for (const id of SECTIONS) {
    expect(await page.locator(`#${id}`).isVisible(), id).toBe(true);
  }
  expect(await page.getByRole('row').count()).toBe(fullReport.results.length + 1);
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('search').count()).toBe(0);
});

test('what several rows have in common is reported first, with a link to each', async () => {
  const cause = { cause: 'A page ends early.', explains: ['list.limit.maximum'], leavesOpen: ['list.complete'] };
  const { page } = await open({ ...fullReport, causes: [cause] });
  await page.getByRole('region', { name: 'Causes' }).getByRole('link', { name: 'list.complete' }).click();
  expect(await page.locator(':target').textContent()).toContain('What list.complete says.');
});

test('what is excused stands apart from what counts, with its excuse', async () => {
  const { page } = await open(fullReport);
  const titlesIn = (name: string) =>
    page.getByRole('region', { name, exact: false }).getByRole('article').locator('h3 a').allTextContents();
  expect(await titlesIn('Violations')).toEqual([
    'failed: list.limit.maximum',
    'failed: create.echo',
    'unsteady: create.minimal',
    'failed: create.wrong-type',
  ]);
  expect(await titlesIn('Waived')).toEqual(['waived, failed: list.unique', 'waived, not decided: list.agrees']);
  expect(await titlesIn('Known from the baseline')).toEqual(['known, warning: auth.first']);
  const article = page.getByRole('article', { name: 'waived, failed: list.unique' });
  expect(await article.textContent()).toContain(
    'Waived until 2026-12-31 by the pets team: It goes with the new store.',
  );
  expect(await article.textContent()).toContain('aaaabbbbcccc');
  const row = page.locator('#requirements tr').filter({ hasText: 'list.unique' });
  expect((await row.locator('td').first().textContent())?.replace(/\s+/g, ' ')).toBe('○ waivedfailed');
});

test('what is unsteady reports how often, and in which rounds', async () => {
  const { page } = await open(fullReport);
  await page.getByRole('navigation', { name: 'Outcomes' }).getByRole('link', { name: '2 unsteady' }).click();
  const text = await page.locator('.finding:target').textContent();
  expect(text).toContain('Failed 2 of 5.');
  expect(text).toContain('Rounds: failed, passed, failed, passed, passed');
});

test('a violation shows how often it was seen, where, and every listed case', async () => {
  const { page } = await open(fullReport);
  const article = page.getByRole('article', { name: 'failed: create.wrong-type' });
  expect(await article.locator('h3').textContent()).toContain('intermittent');
  expect(await article.locator('.evidence').allTextContents()).toEqual([
    'Frequency Intermittent: in 3 of 41 responses; not seen again in 3 repeats.',
    'Connection On a connection that had just carried the right key.',
    'Scope Only a special case fails; what depends on it was checked all the same.',
  ]);
  expect(await article.locator('.cases li').count()).toBe(6);
  expect(await article.textContent()).toContain('and 8 more, 14 in all');
});

test('a pass says which operations were checked, and the summary says what got in the way', async () => {
  const { page } = await open(fullReport);
  const row = page.locator('#requirements tr').filter({ hasText: 'auth.accepted' });
  expect(await row.textContent()).toContain('Checked: listPets, createPet.');
  expect(await page.getByRole('banner').textContent()).toContain(
    '2 interruptions by something in front of the service, 3.1 s',
  );
});

test('what waivers and baseline say is reported, and first what fails the run', async () => {
  const { page } = await open(fullReport);
  await page.getByRole('link', { name: '2 notices fail the run' }).click();
  const items = await page.locator('#gate:target li').allTextContents();
  expect(items).toEqual([
    expect.stringMatching(/^✗Fails the run\. The waiver of auth\.accepted .* remove the waiver\.$/),
    '✗Fails the run. list.limit.maximum fails differently than its waiver (ops) expects. Read about list.limit.maximum',
    '·list.ok passed; in the baseline it failed.',
  ]);
  expect(await page.getByRole('region', { name: 'Observations that drifted' }).locator('dd').textContent()).toBe(
    'before: by nameafter: by id, ascending',
  );
});

test('a target that conforms does not get the mark of a run that passes when the run fails', async () => {
  const markOf = async (exitCode: number) => {
    const { page } = await open(reportOf([resultOf('list.ok')], { exitCode }));
    return page.locator('h1 svg').getAttribute('class');
  };
  expect([await markOf(0), await markOf(2)]).toEqual(['pass', 'warn']);
});

test('the pets that the run left are listed for whoever cleans up, folded', async () => {
  const { page } = await open(fullReport, { javaScriptEnabled: false });
  const name = page.getByText('conformance-a1-minimal');
  expect(await name.isVisible()).toBe(false);
  await page.getByText('2 pets that this run left on the target').click();
  expect(await name.isVisible()).toBe(true);
  expect(await page.locator('.ledger tbody tr').allTextContents()).toEqual([
    '9007199254740993conformance-a1-minimalpreflight',
    'not reportednot reportedcreate.echo',
  ]);
});

test('a cause of which every row is excused says so', async () => {
  const cause = { cause: 'Identifiers come twice.', explains: ['list.unique'], leavesOpen: ['list.agrees'] };
  const { page } = await open({ ...fullReport, causes: [cause] });
  expect(await page.getByRole('region', { name: 'Causes' }).textContent()).toContain('All of it is excused.');
});

test('a screen reader finds landmarks, headings in order, names and labels', async () => {
  const { page } = await open(fullReport);
  for (const role of ['banner', 'main', 'contentinfo', 'search', 'status'] as const) {
    expect(await page.getByRole(role).count(), role).toBe(role === 'status' ? 2 : 1);
  }
  expect(await page.getByRole('navigation', { name: 'Outcomes' }).count()).toBe(1);
  expect(await page.getByRole('region', { name: 'Violations' }).count()).toBe(1);
  expect(await page.getByRole('article', { name: 'failed: list.limit.maximum' }).count()).toBe(1);
  expect(
    await page
      .getByRole('img', { name: /^Outcomes: 3 failed, 2 unsteady, 1 warning, 2 not decided, 2 waived, 1 known/ })
      .count(),
  ).toBe(1);
  for (const label of ['Outcome', 'Level', 'Operation', 'Text']) {
    expect(await page.getByLabel(label, { exact: true }).count(), label).toBe(1);
  }
  const levels = await page
    .locator('h1, h2, h3, h4, h5, h6')
    .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName.slice(1))));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
  expect(jumps).toEqual([]);
});

test('every identifier in the page is there once, and every link leads somewhere', async () => {
  const { page } = await open(fullReport);
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map((element) => element.id));
  expect(new Set(ids).size).toBe(ids.length);
  const links = await page
    .locator('a')
    .evaluateAll((anchors) => anchors.map((link) => link.getAttribute('href') ?? ''));
  expect(links.filter((link) => !ids.includes(decodeURIComponent(link.replace(/^#/, ''))))).toEqual([]);
});

test('the page never scrolls sideways, on a phone or on a wide screen', async () => {
  const long = 'x'.repeat(400);
  const results = [
    ...fullReport.results,
    resultOf(long, { outcome: 'fail', statement: long, section: long, expected: long, actual: long, curl: long }),
    resultOf(`${long}.open`, { outcome: 'inconclusive', reason: long }),
    resultOf(`${long}.waived`, {
      outcome: 'fail',
      actual: long,
      fingerprint: long,
      excuse: { by: 'waiver', reason: long, owner: long },
    }),
  ];
  const observations = [
    { id: long, statement: long, value: long },
    { id: 'observed.latency', statement: 'Latency', value: 'listPets: median 1.2 ms, 95% 5 ms, 99% 10789.4 ms' },
  ];
  const report = reportOf(results, {
    verdict: 'violating',
    diagnosis: long,
    target: { baseUrl: long },
    run: { ...fullReport.run, created: [{ id: long, name: long, requirement: long }, ...fullReport.run.created] },
    observations,
    gate: {
      notices: [{ kind: 'worse', id: long, sentence: long, fails: true }],
      drifted: [{ id: long, statement: long, before: long, after: long }],
    },
  });
  const { page } = await open(report);
  await page.locator('.ledger summary').click();
  for (const width of [320, 360, 800, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
});

test('a target that could not be tested gets a page of its own', async () => {
  const { page, complaints } = await open(
    reportOf([], { verdict: 'untested', exitCode: 3, diagnosis: 'The connection was refused.' }),
  );
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not tested');
  expect(await page.getByText('The connection was refused.').isVisible()).toBe(true);
  expect(await page.getByRole('table').count()).toBe(0);
  expect(complaints).toEqual([]);
});

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  const palette = { light, dark }[colorScheme];

  test('the page takes the colours of the scheme', async () => {
    const { page } = await open(fullReport, { colorScheme });
    const colours = await page.evaluate<{ text: string; page: string }>(
      '(({ color, backgroundColor }) => ({ text: color, page: backgroundColor }))(getComputedStyle(document.body))',
    );
    expect(channelsOf(colours.text)).toEqual(channelsOf(palette.text));
    expect(channelsOf(colours.page)).toEqual(channelsOf(palette.page));
  });

  test('every text in the page stands out from what is behind it', async () => {
    const { page } = await open(fullReport, { colorScheme });
    const pairs = await inksOn(page);
    expect(pairs.length).toBeGreaterThan(50);
    expect(pairs.filter(([, ink, ground]) => contrastOf(ink, ground) < LEAST_CONTRAST)).toEqual([]);
  });
});
