import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { comparisonPage, summaryTable, withTable } from '../../bench/peers/document.ts';
import type { Comparison, Run } from '../../bench/peers/result.ts';
import { sampleFaults, sampleVariants } from '../../bench/peers/sample.ts';
import { peers, suite } from '../../bench/peers/tools.ts';
import { faults } from '../../reference/faults/index.ts';
import { variants } from '../../reference/variants/index.ts';
import { catalogue } from '../../suites/catalogue.ts';

test('the sample has one fault for each requirement that a fault can violate, in any order of the faults', () => {
  const sample = sampleFaults(faults);
  const violated = new Set(faults.flatMap(({ violates }) => violates.slice(0, 1)));
  expect(sample.map(({ violates }) => violates[0]).sort()).toEqual([...violated].sort());
  expect(sample.length).toBeGreaterThanOrEqual(60);
  expect(sampleFaults(faults.toReversed())).toEqual(sample);

  const areas = new Set(catalogue.filter(({ level }) => level === 'MUST').map(({ area }) => area));
  const sampled = new Set(catalogue.filter(({ id }) => violated.has(id)).map(({ area }) => area));
  expect(sampled).toEqual(areas);
});

test('the sample has only variants that need no settings', () => {
  const sample = sampleVariants(variants, 10);
  expect(sample).toHaveLength(10);
  expect(sample.filter(({ settings, exitCode }) => settings !== undefined || exitCode !== undefined)).toEqual([]);
});

test('the page counts findings, times and requests, and says why a tool was not measured', () => {
  const run = (verdict: Run['verdict'], ms: number, requests: number): Run => ({ verdict, ms, requests });
  const [fault, variant, dredd, portman] = [faults[0], variants[0], peers[0], peers[1]];
  if (!fault || !variant || !dredd || !portman) throw new Error('There is nothing to compare.');
  const entry = { folder: '', versions: ['1.2.3'] };
  const comparison: Comparison = {
    faults: [fault],
    variants: [variant],
    pets: 120,
    entries: [
      {
        ...entry,
        tool: suite,
        runs: new Map([
          [fault.name, run('finding', 1000, 400)],
          [variant.name, run('clean', 1000, 400)],
        ]),
      },
      {
        ...entry,
        tool: dredd,
        runs: new Map([
          [fault.name, run(undefined, 400, 8)],
          [variant.name, run('finding', 600, 8)],
        ]),
      },
      { ...entry, tool: portman, runs: new Map(), problem: 'It does not start.' },
    ],
  };
  const table = summaryTable(comparison);
  expect(table).toContain('| petstore-conformance | 1 of 1 | 0 of 1 | 1.00 | 400 |');
  expect(table).toContain('| Dredd | 0 of 1 | 1 of 1 | 0.50 | 8 |');
  expect(table).toContain('| Portman + Newman | not measured |');
  const page = comparisonPage(comparison);
  expect(page).toContain(table);
  expect(page).toContain('Not measured: It does not start.');
  expect(page).toContain(`| ${fault.violates[0]} | ${fault.name} | x | ? |`);
});

test('the README has a place for the table', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(withTable(readme, '| tool |')).toContain('| tool |');
});
