import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { colourOf } from '../../cli/io.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';
import { FakeOutput, passingReport, Session, TARGET } from './session.ts';

test('a report in a file is written into folders made for it, beside one on standard output', async () => {
  const session = new Session({ env: TARGET });
  expect(await session.main('--reporter', 'terminal', '--reporter', 'json=out/deep/report.json')).toBe(0);
  expect(session.stdout.text).toContain('✓ Conforming');
  const folder = join(session.cwd, 'out/deep');
  expect(readdirSync(folder)).toEqual(['report.json']);
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual(passingReport);
});

test('a report replaces the file that a link points to, not the link', async () => {
  const session = new Session({ env: TARGET });
  writeFileSync(join(session.cwd, 'real.json'), 'old');
  symlinkSync('real.json', join(session.cwd, 'link.json'));
  expect(await session.main('--reporter', 'json=link.json')).toBe(0);
  expect(JSON.parse(readFileSync(join(session.cwd, 'real.json'), 'utf8'))).toEqual(passingReport);
});

test('a pipe is written to and not replaced', async () => {
  const session = new Session({ env: TARGET });
  const pipe = join(session.cwd, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [text, code] = await Promise.all([readFile(pipe, 'utf8'), session.main('--reporter', 'json=pipe')]);
  expect(code).toBe(0);
  expect(JSON.parse(text)).toEqual(passingReport);
  expect(statSync(pipe).isFIFO()).toBe(true);
});

test.each([
  [
    ['terminal', 'json'],
    'Two reporters would write to standard output: give each a file of its own, as in json=report.json.',
  ],
  [['jsno'], 'Unknown reporter "jsno": did you mean json?'],
  [
    ['constructor'],
    'Unknown reporter "constructor": use one of terminal, json, html, markdown, junit, github, ctrf, tap, har, badge.',
  ],
])('reporters %j', async (reporters, sentence) => {
  const session = new Session({ env: TARGET });
  expect(await session.main(...reporters.flatMap((reporter) => ['--reporter', reporter]))).toBe(2);
  expect(session.stderr.text).toBe(`petstore-conformance: ${sentence}\n`);
  expect(session.runs).toEqual([]);
});

test('two reporters for the same file are one too many', async () => {
  const session = new Session({ env: TARGET });
  expect(await session.main('--reporter', 'json=a.json', '--reporter', 'terminal=./a.json')).toBe(2);
  expect(session.stderr.text).toContain(`Two reporters would write to ${join(session.cwd, 'a.json')}: `);
});

describe('a file that cannot be written is reported before the run', () => {
  test.each([
    ['below a file', 'file/report.json', 'EEXIST'],
    ['a folder', 'folder', 'EISDIR'],
  ])('%s', async (_case, path, code) => {
    const session = new Session({ env: TARGET });
    writeFileSync(join(session.cwd, 'file'), '');
    mkdirSync(join(session.cwd, 'folder'));
    expect(await session.main('--reporter', `json=${path}`)).toBe(2);
    expect(session.stderr.text).toBe(
      `petstore-conformance: ${join(session.cwd, path)} cannot be written (${code}): choose another file.\n`,
    );
    expect(session.runs).toEqual([]);
  });
});

test('a report that cannot be written after all changes neither the others nor the exit code', async () => {
  const session: Session = new Session({
    env: TARGET,
    parts: {
      runSuite: async () => {
        mkdirSync(join(session.cwd, 'a.json'));
        return passingReport;
      },
    },
  });
  expect(await session.main('--reporter', 'json=a.json', '--reporter', 'terminal')).toBe(0);
  expect(session.stdout.text).toContain('✓ Conforming');
  expect(session.stderr.text).toContain('(EISDIR)');
});

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
])('on a terminal: %s, with %j: colour %s', (isTTY, env, expected) => {
  expect(colourOf(new FakeOutput(isTTY), env)).toBe(expected);
});

describe('github', () => {
  const failing = reportOf([resultOf('list.ok', { outcome: 'fail' })], { verdict: 'violating', exitCode: 1 });
  const parts = { runSuite: async () => failing };

  test('adds to the summary of the job and annotates the log, beside another report there', async () => {
    const summary = join(mkdtempSync(join(tmpdir(), 'petstore-conformance-')), 'summary.md');
    onTestFinished(() => rmSync(dirname(summary), { recursive: true }));
    writeFileSync(summary, 'from another step\n');
    const session = new Session({ env: { ...TARGET, GITHUB_STEP_SUMMARY: summary }, parts });
    expect(await session.main('--reporter', 'terminal', '--reporter', 'github')).toBe(1);
    expect(session.stdout.text).toMatch(/^petstore-conformance [\s\S]*\n::error title=list.ok \(MUST\)::.*\n$/);
    expect(readFileSync(summary, 'utf8')).toMatch(/^from another step\n## Violating: 1 MUST requirement failed\.\n/);
  });

  test('only annotates where there is no summary', async () => {
    const session = new Session({ env: TARGET, parts });
    expect(await session.main('--reporter', 'github')).toBe(1);
    expect(session.stdout.text).toMatch(/^::error title=list.ok \(MUST\)::.*\n$/);
    expect(readdirSync(session.cwd)).toEqual([]);
  });

  test('reports before the run that the summary cannot be written', async () => {
    const session = new Session({ env: { ...TARGET, GITHUB_STEP_SUMMARY: '.' }, parts });
    expect(await session.main('--reporter', 'github')).toBe(2);
    expect(session.stderr.text).toContain('(EISDIR): choose another file.');
    expect(session.runs).toEqual([]);
  });
});
