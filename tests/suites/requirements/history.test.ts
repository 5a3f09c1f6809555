import { expect, test } from 'vitest';
import { created, error, failing, get, LIVE, list, mine, settled } from '../record.ts';
import { inColumns } from './columns.ts';

const sold = (id: number) => mine(id, { status: 'sold' });
const ofHistory = { probe: 'history.agrees' };

inColumns('history', {
  'history.agrees': {
    fails: [created(sold(2), {}, ofHistory), settled, list('status=sold', [])],
    also: ['list.status.complete'],
    passes: [created(sold(2), {}, ofHistory), list('status=sold', [sold(2)])],
  },
});

test.each([
  ['a pet of a history is lost', [created(sold(2), {}, ofHistory), settled, get(2, error(404))], ['get.found']],
  ['a pet of a history is changed', [created(sold(2), {}, ofHistory), get(2, mine(2))], ['get.found']],
  ['a fetch returns another pet', [created(sold(2), {}, ofHistory), get(2, sold(3))], ['get.found']],
  ['a history creates one wrongly', [created(sold(2), { status: 'pending' }, ofHistory)], ['create.with-status']],
  [
    'a history sees it under another status',
    [created(sold(2)), list('status=pending', [sold(2)], ofHistory)],
    ['list.status.only'],
  ],
])('%s: it fails beside the requirement about the request', (_what, steps, ids) => {
  expect(failing([LIVE, steps])).toEqual([...ids, 'history.agrees'].sort());
});

test.each([
  ['another pet is lost', [created(sold(2)), settled, list('status=sold', [])], ['list.status.complete']],
  ['a pet of nobody\u2019s history is changed', [created(sold(2)), get(2, mine(2))], ['get.found']],
  ['another creation is wrong', [created(sold(2), { status: 'pending' })], ['create.with-status']],
])('%s: it does not fail', (_what, steps, ids) => {
  expect(failing([LIVE, steps])).toEqual(ids);
});
