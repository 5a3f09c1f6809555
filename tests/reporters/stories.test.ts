import { describe, expect, test } from 'vitest';
import type { Result, StoryPart, ViolationGroup } from '../../harness/model/report.ts';
import { orderedStories } from '../../reporters/stories.ts';
import { exchange, reportOf, resultOf } from './samples.ts';

const groupOf = (fingerprint: string, changes: Partial<ViolationGroup> = {}): ViolationGroup => ({
  ...{ fingerprint, answer: 400, count: 1, exchange: 1 },
  ...changes,
});
const failing = (id: string, changes: Partial<ViolationGroup> = {}): Result =>
  resultOf(id, { outcome: 'fail', violations: [groupOf(`f-${id}`, changes)] });
const partOf = (id: string): StoryPart => ({ id, fingerprint: `f-${id}` });
const leadsIn = (...given: Parameters<typeof reportOf>) =>
  orderedStories(reportOf(...given)).map(({ lead }) => lead.id);

describe('stories are read', () => {
  test('in the order of the report; MUST before SHOULD, and what is waived last', () => {
    const should = { ...failing('auth.challenge'), level: 'SHOULD', outcome: 'warn' } as const;
    const excuse = { by: 'waiver', reason: 'r' } as const;
    const waived = failing('auth.malformed', { excuse });
    const ids = ['list.ok', 'errors.no-5xx', 'create.echo'];
    const stories = ['auth.malformed', 'auth.challenge', ...ids].map((id) => ({
      ...{ headline: partOf(id), others: [], shares: {} },
    }));
    const results = [waived, should, ...ids.toReversed().map((id) => failing(id))];
    expect(leadsIn(results, { stories })).toEqual([...ids, 'auth.challenge', 'auth.malformed']);
  });

  test('from what is not waived: another violation leads where the headline is', () => {
    const excuse = { by: 'waiver', reason: 'r' } as const;
    const results = [failing('list.status.complete', { excuse }), failing('list.complete')];
    const stories = [{ headline: partOf('list.status.complete'), others: [partOf('list.complete')], shares: {} }];
    const [finding] = orderedStories(reportOf(results, { stories }));
    expect(finding).toMatchObject({ effective: 'fail', lead: { id: 'list.complete' } });
    expect(finding?.others).toMatchObject([{ id: 'list.status.complete', excuse }]);
  });
});

test('a requirement in two stories shows in each what belongs there, with a command that shows it', () => {
  const caseOf = (input: string, number: number, curl: string) => ({
    ...{ total: 1, listed: [{ input, expected: '400', actual: '201', exchange: number, curl }] },
  });
  const result = resultOf('create.wrong-type', {
    ...{ outcome: 'fail', expected: '400', actual: '201', exchanges: [exchange], curl: 'curl one', reproduces: 'curl' },
    frequency: { failed: 3, of: 9, unit: 'responses', repeated: { times: 2, failed: 2 } },
    violations: [
      groupOf('f1', { count: 2, exchange: 7, expected: '400', actual: '201', cases: caseOf('one', 7, 'curl one') }),
      groupOf('f2', { count: 1, exchange: 9, expected: '400', actual: '500', cases: caseOf('two', 9, 'curl two') }),
    ],
  });
  const [one, other] = orderedStories(reportOf([result]));
  expect(one?.lead).toMatchObject({ actual: '201', curl: 'curl one', exchanges: [exchange] });
  expect(one?.lead.frequency).toEqual({ failed: 2, of: 9, unit: 'responses', repeated: { times: 2, failed: 2 } });
  expect(other?.lead).toMatchObject({ actual: '500', curl: 'curl two', reproduces: 'curl' });
  expect(other?.lead.frequency).toEqual({ failed: 1, of: 9, unit: 'responses' });
  expect(other?.lead).not.toHaveProperty('exchanges');
});
