import { expect, test } from 'vitest';
import { secondNight } from '../../proof/baselines.ts';

/**
 * One for each way in which the second night could differ: pets that were accepted although they are invalid, bodies
 * that were sent before, pages that have filled up, ids that have grown. `npm run baselines` takes every fault.
 */
const FAULTS = [
  'bad-status-stored',
  'status-not-stored',
  'second-identical-create-crashes',
  'id-outgrows-int64',
  'every-second-wrong-type-accepted',
];

test.concurrent.each(FAULTS)('an unchanged server is not worse than the night before: %s', async (fault) => {
  const { exitCode, notices } = await secondNight([fault]);
  expect(notices.filter(({ kind }) => kind === 'worse')).toEqual([]);
  expect(exitCode).toBe(0);
});
