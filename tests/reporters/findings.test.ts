import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { renderFindings } from '../../reporters/findings.ts';
import { renderJson } from '../../reporters/json.ts';
import { HOSTILE, hostileReport } from './hostile.ts';
import { failure, fullReport, reportOf, resultOf, waived } from './samples.ts';

type Schema = ReturnType<typeof JSON.parse>;

const schemaIn = (name: string): Schema =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'));
const schema = schemaIn('findings');
const ajv = new Ajv2020({ strictRequired: false });
addFormats.default(ajv);
ajv.addSchema(schemaIn('report'));
const validate = ajv.compile(schema);

const linesOf = (text: string) => {
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
};

test.each([
  ['one of everything', fullReport],
  ['nothing', reportOf([])],
  ['hostile content', hostileReport],
])('every line follows the schema: a report with %s', (_case, report) => {
  const lines = linesOf(renderFindings(report));
  for (const line of lines) {
    validate(line);
    expect(validate.errors).toBe(null);
  }
  expect(lines.map(({ type }) => type)).toEqual([...lines.slice(1).map(() => 'finding'), 'verdict']);
});

test.each([
  ['a field too many', { extra: 1 }],
  ['no id', { id: undefined }],
  ['an outcome that is not wrong', { outcome: 'pass' }],
])('the schema refuses %s', (_case, changes) => {
  const [line] = linesOf(renderFindings(fullReport));
  expect(validate(JSON.parse(JSON.stringify({ ...line, ...changes })))).toBe(false);
});

test('the schema has no field that no line has', () => {
  const results = fullReport.results.map((result) => ({ ...result, serverLog: ['TypeError: it is null'] }));
  const lines = linesOf(renderFindings({ ...fullReport, results, warnings: ['It is slow.'] }));
  for (const kind of ['finding', 'verdict']) {
    const found = new Set(lines.filter(({ type }) => type === kind).flatMap((line) => Object.keys(line)));
    expect([...found].toSorted()).toEqual(Object.keys(schema.$defs[kind].properties).toSorted());
  }
});

test('a line has what a program needs to act on the finding', () => {
  const [line] = linesOf(
    renderFindings(reportOf([failure, resultOf('list.ok')], { verdict: 'violating', exitCode: 1 })),
  );
  expect(line).toEqual({
    type: 'finding',
    id: failure.id,
    level: 'MUST',
    outcome: 'fail',
    failsTheRun: true,
    statement: failure.statement,
    section: failure.section,
    expected: '200 with 100 pets',
    actual: '200 with 1 pet',
    example: failure.example,
    culprits: [],
    alsoViolates: [],
    fingerprints: ['f0123456789a'],
    frequency: { failed: 1, of: 1, unit: 'responses' },
    cause: failure.violations?.[0]?.cause,
    curl: failure.violations?.[0]?.cases.listed[0]?.curl,
    replay: 'petstore-conformance --base-url http://127.0.0.1:4010/v1 --only list.limit.maximum --seed 42',
  });
});

test('the last line has the verdict, the exit code of the command and what is undecided', () => {
  const open = resultOf('list.complete', { outcome: 'inconclusive', reason: 'Every page was full.' });
  const report = reportOf([waived, open, resultOf('list.ok')], { verdict: 'incomplete', exitCode: 4 });
  const [first, last] = linesOf(renderFindings(report, { exitCode: 2 }));
  expect(first).toMatchObject({ id: waived.id, outcome: 'waived', failsTheRun: false, excuse: waived.excuse });
  expect(last).toMatchObject({
    verdict: 'incomplete',
    exitCode: 2,
    counts: { pass: 1, inconclusive: 1, waived: 1 },
    undecided: [{ reason: 'Every page was full.', ids: ['list.complete'] }],
    run: { seed: 42, requests: 1412 },
  });
});

test('what a server sent is the same text for whoever parses a line, and no line break for whoever does not', () => {
  const text = renderFindings(hostileReport);
  expect(text).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
  const found = linesOf(text).find(({ id }) => id === 'list.limit.maximum');
  // A half of a character is not text.
  expect(found.actual).toBe(HOSTILE.replace('\ud800', '\\ud800'));
});

test('it is a small part of the whole report', () => {
  expect(renderFindings(fullReport).length).toBeLessThan(renderJson(fullReport).length / 2);
});
