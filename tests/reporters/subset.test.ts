import { describe, expect, test } from 'vitest';
import type { Report, Verdict } from '../../harness/report/model.ts';
import { compareAll, comparisonForms } from '../../reporters/compare.ts';
import { type ReporterName, reporters } from '../../reporters/index.ts';
import { subsetOf } from '../../reporters/subset.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { reportOf, resultOf } from './samples.ts';

const OPTIONS = { colour: false, width: 100 };
const RESULTS = catalogue.map(({ id, level }) =>
  resultOf(id, { level, outcome: level === 'INFO' ? 'observed' : 'pass' }),
);

function reportWith(settings: Report['run']['settings'], verdict: Verdict = 'conforming'): Report {
  const report = reportOf(RESULTS, { verdict });
  return { ...report, run: { ...report.run, settings } };
}

function rendered(name: ReporterName, report: Report): string {
  return reporters.get(name)?.(report, OPTIONS) ?? '';
}

const subset = reportWith({ only: ['list.ok', 'get.*'], skip: ['get.unknown'] });
const WORDS = 'on 3 of 69 requirements (subset: --only list.ok, get.* --skip get.unknown)';

describe('a verdict on a subset says so', () => {
  test.each<[ReporterName, (text: string) => string | undefined, string]>([
    ['terminal', (text) => text.trimEnd().split('\n').at(-1), `✓ Conforming ${WORDS}: every selected MUST`],
    ['markdown', (text) => text.split('\n')[0]?.replace(/\\/g, ''), `## Conforming ${WORDS}: every selected MUST`],
    ['html', (text) => /<h1>.*?<\/svg>(.*)<\/h1>/s.exec(text)?.[1], `Conforming ${WORDS}`],
    ['html', (text) => /<title>(.*)<\/title>/.exec(text)?.[1], `Conforming ${WORDS}: http`],
    ['github', (text) => text.split('\n')[0], `::notice title=petstore-conformance::Conforming ${WORDS}: every`],
    ['tap', (text) => text.split('\n')[2], `# Conforming ${WORDS}: every selected MUST`],
    ['junit', (text) => /<property name="subset" value="([^"]*)"/.exec(text)?.[1], WORDS],
    ['badge', (text) => /<title>(.*)<\/title>/.exec(text)?.[1], 'pet store: conforming on 3 of 69, '],
    ['ctrf', (text) => JSON.stringify(JSON.parse(text).results.extra.subset), '{"selected":3,"total":69,'],
  ])('%s', (name, line, words) => {
    expect(line(rendered(name, subset))?.startsWith(words)).toBe(true);
    expect(rendered(name, reportWith({ only: [], skip: [] }))).not.toMatch(/subset|of 69 req|on 3 of/);
  });

  test.each(['terminal', 'markdown', 'html', 'json'])('compare in %s', (name) => {
    const [one, other] = [
      { label: 'a', report: subset },
      { label: 'b', report: reportWith({}) },
    ] as const;
    const text = comparisonForms.get(name)?.(compareAll([one, other]), OPTIONS) ?? '';
    expect(text).toMatch(name === 'json' ? /"selected": 3/ : /conforming \\?\(3 of 69\\?\)/);
  });

  test.each<[Verdict, string]>([
    ['violating', 'Violating on 3 of 69 requirements (subset: '],
    ['incomplete', 'Incomplete on 3 of 69 requirements (subset: '],
  ])('%s', (verdict, words) => {
    expect(rendered('terminal', { ...subset, verdict })).toContain(words);
  });
});

test.each([[{}], [{ only: ['*'], skip: [] }], [{ only: 'list.ok' }], [{ skip: 7 }], [{ skip: ['observed.*'] }]])(
  '%j selects every requirement',
  (settings) => {
    expect(subsetOf(reportWith(settings))).toBeUndefined();
  },
);

test('many or long patterns stay on one line', () => {
  const { by } = subsetOf(reportWith({ only: ['list.ok', `${'x'.repeat(99)}\n`, 'a\nb', 'c', 'd'] })) ?? {};
  expect(by).toBe(`--only list.ok, ${'x'.repeat(40)}…, a b and 2 more`);
});

test('a pattern of many asterisks in a report of anybody is decided at once', () => {
  expect(subsetOf(reportWith({ only: [`${'*a'.repeat(2_000)}*!`] }))).toMatchObject({ selected: 0, total: 69 });
});
