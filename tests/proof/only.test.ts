import { describe, expect, test } from 'vitest';
import { faults } from '../../reference/faults/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { checkReference } from '../support.ts';

/** A requirement that is asked for alone must not pass because what it checks was never sent. */
describe('a defect is found also when only its requirement is asked for', () => {
  const pairs = catalogue.flatMap(({ id }) => {
    const fault = faults.find(({ violates, warns = [] }) => [...violates, ...warns].includes(id));
    return fault ? [[id, fault.name] as const] : [];
  });

  test.concurrent.each(pairs)('%s with %s', async (id, name) => {
    const report = await checkReference({ faults: [name] }, { only: [id], timeoutMs: 10_000 });
    const decided = report.results.filter(({ outcome }) => outcome !== 'skipped');
    expect(decided.map((result) => result.id)).toEqual([id]);
    expect(['fail', 'warn']).toContain(decided[0]?.outcome);
  });
});
