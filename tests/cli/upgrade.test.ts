import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report, Result } from '../../harness/model/report.ts';
import { SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { failureOf, reportOf, resultOf } from '../reporters/samples.ts';
import { Session, TARGET } from './session.ts';

/** Exchanges of a read-only run of 0.5.0 with `--only get.unknown`, against a server that answers 410 for 404. */
const archive = readFileSync(new URL('../archives/run-0.5.0.har', import.meta.url), 'utf8');
const OLD = '0.5.0-archived';

const read = (session: Session, file: string) => JSON.parse(readFileSync(join(session.cwd, file), 'utf8')) as Report;

function failing(id: string, fingerprint: string, input: string): Result {
  return resultOf(id, { outcome: 'fail', violations: [failureOf({ fingerprint, inputs: [input] })] });
}

test('a new version decides the record of an older one, and says of each failure where it comes from', async () => {
  // That version said so of an interruption, too.
  const interrupted = '"_petstore":{"concludes":{"about":[1],"cause":"interruption"},';
  const record = archive
    .replaceAll('"version":"0.5.0"', `"version":"${OLD}"`)
    .replace(/"_petstore":\{(?="number")/, interrupted);
  const files = { 'last.har': record };
  const inspecting = new Session({ files });
  expect(await inspecting.main('inspect', 'last.har', '--reporter', 'json=baseline.json')).toBe(1);
  const baseline = read(inspecting, 'baseline.json');
  expect(baseline.run.recordedBy).toBe(OLD);
  expect(baseline.suite.version).toBe(SUITE_VERSION);
  const unknown = baseline.results.find(({ id }) => id === 'get.unknown');
  expect(unknown?.outcome).toBe('fail');

  // The first run of the new version: the same failure, one on a value that is new, and one on a value that passed.
  const [sent = ''] = baseline.run.values ?? [];
  const fresh = [failing('list.ok', 'f1', 'limit/new-in-this-version'), failing('get.found', 'f2', sent)];
  const others = baseline.results.filter(({ id }) => !fresh.some((result) => result.id === id));
  const run = { ...baseline.run, values: [...(baseline.run.values ?? []), 'limit/new-in-this-version'] };
  const report = { ...baseline, run, results: [...others, ...fresh] };
  const session = new Session({ env: TARGET, files: { 'baseline.json': JSON.stringify(baseline) }, report });
  expect(await session.main('--baseline', 'baseline.json', '--reporter', 'json=report.json')).toBe(1);
  const { results, gate } = read(session, 'report.json');
  expect(results.find(({ id }) => id === 'get.unknown')?.excuse?.reason).toBe(
    `It is in the record that version ${OLD} made on ${baseline.run.startedAt.slice(0, 10)} too.`,
  );
  const kinds = gate?.notices.filter(({ fails }) => fails).map(({ kind, id }) => [kind, id]);
  expect(kinds).toEqual([
    ['newly-sent', 'list.ok'],
    ['worse', 'get.found'],
  ]);
});

test('inspect, compare and a run decide what is worse alike', async () => {
  const first = new Session({ files: { 'last.har': archive } });
  expect(await first.main('inspect', 'last.har', '--reporter', 'json=same.json')).toBe(1);
  const same = read(first, 'same.json');
  const passing = same.results.map(({ violations: _none, ...result }) =>
    result.outcome === 'fail' ? { ...result, outcome: 'pass' as const } : result,
  );
  const good = { ...same, verdict: 'conforming', exitCode: 0, results: passing };
  for (const [baseline, code] of [[same, 0] as const, [good, 1] as const]) {
    const reports = { 'same.json': JSON.stringify(same), 'baseline.json': JSON.stringify(baseline) };
    const session = new Session({ env: TARGET, files: { 'last.har': archive, ...reports }, report: same });
    expect(await session.main('inspect', 'last.har', '--baseline', 'baseline.json')).toBe(code);
    expect(await session.main('compare', 'baseline.json', 'same.json')).toBe(code);
    expect(await session.main('run', '--baseline', 'baseline.json')).toBe(code);
  }
});

test('a baseline of another version says which, what that means, and how to make a new one', async () => {
  const old = { ...reportOf([resultOf('list.ok')]), suite: { name: 'petstore-conformance', version: '0.4.0' } };
  const report = { ...reportOf([resultOf('list.ok')]), suite: { name: 'petstore-conformance', version: '0.5.1' } };
  const session = new Session({ env: TARGET, files: { 'old.json': JSON.stringify(old) }, report });
  expect(await session.main('--baseline', 'old.json')).toBe(0);
  expect(session.stdout.text.replace(/\s+/g, ' ')).toContain(
    'The baseline was decided by version 0.4.0 of the suite, and this is 0.5.1: what only 0.5.1 sees fails this run. Decide the record of that run again: petstore-conformance inspect RUN.har --reporter json=baseline.json.',
  );
});

test('a rolling baseline is written by the first run, and replaced by each that is no worse', async () => {
  const bad = reportOf([resultOf('list.ok', { outcome: 'fail' })], { verdict: 'violating', exitCode: 1 });
  const named = (report: Report, id: string) => ({ ...report, run: { ...report.run, id } });
  let kept = '';
  const night = async (report: Report) => {
    const files = kept === '' ? {} : { 'b.json': kept };
    const session = new Session({ env: TARGET, files, report });
    const code = await session.main('--rolling-baseline', 'b.json', '--reporter', 'json=r.json');
    if (existsSync(join(session.cwd, 'b.json'))) kept = readFileSync(join(session.cwd, 'b.json'), 'utf8');
    return [code, kept === '' ? undefined : (JSON.parse(kept) as Report).run.id];
  };
  const unfinished = { ...named(bad, 'stopped'), diagnosis: 'It was stopped.' };
  expect(await night(unfinished)).toEqual([1, undefined]);
  expect(await night(named(reportOf([resultOf('list.ok')]), 'first'))).toEqual([0, 'first']);
  expect(await night(named(bad, 'worse'))).toEqual([1, 'first']);
  expect(await night(named(reportOf([resultOf('list.ok')]), 'good'))).toEqual([0, 'good']);
});

test('two baselines contradict each other', async () => {
  const session = new Session({ env: TARGET });
  expect(await session.main('--baseline', 'a.json', '--rolling-baseline', 'b.json')).toBe(2);
  expect(session.stderr.text).toContain('--baseline and --rolling-baseline contradict each other: keep one.');
});
