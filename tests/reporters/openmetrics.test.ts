import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { renderOpenmetrics } from '../../reporters/openmetrics.ts';
import { simulate } from '../harness/simulated.ts';
import { needsProgram } from '../program.ts';
import { hostileReport } from './hostile.ts';
import { fullReport, reportOf } from './samples.ts';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_]+)\{((?:[a-z]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\} (-?\d+(?:\.\d+)?(?:e[+-]\d+)?)$/;

/** The samples by family, after the rules that both formats share. */
function familiesIn(text: string): ReadonlyMap<string, readonly Sample[]> {
  expect(text.endsWith('\n# EOF\n')).toBe(true);
  const families = new Map<string, Sample[]>();
  let [family, type] = ['', ''];
  for (const line of text.trimEnd().split('\n').slice(0, -1)) {
    const [, help] = /^# HELP (\S+) \S.*\.$/.exec(line) ?? [];
    const [, typed, kind = ''] = /^# TYPE (\S+) (gauge|histogram)$/.exec(line) ?? [];
    if (help !== undefined) {
      expect(families.has(help), `${help} is not interrupted`).toBe(false);
      family = help;
      families.set(family, []);
    } else if (typed !== undefined) {
      expect(typed).toBe(family);
      type = kind;
    } else {
      const [, name = '', inBraces = '', value] = SAMPLE.exec(line) ?? [];
      expect(name, line).toMatch(new RegExp(`^${family}${type === 'histogram' ? '_(bucket|sum|count)' : ''}$`));
      const labels = [...inBraces.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
      families.get(family)?.push({ name, labels: Object.fromEntries(labels), value: Number(value) });
    }
  }
  return families;
}

const valuesOf = (report: Report, family: string, where: Readonly<Record<string, string>> = {}) =>
  familiesIn(renderOpenmetrics(report))
    .get(`petstore_conformance_${family}`)
    ?.filter(({ labels }) => Object.entries(where).every(([label, text]) => labels[label] === text)) ?? [];

describe('the file', () => {
  test('has the verdict, the time, and what the run did', () => {
    const only = (family: string) => valuesOf(fullReport, family).map(({ value }) => value);
    expect(only('last_run_timestamp_seconds')).toEqual([Date.parse('2026-11-15T02:09:03.421Z') / 1000]);
    expect(only('run_duration_seconds')).toEqual([3.421]);
    expect(only('run_requests')).toEqual([1412]);
    expect(only('run_creations')).toEqual([2]);
    expect(only('exit_code')).toEqual([1]);
    const verdicts = valuesOf(fullReport, 'verdict').map(({ labels, value }) => [labels.verdict, value]);
    expect(verdicts).toEqual([
      ['conforming', 0],
      ['violating', 1],
      ['incomplete', 0],
      ['untested', 0],
    ]);
  });

  test.each([
    ['list.limit.maximum', 'fail'],
    ['list.unique', 'waived'],
    ['auth.first', 'known'],
    ['list.ok', 'pass'],
    ['create.int64', 'skipped'],
  ])('has one outcome of %s: %s', (requirement, outcome) => {
    const actual = valuesOf(fullReport, 'requirement_outcome', { requirement }).filter(({ value }) => value === 1);
    expect(actual.map(({ labels }) => labels.outcome)).toEqual([outcome]);
    expect(valuesOf(fullReport, 'requirement_outcome', { requirement })).toHaveLength(8);
  });

  test('has no observation, and no label that changes from run to run', async () => {
    const labelsOf = (report: Report) =>
      [...familiesIn(renderOpenmetrics(report)).values()].flat().map(({ labels }) => labels);
    const [one, other] = await Promise.all(
      [1, 2].map(async (seed) => (await simulate({ settings: { seed, runId: `run${seed}` } })).report),
    );
    if (!one || !other) throw new Error('There is no report.');
    expect(labelsOf(one)).toEqual(labelsOf(other));
    expect(labelsOf(one).filter(({ requirement = '' }) => requirement.startsWith('observed.'))).toEqual([]);
  });

  test('has a histogram for each operation, which counts every answer', async () => {
    const { report, exchanges } = await simulate();
    for (const operation of ['listPets', 'createPet', 'getPet']) {
      const samples = valuesOf(report, 'request_duration_seconds', { operation });
      const counts = samples.filter(({ name }) => name.endsWith('_bucket')).map(({ value }) => value);
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      const total = samples.find(({ name }) => name.endsWith('_count'))?.value;
      expect(counts.at(-1)).toBe(total);
      expect(samples.filter(({ labels }) => labels.le).at(-1)?.labels.le).toBe('+Inf');
      expect(total).toBeGreaterThan(20);
    }
    const all = valuesOf(report, 'request_duration_seconds').filter(({ name }) => name.endsWith('_count'));
    const documented = exchanges.filter(({ request }) => /\/pets(\?|$)|\/pets\/[^/]+$/.test(request.path));
    const counted = all.reduce((sum, { value }) => sum + value, 0);
    expect(counted).toBeGreaterThan(documented.length * 0.9);
    expect(counted).toBeLessThanOrEqual(documented.length);
  });

  test('is there for a target that could not be tested', () => {
    const untested = reportOf([], { verdict: 'untested', exitCode: 3 });
    expect(valuesOf(untested, 'verdict', { verdict: 'untested' })).toMatchObject([{ value: 1 }]);
    expect(valuesOf(untested, 'requirement_outcome')).toEqual([]);
  });
});

test.each([
  ['one of everything', fullReport],
  ['hostile content', hostileReport],
  ['no results', reportOf([], { verdict: 'untested', exitCode: 3 })],
])('it is well formed with %s', (_case, report) => {
  familiesIn(renderOpenmetrics(report));
});

test('promtool has nothing to say against it', (context) => {
  needsProgram(context, 'promtool', 'prometheus');
  for (const report of [fullReport, hostileReport, reportOf([])]) {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: renderOpenmetrics(report),
      encoding: 'utf8',
    });
    expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
  }
});
