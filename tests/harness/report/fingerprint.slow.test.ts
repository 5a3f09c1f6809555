import { expect, test } from 'vitest';
import type { Report } from '../../../harness/model/report.ts';
import { simulate } from '../simulated.ts';

const fingerprintsIn = ({ results }: Report) =>
  Object.fromEntries(
    results.flatMap(({ id, violations }) =>
      violations ? [[id, violations.map(({ fingerprint }) => fingerprint).sort()]] : [],
    ),
  );

/** Faults that break the same requirement in different ways are in one row. */
test.each([
  [['bad-status-dropped', 'status-case-ignored'], 'create.bad-status'],
  [['name-optional', 'category-optional'], 'create.missing-field'],
])('%j are the same with every seed, and not the same as each other', async (faults, id) => {
  const seen: Record<string, readonly string[]>[] = [];
  for (const fault of faults) {
    const only = { only: ['create.*'] };
    const { report: one } = await simulate({ faults: [fault], settings: { seed: 11, runId: 'run11', ...only } });
    const { report: other } = await simulate({
      faults: [fault],
      seed: 5,
      settings: { seed: 22, runId: 'run22', ...only },
    });
    expect(fingerprintsIn(other), fault).toEqual(fingerprintsIn(one));
    seen.push(fingerprintsIn(one));
  }
  const shared = seen.map((fingerprints) => fingerprints[id]?.join());
  expect(shared).not.toContain(undefined);
  expect(new Set(shared).size).toBe(faults.length);
});
