import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonText } from '../../harness/json/json-text.ts';
import type { Outcome, Report } from '../../harness/model/report.ts';
import { reporters } from '../../reporters/index.ts';
import { hostileReport } from '../reporters/hostile.ts';
import { failing as failingIn, fullReport, reportOf, resultOf, waived } from '../reporters/samples.ts';
import { Session, TARGET } from './session.ts';

const passing = reportWith('pass');
const failing = reportWith('fail');
const untested = reportOf([], { verdict: 'untested', exitCode: 3, diagnosis: 'Nothing listens.' });

function reportWith(outcome: Outcome): Report {
  const failed = resultOf('list.ok', { outcome });
  return reportOf([failed, resultOf('list.unique')], outcome === 'fail' ? { verdict: 'violating', exitCode: 1 } : {});
}

function sessionWith(reports: Readonly<Record<string, Report>>): Session {
  const files = Object.fromEntries(Object.entries(reports).map(([name, report]) => [name, JSON.stringify(report)]));
  return new Session({ files });
}

describe('render', () => {
  test.each([
    ['one of everything', fullReport],
    ['hostile content', hostileReport],
  ])('gives byte for byte what the run gave, with %s', async (_case, report) => {
    // A lone surrogate cannot be written as JSON, so it is compared as the text that stands for it.
    const kept = JSON.parse(jsonText(report)) as Report;
    const session = new Session({ env: TARGET, report: kept });
    // The archive of a run has its whole record, which a report does not contain.
    const names = [...reporters.keys()].filter((name) => name !== 'har');
    const asked = (folder: string) => names.flatMap((name) => ['--reporter', `${name}=${folder}/${name}`]);
    const written = (folder: string) => names.map((name) => readFileSync(join(session.cwd, folder, name), 'utf8'));
    expect(await session.main(...asked('run'))).toBe(1);
    expect(await session.main('render', 'run/json', ...asked('rendered'))).toBe(0);
    expect(written('rendered')).toEqual(written('run'));
  });

  test.each<[what: string, edit: (report: Report) => Report, shown: RegExp, exitCode: number]>([
    ['a pass into a failure', (report) => ({ ...report, results: failing.results }), /Violating: 1 MUST .* failed/, 1],
    ['its verdict', (report) => ({ ...report, verdict: 'violating', exitCode: 1 }), /Conforming: every MUST/, 0],
    ['its exit code', (report) => ({ ...report, exitCode: 3 }), /Conforming: every MUST passed/, 0],
  ])('computes the verdict of a report in which somebody edited %s', async (_what, edit, shown, exitCode) => {
    const session = sessionWith({ 'r.json': edit(passing) });
    expect(await session.main('render', 'r.json', '--reporter', 'terminal,json=again.json')).toBe(0);
    expect(session.stdout.text).toMatch(shown);
    expect(session.stderr.text).toContain('Warning: r.json was edited.');
    expect(JSON.parse(readFileSync(join(session.cwd, 'again.json'), 'utf8'))).toMatchObject({ exitCode });
  });

  test('says nothing about a report that nobody edited', async () => {
    const session = sessionWith({ 'r.json': passing });
    expect(await session.main('render', 'r.json')).toBe(0);
    expect(session.stderr.text).toBe('');
  });
});

describe('compare', () => {
  test.each([
    ['a failure that is new', passing, failing, 1, /^✗ Violating: 1 MUST requirement failed\./m],
    ['a failure that was there', failing, failing, 0, /^✓ Conforming: .*is known from the baseline \(1\)/m],
    ['a fix', failing, passing, 0, /list\.ok passed; in the baseline it failed\./],
    ['what is no longer decided', passing, reportWith('inconclusive'), 4, /list\.ok was inconclusive; in the baseline/],
    ['a run that did not start', passing, untested, 3, /^\? Not tested/m],
    ['a failure of what was skipped', reportWith('skipped'), failing, 1, /Violating: 1 MUST requirement failed\./],
  ])('decides as the gate does: %s', async (_case, before, after, code, shown) => {
    const session = sessionWith({ 'a.json': before, 'b.json': after });
    expect(await session.main('compare', 'a.json', 'b.json')).toBe(code);
    expect(session.stdout.text).toMatch(shown);
    const gated = new Session({ env: TARGET, files: { 'a.json': JSON.stringify(before) }, report: after });
    expect(await gated.main('--baseline', 'a.json', '--reporter', 'json')).toBe(code);
  });

  test('a report that was gated before is decided again, and keeps its waivers', async () => {
    const known = sessionWith({ 'a.json': failing, 'b.json': failing, 'good.json': passing });
    expect(await known.main('compare', 'a.json', 'b.json', '--reporter', 'json=known.json')).toBe(0);
    expect(await known.main('compare', 'good.json', 'known.json')).toBe(1);
    const both = sessionWith({ 'a.json': reportOf([resultOf(waived.id)]), 'b.json': reportOf([waived]) });
    expect(await both.main('compare', 'a.json', 'b.json')).toBe(0);
  });

  test('a report of a run that did not finish is no baseline', async () => {
    const session = sessionWith({ 'a.json': untested, 'b.json': passing });
    expect(await session.main('compare', 'a.json', 'b.json')).toBe(2);
    expect(session.stderr.text).toContain('a.json cannot be a baseline, because its run did not finish');
  });

  test('writes several forms at once', async () => {
    const session = sessionWith({ 'a.json': passing, 'b.json': failing });
    const forms = 'json=out/c.json,html=out/c.html,markdown';
    expect(await session.main('compare', 'a.json', 'b.json', '--reporter', forms)).toBe(1);
    expect(session.stdout.text).toContain('## Violating');
    expect(readFileSync(join(session.cwd, 'out/c.html'), 'utf8')).toContain('Violating</h1>');
    expect(JSON.parse(readFileSync(join(session.cwd, 'out/c.json'), 'utf8'))).toMatchObject({ exitCode: 1 });
  });

  test('one report alone is refused', async () => {
    const session = sessionWith({ 'a.json': passing });
    expect(await session.main('compare', 'a.json')).toBe(2);
    const sentence = 'Too few arguments: write petstore-conformance compare BEFORE.json AFTER.json [flags].';
    expect(session.stderr.text).toContain(sentence);
  });
});

describe('history', () => {
  const later = { ...failing.run, id: 'b2', startedAt: '2026-11-16T02:09:00.000Z' };
  const bad = { ...failing, verdict: 'violating' as const, run: later };

  test('reads a folder and what is below it, and lists what is not a report', async () => {
    const session = new Session();
    mkdirSync(join(session.cwd, 'nightly/more'), { recursive: true });
    const files = { '1.json': passing, 'more/2.json': bad, 'foreign.json': { name: 'x' } };
    for (const [name, value] of Object.entries(files)) {
      writeFileSync(join(session.cwd, 'nightly', name), JSON.stringify(value));
    }
    writeFileSync(join(session.cwd, 'nightly/broken.json'), '{');
    expect(await session.main('history', 'nightly', '--output', 'site/index.html')).toBe(0);
    expect(session.stdout.text).toMatch(/^site\/index\.html: Latest run: violating, in 2 runs of http/);
    expect(readFileSync(join(session.cwd, 'site/index.html'), 'utf8')).toContain('nightly/broken.json is not JSON');
  });

  test('does not wait for a pipe', async () => {
    const session = new Session({ files: { '1.json': JSON.stringify(passing) } });
    execFileSync('mkfifo', [join(session.cwd, '2.json')]);
    expect(await session.main('history', '.')).toBe(0);
    expect(readFileSync(join(session.cwd, 'history.html'), 'utf8')).toContain('2.json is not a regular file.');
  });

  test.each([
    [[], 'Too few arguments: write petstore-conformance history REPORT.json|FOLDER ... [flags].'],
    [['missing'], 'missing cannot be read (ENOENT)'],
    [['.'], 'No report found in .'],
  ])('%j is refused', async (operands, sentence) => {
    const session = new Session();
    expect(await session.main('history', ...operands)).toBe(2);
    expect(session.stderr.text).toContain(`petstore-conformance: ${sentence}`);
  });
});

test.each(['w.yaml', 'w.json'])('waivers init writes no control character into %s', async (file) => {
  const result = failingIn('list.ok', { actual: 'red \u001b[31m, back \u0008, right to left \u202e' });
  const session = new Session({ files: { 'r.json': JSON.stringify(reportOf([result])) } });
  expect(await session.main('waivers', 'init', 'r.json', '--output', file)).toBe(0);
  const written = readFileSync(join(session.cwd, file), 'utf8');
  expect(written).toContain('list.ok');
  expect(written).toMatch(/^[ -~\n]*$/);
});
