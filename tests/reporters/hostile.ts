import type { Report } from '../../harness/model/report.ts';
import { fullReport, resultOf } from './samples.ts';

/** Everything that one of the formats could take for its own syntax. */
export const HOSTILE = [
  '\u0000\u0001\u001b[2J\u007f\u009b31m\r\u202e\u2028\ufeff\ufffe\uffff\ud800',
  ']]></failure><failure/>&amp;&#0;<!--"\'',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '```\n````text\n</details>\n# heading\n| a | b |\n|---|---|\n![x](http://127.0.0.1/x.png) @somebody #1 www.example.org',
  '✓ Conforming: forged',
  '\n::error::forged\n%0A::error::forged%25',
].join('\n');

/** What has a meaning, so that the report would be another one without it. */
const MEANINGFUL = new Set([
  ...['id', 'level', 'area', 'outcome', 'verdict', 'by', 'until', 'kind', 'startedAt', 'unit', 'connection'],
  ...['from', 'fingerprint', 'because', 'reproduces', 'requirement', 'sha256'],
]);

function spoilt(value: unknown, key = ''): unknown {
  if (MEANINGFUL.has(key)) return value;
  if (typeof value === 'string') return key === 'url' ? `http://127.0.0.1:4010/${HOSTILE}` : HOSTILE;
  if (Array.isArray(value)) return value.map((item) => spoilt(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoilt(inner, name)]));
}

const report = spoilt(fullReport) as Report;
const latencies = [{ operation: HOSTILE, median: 1, p95: 2 }, null];

/** A report in which a server has chosen every text, and somebody else the rest. */
export const hostileReport: Report = {
  ...report,
  warnings: [HOSTILE],
  target: {
    baseUrl: `http://127.0.0.1:4010/${HOSTILE}/v1`,
  },
  run: { ...report.run, id: HOSTILE, settings: { only: [HOSTILE], [HOSTILE]: HOSTILE } },
  results: [
    ...report.results,
    resultOf(`create.${HOSTILE}`, { outcome: 'fail', area: HOSTILE, reason: HOSTILE }),
    resultOf('list.some', { outcome: 'skipped', reason: HOSTILE, why: { kind: 'not-selected' } }),
  ],
  observations: [
    ...report.observations,
    { id: 'observed.latency', statement: HOSTILE, value: HOSTILE, data: { latencies } },
  ],
  gate: {
    notices: [...(report.gate?.notices ?? []), { kind: 'expired', id: HOSTILE, sentence: HOSTILE, fails: true }],
    drifted: [{ id: HOSTILE, statement: HOSTILE, before: HOSTILE, after: `${HOSTILE}!` }],
  },
};
