import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { UsageError } from '../../harness/basics/usage-error.ts';
import { REASON_KINDS } from '../../harness/model/reasons.ts';
import { LEVELS, NOTICE_KINDS, OUTCOMES, type Report, UNITS, VERDICTS } from '../../harness/model/report.ts';
import { checkedReport } from '../../harness/report/checked-report.ts';
import { exchange, failure, fullReport, reportOf, resultOf, withFailure } from './samples.ts';

type Schema = ReturnType<typeof JSON.parse>;

const schema: Schema = JSON.parse(readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strictRequired: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const response = {
  ...exchange.response,
  encoding: 'base64' as const,
  cut: { bytes: 9, sha256: 'a'.repeat(64) },
  unreadable: { kind: 'timeout', message: 'no end' },
};
const processEnd = { exitCode: 2, signal: 'SIGSEGV', beside: [1], lines: ['panic'] };
const concludes = { about: [1], cause: 'input', stops: { operation: 'getPet', input: 'unknown id' } } as const;
const example = { request: 'POST /pets {}', answer: '400 {}' };
const population = { page: 100, statuses: [{ status: 'sold', pets: 103, isFull: true }] };
const interruption = { startedAt: '2026-11-15T02:09:01.000Z', durationMs: 90, status: 502 };
const everything: Report = {
  ...fullReport,
  warnings: ['The certificate was not verified.'],
  run: {
    ...fullReport.run,
    population,
    interruptions: [interruption],
    attempts: 2,
    recordedBy: '0.0.9',
    values: ['name/emoji'],
  },
  gate: {
    notices: [],
    drifted: [],
    ...fullReport.gate,
    remembered: [{ id: 'list.ok', fingerprint: 'f0-intermittent', runsWithout: 3 }],
  },
  results: [
    ...fullReport.results,
    {
      ...withFailure(failure, {
        exchanges: [{ ...exchange, response, attempt: 2, concludes, processEnd }],
        serverLog: ['TypeError'],
      }),
      example: { ...example, later: 'GET /pets → 200 []' },
    },
  ],
};

const withReason = (why: object) => ({
  ...fullReport,
  results: [{ ...resultOf('list.ok', { outcome: 'inconclusive' }), why }],
});
const withExchange = (changes: object) => ({
  ...fullReport,
  results: [{ ...failure, violations: [{ ...failure.violations?.[0], exchanges: [{ ...exchange, ...changes }] }] }],
});

test.each([
  [true, 'every field', everything],
  [true, 'no results', reportOf([])],
  [true, 'a reason with fields of its own', withReason({ kind: 'read-only', needs: 'a creation', more: [] })],
  [false, 'a field too many', { ...fullReport, extra: 1 }],
  [false, 'an unknown outcome', { ...fullReport, results: [{ ...resultOf('list.ok'), outcome: 'passed' }] }],
  [false, 'an unknown kind of reason', withReason({ kind: 'bad-luck' })],
  [false, 'an unknown connection', withExchange({ connection: 'old' })],
  [false, 'an exchange that nothing sent', withExchange({ probe: undefined })],
  [false, 'a header without a value', withExchange({ request: { ...exchange.request, headers: [['accept']] } })],
])('valid: %s, with %s', (isValid, _case, report) => {
  validate(JSON.parse(JSON.stringify(report)));
  expect(validate.errors === null, JSON.stringify(validate.errors)).toBe(isValid);
});

test('the schema allows the same words as the types', () => {
  const { level, outcome, notice, frequency, reason } = schema.$defs;
  expect(level.enum).toEqual(LEVELS);
  expect(outcome.enum).toEqual(OUTCOMES);
  expect(notice.properties.kind.enum).toEqual(NOTICE_KINDS);
  expect(frequency.properties.unit.enum).toEqual(UNITS);
  expect(schema.properties.verdict.enum).toEqual(VERDICTS);
  expect(reason.properties.kind.enum).toEqual(REASON_KINDS);
});

/** The places of the schema that a report has nothing for. Validation makes sure of the opposite. */
function unusedIn(part: Schema, values: readonly unknown[], place = 'report'): readonly string[] {
  if (part.$ref) return unusedIn(schema.$defs[part.$ref.split('/').at(-1)], values, place);
  if (values.length === 0) return [place];
  if (part.items) return place.endsWith('headers') ? [] : unusedIn(part.items, values.flat(), `${place}[]`);
  return Object.entries<Schema>(part.properties ?? {}).flatMap(([name, inner]) => {
    const found = values.flatMap((value) => (value as Record<string, unknown>)[name] ?? []);
    return unusedIn(inner, inner.items ? [found] : found, `${place}.${name}`);
  });
}

test('the schema has no field that the types do not know', () => {
  expect(unusedIn(schema, [everything])).toEqual([]);
});

test('a report that only another version can read is refused with both versions', () => {
  const earlier = { ...fullReport, suite: { name: 'petstore-conformance', version: '0.2.0' }, rounds: 3 };
  const sentence =
    'old.json was written by version 0.2.0, which 0.7.0 cannot read. From the record of its run: petstore-conformance inspect RUN.har --reporter json=old.json';
  expect(() => checkedReport(earlier, 'old.json')).toThrow(new UsageError(sentence));
  expect(checkedReport(structuredClone(fullReport), 'report.json')).toEqual(fullReport);
});
