import { describe, expect, test } from 'vitest';
import { simulate } from '../../proof/simulation/simulate.ts';
import { faults } from '../../reference/faults/index.ts';
import { parseJson } from '../../reference/json/parse.ts';
import { writeJson } from '../../reference/json/write.ts';
import { altered, answer, headlinesOf, idsWith, reportOn } from './support.ts';

describe('a default of 10 under a filter', () => {
  /** As many pets as a new target has, one that a few runs have used, and one with full pages. */
  test.each([0, 60, 400])('is one story, where %i pets exist', async (pets) => {
    const server = altered(({ target }, response) => {
      const isShortened = /[?&]status=(available|pending|sold)\b/.test(target) && !target.includes('limit=');
      if (response.status !== 200 || !isShortened) return response;
      const shown = parseJson(String(response.body));
      const cut = Array.isArray(shown) ? shown.slice(0, 10) : shown;
      return answer(response, 200, 'application/json', writeJson(cut));
    }, pets);
    const report = await reportOn(server);
    expect(headlinesOf(report)).toEqual(['list.status.complete']);
    expect(idsWith(report, 'fail')).toContain('list.status.with-limit');
  });
});

describe('a fault is reported', () => {
  test.each([
    ['where bodies in pieces are not read', 189, ['category-list-of-one', 'only-the-first-chunk-is-read']],
    ['where lists overtake creations', 4, ['list-during-a-creation-has-one-pet-more']],
  ])('%s', async (_where, seed, names) => {
    const due = faults.filter(({ name }) => names.includes(name)).flatMap(({ violates }) => violates);
    expect(idsWith((await simulate({ seed, faults: names })).report, 'fail')).toEqual(due.toSorted());
  });
});
