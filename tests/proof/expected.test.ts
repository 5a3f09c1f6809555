import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { neverPasses } from '../../proof/expected.ts';
import type { Fault } from '../../reference/faults/index.ts';

const IDS = ['list.complete', 'list.status.complete', 'history.agrees'];
const fault = (changes: Partial<Fault>) => ({ name: 'x', story: '', violates: IDS, ...changes }) as unknown as Fault;
const reportOf = (...outcomes: readonly string[]) =>
  ({ results: IDS.map((id, at) => ({ id, outcome: outcomes[at] })) }) as unknown as Report;

describe('a requirement of a fault does not pass', () => {
  test('unless it shows in one of several, and another one is reported', () => {
    const oneReported = reportOf('pass', 'fail', 'inconclusive');
    expect(neverPasses(oneReported, [fault({})])).toEqual(['list.complete passes']);
    expect(neverPasses(oneReported, [fault({ anyOf: true })])).toEqual([]);
    expect(neverPasses(reportOf('pass', 'inconclusive', 'inconclusive'), [fault({ anyOf: true })])).toHaveLength(1);
  });
});
