import { expect, onTestFinished, test } from 'vitest';
import { openLive } from '../../cli/live/live.ts';
import type { Exchange, Report, Result } from '../../harness/report/model.ts';
import { visible } from '../../reporters/escape-controls.ts';
import { exchange, failure, reportOf, resultOf } from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';

const open = withChromium();

const ATTACKS = [
  '<script>ran()</script></script></style></title></pre></code></textarea>',
  '<img src=x onerror=ran()><svg onload=ran()><details open ontoggle=ran()>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe><object data="javascript:ran()"></object>',
  '<base href="http://127.0.0.1:9/"><meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
  '<link rel=stylesheet href="http://127.0.0.1:9/"><style>*{display:none}</style><plaintext><!-- <![CDATA[',
  `" onmouseover="ran()" autofocus onfocus="ran()" x='y' onclick='ran()' javascript:ran() &lt;b&gt; &#60;`,
  '{{ran()}} $& $1 \\u003cscript\\u003e',
  '\u202eevil\u2066\u200f\u0000\u0007\u001b[2J\u0085\u009b\r\v\f\t\u2028\u2029\u00ad\ufeff\ud800\u{e0041}',
].join('');

const FORM = '<form id="filter"><input name="text"></form><p id="status"><b id="all"></b>';

/** Says where it was put, so that each place can be looked for. */
const texts: string[] = [];
function hostile(place: string): string {
  const text = `${place}: ${ATTACKS}${FORM}`;
  texts.push(text);
  return text;
}

function hostileExchange(place: string): Exchange {
  const { number, startedAt, durationMs, requirement } = exchange;
  return {
    number,
    startedAt,
    durationMs,
    requirement,
    request: {
      method: hostile(`${place} method`),
      url: `javascript:ran()//${hostile(`${place} address`)}`,
      headers: [[hostile(`${place} request header name`), hostile(`${place} request header`)]],
      body: hostile(`${place} request body`),
    },
    response: {
      status: 200,
      headers: [[hostile(`${place} response header name`), hostile(`${place} response header`)]],
      body: hostile(`${place} response body`),
    },
  };
}

function hostileResult(outcome: Result['outcome']): Result {
  return resultOf(hostile(`${outcome} id`), {
    outcome,
    area: hostile(`${outcome} area`),
    statement: hostile(`${outcome} statement`),
    section: hostile(`${outcome} section`),
    reason: hostile(`${outcome} reason`),
    exchanges: [hostileExchange(outcome)],
  });
}

const { operation: _operation, response: _response, ...unanswered } = exchange;

const skipped = hostileResult('skipped');

const report: Report = reportOf(
  [
    {
      ...hostileResult('fail'),
      expected: hostile('expected'),
      actual: hostile('actual'),
      curl: hostile('curl'),
      counterexample: { value: hostile('counterexample'), seed: 1, path: hostile('path') },
      cases: {
        total: 30,
        listed: [
          {
            input: hostile('input of a case'),
            expected: hostile('expected of a case'),
            actual: hostile('actual of a case'),
            curl: hostile('curl of a case'),
          },
        ],
      },
      exchanges: [
        { ...unanswered, failure: { kind: hostile('kind of failure'), message: hostile('message of failure') } },
        { ...exchange, response: { ...exchange.response, body: JSON.stringify({ '</pre><script>ran()//': ATTACKS }) } },
        hostileExchange('fail'),
      ],
    },
    hostileResult('warn'),
    hostileResult('inconclusive'),
    skipped,
    {
      ...hostileResult('unsteady'),
      rounds: ['fail', 'pass'],
      fingerprint: hostile('fingerprint'),
    },
    {
      ...resultOf(hostile('waived id'), { outcome: 'fail' }),
      excuse: { by: 'waiver', reason: hostile('excuse'), owner: hostile('owner'), until: hostile('day') },
    },
    {
      ...resultOf(hostile('known id'), { outcome: 'inconclusive' }),
      excuse: { by: 'baseline', reason: hostile('excuse of the baseline') },
    },
  ],
  {
    verdict: 'violating',
    diagnosis: hostile('diagnosis'),
    causes: [{ cause: hostile('cause'), explains: [hostile('explained id')], leavesOpen: [hostile('open id')] }],
    suite: { name: hostile('suite'), version: hostile('version') },
    target: { baseUrl: hostile('target') },
    run: {
      ...reportOf([]).run,
      id: hostile('run'),
      startedAt: hostile('moment'),
      settings: { [hostile('name of setting')]: hostile('setting') },
      created: [{ id: hostile('created id'), name: hostile('created name'), requirement: hostile('created for') }],
    },
    gate: {
      notices: [
        { kind: 'expired', id: skipped.id, sentence: hostile('notice'), fails: true },
        { kind: 'changed', id: 'list.ok', sentence: hostile('quiet notice'), fails: false },
      ],
      drifted: [
        {
          id: hostile('drifted id'),
          statement: hostile('drifted statement'),
          before: hostile('before'),
          after: hostile('after'),
        },
      ],
    },
    observations: [
      {
        id: 'observed.latency',
        statement: hostile('observed statement'),
        value: hostile('observed value'),
        data: { latencies: [{ operation: hostile('timed operation'), median: 1, p95: 2, p99: 3 }] },
        exchanges: [hostileExchange('observed')],
      },
      { id: hostile('observed id'), statement: 'Seen', value: 'nothing' },
    ],
  },
);

test('nothing that a server or a report file says can run, load, or change the page', async () => {
  const { page, complaints, requests } = await open(report, {
    prepare: (context) => context.addInitScript('globalThis.ran = () => { globalThis.hasRun = true; };'),
  });
  await page.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });
  await page.getByLabel('Text', { exact: true }).fill('<script>');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Copy the curl' }).first().click();
  await page.waitForTimeout(200);

  expect(await page.evaluate('globalThis.hasRun')).toBeUndefined();
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
  expect(await page.title()).toBe(`Violating: ${visible(report.target.baseUrl)}`.trim());
  expect(await page.locator('script').count()).toBe(1);
  expect(await page.locator('iframe, img, object, embed, link, base, main form form, plaintext').count()).toBe(0);
  const attributes = await page
    .locator('*')
    .evaluateAll((elements) => elements.flatMap((element) => element.getAttributeNames()));
  expect([...new Set(attributes)].filter((name) => /^on|^style$|^srcdoc$/.test(name))).toEqual([]);
  const links = await page.locator('[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.filter((link) => !link?.startsWith('#'))).toEqual([]);
});

test('nothing of it can run, load, or change the live page that takes it over', async () => {
  const live = await openLive(() => undefined, { cwd: '/', env: {} });
  onTestFinished(() => live.close());
  live.present(reportOf([failure]));
  const { page, complaints, requests, url } = await open.at(live.url, {
    prepare: (context) => context.addInitScript('globalThis.ran = () => { globalThis.hasRun = true; };'),
  });
  live.progress(1, 2, ATTACKS, 'fail');
  live.check([{ ...failure, id: 'x', actual: ATTACKS }]);
  live.present(report);
  await expect.poll(() => page.locator('.finding').count()).toBeGreaterThan(2);
  await page.locator('.run-one').first().click();
  expect(await page.evaluate('globalThis.hasRun')).toBeUndefined();
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  expect(requests.filter((address) => !address.startsWith(url))).toEqual([]);
  expect(await page.locator('script').count()).toBe(1);
  expect(await page.locator('iframe, img, object, embed, link, base, main form form, plaintext').count()).toBe(0);
});

test('nothing of it is lost', async () => {
  const { page } = await open(report);
  const text = (await page.locator('body').textContent()) ?? '';
  expect(texts.length).toBeGreaterThan(60);
  expect(texts.filter((hostileText) => !text.includes(visible(hostileText)))).toEqual([]);
  const unseen = (await page.locator('.unseen').allTextContents()).join('');
  expect(unseen).toContain(String.raw`\u202e`);
});

test('text that runs from right to left stays in its own place', async () => {
  const body = '{"name":"\u05e9\u05dc\u05d5\u05dd","categoryId":1}';
  const { page } = await open(
    reportOf([{ ...failure, exchanges: [{ ...exchange, response: { ...exchange.response, body } }] }]),
  );
  const kept = await page
    .locator('.message pre, .message code')
    .evaluateAll((all) =>
      all.map((element) => element.ownerDocument.defaultView?.getComputedStyle(element).unicodeBidi),
    );
  expect(new Set(kept)).toEqual(new Set(['isolate']));
});

test('what slipped through would still be stopped by the policy', async () => {
  const { page, complaints } = await open(report);
  const attack = '<img src="http://127.0.0.1:9/" onerror="globalThis.hasRun = true"><style>*{display:none}</style>';
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(attack)})`);
  await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(2);
  expect(complaints.filter((complaint) => !complaint.includes('Content Security Policy'))).toEqual([]);
  expect(await page.evaluate('globalThis.hasRun')).toBeUndefined();
  expect(await page.locator('h1').isVisible()).toBe(true);
});
