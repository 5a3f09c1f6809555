import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { exactly, neverPasses } from '../../proof/expected.ts';
import type { Fault } from '../../reference/faults/index.ts';

const IDS = ['list.complete', 'list.status.complete', 'history.agrees'];
const fault = (changes: Partial<Fault>) => ({ name: 'x', story: '', violates: IDS, ...changes }) as unknown as Fault;
const reportOf = (...outcomes: readonly string[]) =>
  ({ exitCode: 1, results: IDS.map((id, at) => ({ id, outcome: outcomes[at] })) }) as unknown as Report;

test('nothing is reported but what a fault is known to break, in whatever story', () => {
  const twoReported = reportOf('fail', 'fail', 'pass');
  const violates = ['list.complete'];
  expect(exactly(twoReported, fault({ violates }))).toEqual(['list.status.complete is reported as well']);
  expect(exactly(twoReported, fault({ violates, also: ['list.status.complete'] }))).toEqual([]);
  // What it may break need not be reported.
  expect(exactly(reportOf('fail', 'pass', 'pass'), fault({ violates, also: ['list.status.complete'] }))).toEqual([]);
  expect(exactly(twoReported, fault({ violates: IDS }))).toEqual(['history.agrees ends as pass']);
});

describe('a requirement of a fault does not pass', () => {
  test('unless it shows in one of several, and another one is reported', () => {
    const oneReported = reportOf('pass', 'fail', 'inconclusive');
    expect(neverPasses(oneReported, [fault({})])).toEqual(['list.complete passes']);
    expect(neverPasses(oneReported, [fault({ anyOf: true })])).toEqual([]);
    expect(neverPasses(reportOf('pass', 'inconclusive', 'inconclusive'), [fault({ anyOf: true })])).toHaveLength(1);
  });
});
