import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonText } from '../../harness/json/json-text.ts';
import type { Report } from '../../harness/report/model.ts';
import { reporters } from '../../reporters/index.ts';
import { hostileReport } from '../reporters/hostile.ts';
import { fullReport } from '../reporters/samples.ts';
import { Session, TARGET } from './session.ts';

function saved(session: Session, report: unknown, name = 'report.json'): string {
  writeFileSync(join(session.cwd, name), JSON.stringify(report));
  return name;
}

test.each([
  ['one of everything', fullReport],
  ['hostile content', hostileReport],
])('render gives byte for byte what the run gave, in every form, with %s', async (_case, report) => {
  // A lone surrogate cannot be written as JSON, so it is compared as the text that stands for it.
  const kept = JSON.parse(jsonText(report)) as Report;
  const session = new Session({ env: TARGET, parts: { runSuite: async () => kept } });
  const names = [...reporters.keys()];
  const asked = (folder: string) => names.flatMap((name) => ['--reporter', `${name}=${folder}/${name}`]);
  const written = (folder: string) => names.map((name) => readFileSync(join(session.cwd, folder, name), 'utf8'));
  expect(await session.main(...asked('run'))).toBe(1);
  expect(await session.main('render', 'run/json', ...asked('rendered'))).toBe(0);
  expect(written('rendered')).toEqual(written('run'));
});

test('render shows the report in the terminal when no form is asked for', async () => {
  const session = new Session();
  expect(await session.main('render', saved(session, fullReport))).toBe(0);
  expect(session.stdout.text).toContain('✗ Violating: 4 MUST requirements failed, 1 of them unsteady. (exit code 1)');
  expect(session.runs).toEqual([]);
});

test('render groups by section of the specification', async () => {
  const session = new Session();
  const file = saved(session, fullReport);
  expect(await session.main('render', file, '--group-by', 'section')).toBe(0);
  expect(session.stdout.text).toMatch(/^Limits +✗ +0 passed, 1 failed$/m);
  expect(session.stdout.text).not.toMatch(/^list +/m);
  expect(await session.main('render', file, '--group-by', 'section', '--reporter', 'markdown')).toBe(0);
  expect(session.stdout.text).toContain('| Limits | 0 passed, 1 failed |');
  expect(await session.main('render', file, '--group-by', 'sections')).toBe(2);
  expect(session.stderr.text).toContain('--group-by takes area or section.');
});

test('render reads standard input', async () => {
  const text = JSON.stringify(fullReport);
  const session = new Session({ stdin: [text.slice(0, 100), text.slice(100)] });
  expect(await session.main('render', '-', '--reporter', 'json')).toBe(0);
  expect(JSON.parse(session.stdout.text)).toEqual(fullReport);
});

describe('render refuses', () => {
  test.each([
    ['{', 'report.json is not JSON: name a report that --reporter json=FILE wrote.'],
    [
      '[]',
      'report.json is not a report of petstore-conformance: it must be object. Make one with --reporter json=FILE.',
    ],
    [
      JSON.stringify({ ...fullReport, schemaVersion: 2 }),
      'report.json is not a report of petstore-conformance: schemaVersion must be equal to constant. Make one with --reporter json=FILE.',
    ],
    [
      JSON.stringify({ ...fullReport, results: [{ ...fullReport.results[0], outcome: 'passed' }] }),
      'report.json is not a report of petstore-conformance: results.0.outcome must be equal to one of the allowed values. Make one with --reporter json=FILE.',
    ],
  ])('%.40s', async (content, sentence) => {
    const session = new Session();
    writeFileSync(join(session.cwd, 'report.json'), content);
    expect(await session.main('render', 'report.json')).toBe(2);
    expect(session.stderr.text).toBe(`petstore-conformance: ${sentence}\n`);
    expect(session.stdout.text).toBe('');
  });

  test.each([
    [['render'], 'render needs a report: write petstore-conformance render report.json.'],
    [['render', 'none.json'], 'none.json cannot be read (ENOENT): name a report that --reporter json=FILE wrote.'],
    [['render', '-'], 'standard input is not JSON: name a report that --reporter json=FILE wrote.'],
  ])('%j', async (argv, sentence) => {
    const session = new Session();
    expect(await session.main(...argv)).toBe(2);
    expect(session.stderr.text).toBe(`petstore-conformance: ${sentence}\n`);
  });
});
