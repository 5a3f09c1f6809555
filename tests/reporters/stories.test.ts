import { describe, expect, test } from 'vitest';
import type { Result } from '../../harness/model/report.ts';
import { orderedStories } from '../../reporters/stories.ts';
import { exchange, failing, failureOf, reportOf, resultOf } from './samples.ts';

const excuse = { by: 'waiver', reason: 'r' } as const;
const storiesOf = (...results: readonly Result[]) => orderedStories(reportOf(results));

describe('stories are read', () => {
  test('in the order of work; MUST before SHOULD, and what is waived last', () => {
    const should = failing('auth.challenge', { place: 11, story: 11 }, { level: 'SHOULD', outcome: 'warn' });
    const waived = failing('auth.malformed', { place: 10, story: 10, excuse });
    const others = ['list.ok', 'errors.no-5xx', 'create.echo'].map((id, at) =>
      failing(id, { place: 12 + at, story: 12 + at }),
    );
    const leads = storiesOf(waived, should, ...others.toReversed()).map(({ lead }) => lead.id);
    expect(leads).toEqual(['list.ok', 'errors.no-5xx', 'create.echo', 'auth.challenge', 'auth.malformed']);
  });

  test('from what is not waived: another finding leads where the first one is', () => {
    const [story, ...others] = storiesOf(
      failing('list.status.complete', { place: 10, story: 10, excuse }),
      failing('list.complete', { place: 11, story: 10 }),
    );
    expect(others).toEqual([]);
    expect(story).toMatchObject({ effective: 'fail', lead: { id: 'list.complete' } });
    expect(story?.others).toMatchObject([{ id: 'list.status.complete', excuse }]);
  });
});

test('a requirement in two stories shows in each what belongs there', () => {
  const result = resultOf('create.wrong-type', {
    outcome: 'fail',
    violations: [
      failureOf({ place: 10, story: 10, actual: '201', exchanges: [exchange] }),
      failureOf({ place: 11, story: 11, actual: '500' }),
      failureOf({ place: 12, story: 10, actual: '202' }),
    ],
  });
  const actual = storiesOf(result).map(({ lead }) => lead.violations?.map((one) => one.actual));
  expect(actual).toEqual([['201', '202'], ['500']]);
});
