import { expect, test } from 'vitest';
import { idsWith, judgeReference } from './support.ts';

/** The same defect has the same name tomorrow, when the target has filled up: waivers and baselines go by it. */
test.each([
  ['limit-hundred-is-no-limit', ['list.limit.maximum']],
  ['limit-hundred-gives-ninety-nine', ['list.limit.maximum']],
  ['filter-gives-ninety-nine-at-most', ['list.status.with-limit']],
])('%s is told by the limit also where the target holds more than a page', async (fault, ids) => {
  const report = await judgeReference({ faults: [fault], animals: 150 });
  expect(idsWith(report, 'fail')).toEqual(ids);
});

test('a cap is not told as animals that are lost', async () => {
  const report = await judgeReference({ faults: ['capped-at-eighty'], animals: 150 });
  expect(idsWith(report, 'fail')).toContain('list.limit.maximum');
  expect(idsWith(report, 'fail')).not.toContain('list.complete');
});
