import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { renderCtrf } from '../../reporters/ctrf.ts';
import { hostileReport } from './hostile.ts';
import { fullReport, reportOf, resultOf } from './samples.ts';

const schema = JSON.parse(readFileSync(new URL('ctrf.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020();
addFormats.default(ajv);
const validate = ajv.compile(schema);
const untested = reportOf([], { verdict: 'untested', exitCode: 3, diagnosis: 'The connection was refused.' });

test.each([
  ['one of everything', fullReport],
  ['a diagnosis alone', untested],
  ['hostile content', hostileReport],
])('ctrf is valid with %s, and its counts are those of its tests', (_case, report) => {
  const document = JSON.parse(renderCtrf(report));
  validate(document);
  expect(validate.errors).toBe(null);
  const { tests, summary } = document.results;
  expect(tests).toHaveLength(summary.tests);
  for (const status of ['passed', 'failed', 'skipped', 'pending', 'other'])
    expect([status, tests.filter((one: { status: string }) => one.status === status).length]).toEqual([
      status,
      summary[status],
    ]);
});

test('ctrf has a test for each requirement, with what the suite calls its outcome', () => {
  const { results } = JSON.parse(renderCtrf(fullReport));
  const found = results.tests.map((one: { name: string; status: string; rawStatus: string }) =>
    [one.name, one.status, one.rawStatus].join(' '),
  );
  expect(found).toEqual(
    expect.arrayContaining([
      'list.ok passed passed',
      'list.limit.maximum failed failed',
      'auth.challenge passed warning',
      'auth.first skipped known',
      'list.unique skipped waived',
      'create.int64 skipped skipped',
      'list.complete other inconclusive',
      'list.full other unobservable',
      'run failed violating',
    ]),
  );
  expect(results.summary).toMatchObject({ failed: 6, start: 1794708540000, stop: 1794708543421 });
});

test('ctrf of a target that could not be tested is not healthy, and says why', () => {
  const { tests, environment } = JSON.parse(renderCtrf(untested)).results;
  expect(tests).toEqual([expect.objectContaining({ name: 'run', status: 'failed', message: untested.diagnosis })]);
  expect(environment.healthy).toBe(false);
});

test('a test takes as long as the exchanges that it rests on', () => {
  const { tests } = JSON.parse(renderCtrf(reportOf([resultOf('list.ok', { durationMs: 12.4 })]))).results;
  expect(tests[0].duration).toBe(12);
});
