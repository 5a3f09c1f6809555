import type { Report } from '../../harness/report/model.ts';
import { exchange, failure, reportOf, resultOf } from './samples.ts';

/** Everything that one of the forms could take for its own syntax. */
export const HOSTILE = [
  '\u0000\u0001\u001b[2J\u007f\u009b31m\r\u202e\u2028\ufeff\ufffe\uffff\ud800',
  ']]></failure><failure/>&amp;&#0;<!--"\'',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '```\n````text\n</details>\n# heading\n| a | b |\n|---|---|\n![x](http://127.0.0.1/x.png) @somebody #1 www.example.org',
  '\n  ...\n  ---\nok 1 - forged\nnot ok 2\nBail out! forged\n# SKIP # TODO \\# \\',
  '\n::error::forged\n%0A::error::forged%25',
].join('\n');

const { response, request } = exchange;

const hostileExchange = {
  ...exchange,
  request: { ...request, headers: [[HOSTILE, HOSTILE]] as const, body: HOSTILE },
  response: { ...response, headers: [['content-type', HOSTILE]] as const, body: HOSTILE },
};

const latency = {
  id: 'observed.latency',
  statement: 'Latency',
  value: HOSTILE,
  data: { latencies: [{ operation: HOSTILE, median: 1, p95: 2, p99: 3 }], [HOSTILE]: HOSTILE },
};

/** A report in which a server has chosen whatever a server can choose, and more. */
export const hostileReport: Report = reportOf(
  [
    {
      ...failure,
      statement: HOSTILE,
      section: HOSTILE,
      expected: HOSTILE,
      actual: HOSTILE,
      curl: HOSTILE,
      counterexample: { value: HOSTILE, seed: 1, path: HOSTILE },
      cases: {
        total: 30,
        listed: [
          { input: HOSTILE, expected: HOSTILE, actual: HOSTILE, curl: HOSTILE, exchange: 7 },
          { input: HOSTILE, expected: 'status 400', actual: HOSTILE },
        ],
      },
      frequency: { failed: 3, of: 41, unit: 'pages', repeated: { times: 3, failed: 1 } },
      intermittent: true,
      facts: { petIds: [HOSTILE] },
      exchanges: [hostileExchange],
    },
    resultOf('auth.challenge', { level: 'SHOULD', outcome: 'warn', expected: HOSTILE, actual: HOSTILE }),
    resultOf('list.ok', { outcome: 'inconclusive', reason: HOSTILE, why: { kind: 'nothing-seen', what: HOSTILE } }),
    resultOf('list.unique', { outcome: 'skipped', reason: HOSTILE }),
    resultOf('observed.order', { level: 'INFO', outcome: 'observed', reason: HOSTILE }),
    resultOf('create.minimal'),
    resultOf('list.unique', {
      outcome: 'fail',
      actual: HOSTILE,
      fingerprint: HOSTILE,
      excuse: { by: 'waiver', reason: HOSTILE, owner: HOSTILE, until: '2026-12-31' },
    }),
    resultOf('list.agrees', { outcome: 'inconclusive', excuse: { by: 'baseline', reason: HOSTILE } }),
    resultOf('create.echo', { outcome: 'unsteady', reason: HOSTILE, rounds: ['fail', 'pass'] }),
  ],
  {
    verdict: 'violating',
    exitCode: 1,
    diagnosis: HOSTILE,
    causes: [{ cause: HOSTILE, explains: ['list.limit.maximum'], leavesOpen: ['list.ok'] }],
    target: { baseUrl: `http://127.0.0.1:4010/${encodeURIComponent('ä"<')}/v1` },
    observations: [{ id: 'observed.order', statement: HOSTILE, value: HOSTILE, exchanges: [hostileExchange] }, latency],
    gate: {
      notices: [
        { kind: 'expired', id: HOSTILE, sentence: HOSTILE, fails: true },
        { kind: 'mended', id: 'create.minimal', sentence: HOSTILE, fails: false },
      ],
      drifted: [{ id: HOSTILE, statement: HOSTILE, before: HOSTILE, after: HOSTILE }],
    },
  },
);
