import { expect, test } from 'vitest';
import { nightsWith } from '../../proof/baselines.ts';

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

test.concurrent.each(FAULTS)('%s is known on the second night, and fixed on the third', async (fault) => {
  const [first, second, third] = await nightsWith(fault, 2);
  expect(first?.exitCode).toBe(1);
  expect(second).toMatchObject({ exitCode: 0 });
  expect(second?.notices.filter(({ kind }) => kind === 'worse')).toEqual([]);
  expect(third).toMatchObject({ exitCode: 0 });
  expect(third?.notices.map(({ kind }) => kind)).toContain('mended');
});
