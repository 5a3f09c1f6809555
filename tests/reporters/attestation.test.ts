import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../harness/basics/usage-error.ts';
import type { Report, Result } from '../../harness/model/report.ts';
import { renderAttestation } from '../../reporters/attestation.ts';
import { hostileReport } from './hostile.ts';
import { failure, fullReport, known, reportOf, resultOf, waived } from './samples.ts';

const ajv = new Ajv2020({ strictRequired: false });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(new URL('./test-result.schema.json', import.meta.url), 'utf8')));

const subject = { name: 'registry.example.com/pets', sha256: 'b'.repeat(64) };
const target = { baseUrl: 'http://127.0.0.1:4010/v1', subject };
const passed = resultOf('list.ok');

function attestation(results: readonly Result[], changes: Partial<Report> = {}) {
  const statement = JSON.parse(renderAttestation(reportOf(results, { target, ...changes })));
  expect(validate(statement), JSON.stringify(validate.errors)).toBe(true);
  return statement;
}

describe('the result', () => {
  const skipped = resultOf('create.echo', { outcome: 'skipped', why: { kind: 'read-only', needs: 'a creation' } });
  const unobservable = resultOf('list.complete', { outcome: 'unobservable' });
  const inconclusive = resultOf('list.complete', { outcome: 'inconclusive' });
  const warned = resultOf('auth.challenge', { level: 'SHOULD', outcome: 'warn' });
  const observed = resultOf('observed.order', { level: 'INFO', outcome: 'observed' });
  const violating = { verdict: 'violating', exitCode: 1 } as const;

  test.each<[result: string, what: string, results: readonly Result[], changes?: Partial<Report>]>([
    ['PASSED', 'every requirement passed', [passed, observed]],
    ['FAILED', 'a MUST failed', [passed, failure], violating],
    ['FAILED', 'a SHOULD failed in a strict run', [passed, warned], violating],
    ['FAILED', 'a MUST could not be decided', [passed, inconclusive], { verdict: 'incomplete', exitCode: 4 }],
    ['FAILED', 'the target could not be tested', [], { verdict: 'untested', exitCode: 3, diagnosis: 'Unreachable.' }],
    ['FAILED', 'the run was interrupted', [passed], { exitCode: 130, diagnosis: 'The run was interrupted.' }],
    ['FAILED', 'a waiver no longer fits', [passed], { exitCode: 6 }],
    ['WARNED', 'a SHOULD failed', [passed, warned]],
    ['WARNED', 'a failure is waived', [passed, waived]],
    ['WARNED', 'a failure is known', [passed, known]],
    ['WARNED', 'a requirement was skipped', [passed, skipped]],
    ['WARNED', 'a requirement is unobservable', [passed, unobservable]],
  ])('is %s where %s', (result, _what, results, changes) => {
    expect(attestation(results, changes).predicate.result).toBe(result);
  });
});

test('one of everything is valid, and each requirement is in exactly one list', () => {
  const { subject: subjects, predicate } = JSON.parse(renderAttestation(fullReport));
  expect(validate(JSON.parse(renderAttestation(fullReport))), JSON.stringify(validate.errors)).toBe(true);
  expect(subjects).toEqual([{ name: subject.name, digest: { sha256: subject.sha256 } }]);
  expect(predicate.url).toBe('https://ci.example.com/jobs/7');
  expect(predicate.passedTests).toEqual(['auth.accepted', 'list.ok']);
  expect(predicate.failedTests).toEqual(['list.limit.maximum', 'create.echo', 'create.wrong-type', 'create.large']);
  expect(predicate.warnedTests).toEqual(['auth.challenge', 'list.unique', 'auth.first', 'list.filter']);
  expect(predicate.petstoreConformance).toMatchObject({
    verdict: 'violating',
    exitCode: 1,
    isFinished: false,
    checked: 13,
    total: 15,
    undecidedTests: ['list.complete', 'list.status.complete', 'list.agrees'],
    unobservableTests: ['list.full'],
    skippedTests: ['create.int64'],
  });
  const { passedTests, warnedTests, failedTests, petstoreConformance: run } = predicate;
  const listed = [passedTests, warnedTests, failedTests, run.undecidedTests, run.unobservableTests, run.skippedTests];
  const all = fullReport.results.filter(({ level }) => level !== 'INFO').map(({ id }) => id);
  expect(listed.flat().toSorted()).toEqual(all.toSorted());
});

test('a partial run is distinguished from a whole one', () => {
  const skipped = resultOf('create.echo', { outcome: 'skipped', why: { kind: 'not-selected' } });
  const settings = { ...reportOf([]).run.settings, readOnly: true };
  const { predicate } = attestation([passed, skipped], { run: { ...reportOf([]).run, settings } });
  expect(predicate.petstoreConformance).toMatchObject({ isReadOnly: true, checked: 1, total: 2 });
});

describe('the configuration', () => {
  const digests = (settings: object) => {
    const { run } = reportOf([]);
    const { configuration } = attestation([passed], {
      run: { ...run, settings: { ...run.settings, ...settings } },
    }).predicate;
    return Object.fromEntries(configuration.map((one: ReturnType<typeof JSON.parse>) => [one.name, one.digest.sha256]));
  };

  test('names everything that decides', () => {
    const { configuration } = JSON.parse(renderAttestation(fullReport)).predicate;
    const names = configuration.map(({ name }: { name: string }) => name);
    const expected = ['record', 'suite', 'specification', 'requirements', 'settings', 'waivers', 'baseline'];
    expect(names).toEqual(expected);
    const [record, suite, specification, requirements, settings, waivers] = configuration;
    expect(record.digest.sha256).toBe('e'.repeat(64));
    expect(suite).toMatchObject({ digest: { sha256: 'f'.repeat(64) }, annotations: { version: '0.1.0' } });
    expect(specification.annotations).toEqual({ file: 'openapi.yaml' });
    expect(requirements.annotations).toEqual({ name: 'petstore-conformance', version: '0.1.0' });
    expect(settings.annotations).toEqual(fullReport.run.settings);
    expect(waivers.digest.sha256).toBe('c'.repeat(64));
  });

  test('has the digest of the settings, whatever their order, and without what changes from run to run', () => {
    expect(digests({ seed: 1, now: '2026-11-16' })).toEqual(digests({ seed: 2 }));
    expect(digests({ strict: true }).settings).not.toBe(digests({ strict: false }).settings);
    expect(digests({ a: 1, b: 2 })).toEqual(digests({ b: 2, a: 1 }));
  });

  test('has another digest of the requirements where one of them changed', () => {
    const digestOf = (result: Result) => attestation([result]).predicate.configuration[0].digest.sha256;
    expect(digestOf(passed)).not.toBe(digestOf({ ...passed, level: 'SHOULD' }));
    expect(digestOf(passed)).toBe(digestOf({ ...passed, durationMs: 9 }));
  });
});

test('there is none without a subject', () => {
  expect(() => renderAttestation(reportOf([passed]))).toThrow(UsageError);
});

test('texts of a server stay texts', () => {
  const statement = JSON.parse(
    renderAttestation({
      ...hostileReport,
      target,
      suite: fullReport.suite,
      run: { ...hostileReport.run, url: 'a:b', record: 'e'.repeat(64) },
    }),
  );
  expect(validate(statement), JSON.stringify(validate.errors)).toBe(true);
});
