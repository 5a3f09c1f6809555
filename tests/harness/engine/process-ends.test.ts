import { expect, test } from 'vitest';
import { withProcessEnds } from '../../../harness/engine/process-ends.ts';
import type { Exchange } from '../../../harness/model/exchange.ts';
import { list, noAnswer, recordOf } from '../../suites/record.ts';

const STARTED_AT = Date.parse('2026-11-19T02:00:00Z');
const endAt = (ms: number) => ({ at: STARTED_AT + ms, exitCode: 2, lines: ['fatal error'] });

/** Seven lists, one each 10 ms; three get no answer. */
const RECORD = recordOf(
  list('limit=1', []),
  list('limit=2', noAnswer(), { took: 30 }),
  list('limit=3', noAnswer(), { took: 20 }),
  list('limit=4', noAnswer('refused')),
  list('limit=5', []),
  list('limit=3', noAnswer(), { took: 5 }),
  list('limit=6', []),
);

function endsIn(record: readonly Exchange[]) {
  return record.flatMap(({ number, processEnd }) => (processEnd ? [[number, processEnd.beside]] : []));
}

test('a process ends at what was under way, with what was under way beside it', () => {
  const record = withProcessEnds(RECORD, [endAt(41)], STARTED_AT);
  expect(endsIn(record)).toEqual([[2, [3]]]);
  expect(record[1]?.processEnd).toEqual({ exitCode: 2, lines: ['fatal error'], beside: [3] });
});

test('the request that also ended it alone is the one that is named', () => {
  const record = withProcessEnds(RECORD, [endAt(41), endAt(56)], STARTED_AT);
  expect(endsIn(record)).toEqual([
    [3, [2]],
    [6, []],
  ]);
});

test('a process that ends when nothing is under way ends after the last answer', () => {
  expect(endsIn(withProcessEnds(RECORD, [endAt(5_000)], STARTED_AT))).toEqual([[7, []]]);
  expect(endsIn(withProcessEnds(RECORD, [endAt(-10)], STARTED_AT))).toEqual([[7, []]]);
});

test('without such an end the record stays the same object', () => {
  expect(withProcessEnds(RECORD, [], STARTED_AT)).toBe(RECORD);
});
