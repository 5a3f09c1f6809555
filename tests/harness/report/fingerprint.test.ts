import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../../harness/report/fingerprint.ts';
import type { Exchange, Report } from '../../../harness/report/model.ts';
import { simulate } from '../simulated.ts';

const decisive: Exchange = {
  number: 1,
  probe: 'x',
  operation: 'listPets',
  request: { method: 'GET', url: 'http://pets.test/v1/pets?limit=100', headers: [['Authorization', 'Bearer $KEY']] },
  response: { status: 200, headers: [], body: '' },
  startedAt: '2026-11-16T00:00:00.000Z',
  offsetMs: 0,
  durationMs: 1,
};
const ALIKE = ['available', 'pending', 'sold'];
const of = (expected: string, actual: string, exchange: Exchange | undefined = decisive) =>
  fingerprintOf('list.ok', { expected, actual }, exchange, ALIKE);
const asking = (changes: Partial<Exchange['request']>, status = 200): Exchange => ({
  ...decisive,
  request: { ...decisive.request, ...changes },
  response: { status, headers: [], body: '' },
});

describe('a fingerprint', () => {
  test.each([
    ['numbers and marks of a run', 'pet 7 of conformance-a1-x', 'pet 12 of conformance-zz9-x'],
    ['a name', 'name "a\\"b"', 'name "c"'],
    ['the values of a body', '200 with {"id":1,"name":"a"}', '200 with {"name":"b","id":22}'],
    ['how many pets are in a list', '200 with [{"id":1}]', '200 with []'],
    ['which status', '3 pets of status sold', '3 pets of status pending'],
    ['the identifier of an error page', '<p>Request 7f3ab</p> failed', '<p>Request 11c0d</p> failed'],
  ])('is the same for %s', (_what, one, other) => {
    expect([of('x', one), of(one, 'x')]).toEqual([of('x', other), of(other, 'x')]);
  });

  test.each([
    ['a status', 'status 401', 'status 403'],
    ['a status alone', '422', '500'],
    ['the fields of a body', '400 with {"code":"a"}', '400 with {"error":{"code":"a"}}'],
    ['their kinds', '200 with {"id":1}', '200 with {"id":"1"}'],
    ['words', 'too few', 'too many'],
  ])('differs for %s', (_what, one, other) => {
    expect(of('x', one)).not.toBe(of('x', other));
    expect(of(one, 'x')).not.toBe(of(other, 'x'));
  });

  test('is that of the kind of request, not of its content', () => {
    const { url } = decisive.request;
    const same = [
      asking({}),
      asking({ url: url.replace('100', '7') }),
      asking({ headers: [['Authorization', 'Bearer x']] }),
    ];
    expect(new Set(same.map((each) => of('x', 'y', each))).size).toBe(1);
    const different = [
      asking({}),
      asking({ url: url.replace('100', 'abc') }),
      asking({ url: url.replace('limit', 'size') }),
      asking({ headers: [] }),
      asking({ headers: [['Authorization', 'Basic x']] }),
      asking({ headers: [['Authorization', 'x']] }),
      asking({ method: 'POST', body: '{"name":"a"}' }),
      asking({ method: 'POST', body: '{"name":5}' }),
      asking({ method: 'POST', body: '{"name":' }),
      asking({}, 500),
      { ...decisive, operation: 'getPet' },
    ];
    expect(new Set(different.map((each) => of('x', 'y', each))).size).toBe(different.length);
    expect(of('x', 'y')).toMatch(/^f[0-9a-f]{11}$/);
  });

  test.each([
    ['brackets', '{['.repeat(250_000)],
    ['quotes', '\\"'.repeat(250_000)],
    ['blank lines', '\n'.repeat(250_000)],
    ['depth', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('of a hostile body of %s takes milliseconds', (_what, body) => {
    const start = process.cpuUsage();
    expect([of('x', `500 with ${body}`), of('x', 'y', asking({ body }))]).toHaveLength(2);
    expect(process.cpuUsage(start).user).toBeLessThan(500_000);
  });
});

const fingerprintsIn = ({ results }: Report) =>
  Object.fromEntries(results.flatMap(({ id, fingerprint }) => (fingerprint === undefined ? [] : [[id, fingerprint]])));

/** Faults that break the same requirement in different ways are in one row. */
test.each([
  [['bad-status-dropped', 'status-case-ignored'], 'create.bad-status'],
  [['name-optional', 'category-optional'], 'create.missing-field'],
])('%j are the same with every seed, and not the same as each other', async (faults, id) => {
  const seen: Record<string, string>[] = [];
  for (const fault of faults) {
    const only = { only: ['create.*'] };
    const { report: one } = await simulate({ faults: [fault], settings: { seed: 11, runId: 'run11', ...only } });
    const { report: other } = await simulate({
      faults: [fault],
      seed: 5,
      settings: { seed: 22, runId: 'run22', ...only },
    });
    expect(fingerprintsIn(other), fault).toEqual(fingerprintsIn(one));
    seen.push(fingerprintsIn(one));
  }
  const shared = seen.map((fingerprints) => fingerprints[id]);
  expect(shared).not.toContain(undefined);
  expect(new Set(shared).size).toBe(faults.length);
});
