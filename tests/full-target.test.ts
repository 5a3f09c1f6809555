import { expect, test } from 'vitest';
import { idsWith, judgeReference } from './support.ts';

/** The same defect has the same name tomorrow, when the target has filled up: waivers and baselines go by it. */
test.each([['limit-hundred-is-no-limit', ['list.limit.maximum']]])(
  '%s fails the limit also where more pets exist than a page can show',
  async (fault, ids) => {
    const report = await judgeReference({ faults: [fault], animals: 150 });
    expect(idsWith(report, 'fail')).toEqual(ids);
  },
);
