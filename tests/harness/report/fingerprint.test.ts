import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../../harness/report/fingerprint.ts';
import type { Exchange, Report } from '../../../harness/report/model.ts';
import { exchange } from '../../reporters/samples.ts';
import { checkReference } from '../../support.ts';

/** Faults that break the same requirement in different ways stand together. */
const FAULTS = [
  ['bad-status-dropped', 'status-case-ignored'],
  ['name-optional', 'category-optional', 'missing-field-is-422'],
  ['category-text-as-number', 'name-number-as-text', 'category-list-of-one'],
  ['401-of-a-gateway', '401-of-oauth', 'error-in-an-envelope'],
  ['400-says-422', '400-says-500'],
  ['key-in-query-accepted', 'key-in-other-header-accepted'],
  ['basic-accepted', 'bare-key-accepted', 'token-scheme-accepted'],
  ['bearer-alone-crashes', 'limit-text-crashes', 'missing-name-crashes'],
] as const;

/** What these faults are known by. */
const ONLY = [
  'auth.header-only',
  'auth.malformed',
  'auth.wrong-scheme.listPets',
  'create.bad-status',
  'create.missing-field',
  'create.wrong-type',
  'errors.no-5xx',
  'errors.shape.401',
  'errors.status-matches.400',
];

type Fingerprints = ReadonlyMap<string, string>;

function fingerprintsIn({ results }: Report): Fingerprints {
  return new Map(results.flatMap(({ id, fingerprint }) => (fingerprint === undefined ? [] : [[id, fingerprint]])));
}

async function checked(fault: string, seed: number, variants: readonly string[]): Promise<Fingerprints> {
  const changes = { seed, runId: `run${seed}`, only: ONLY };
  return fingerprintsIn(await checkReference({ faults: [fault], variants, seed }, changes));
}

describe('a violation is known again by its fingerprint, and another one of the same requirement is not', () => {
  test.each(FAULTS.map((group) => [group.join(', '), group] as const))('%s', async (_names, group) => {
    const runs = await Promise.all(
      group.map((fault) => Promise.all([checked(fault, 11, []), checked(fault, 22, ['jittery'])])),
    );
    for (const [index, [first, second]] of runs.entries()) {
      expect(first.size, group[index]).toBeGreaterThan(0);
      expect(second, group[index]).toEqual(first);
    }
    const [shared] = [...(runs[0]?.[0].keys() ?? [])].filter((id) => runs.every(([first]) => first.has(id)));
    const reported = runs.map(([first]) => first.get(shared ?? ''));
    expect(reported).not.toContain(undefined);
    expect(new Set(reported).size, shared).toBe(group.length);
  });
});

describe('what a fingerprint is made of', () => {
  const asking = (changes: Partial<Exchange['request']>, status = 200): Exchange => ({
    ...exchange,
    request: { ...exchange.request, ...changes },
    response: { status, headers: [], body: '' },
  });
  const of = (expected: string, actual: string, decisive: Exchange | undefined = exchange) =>
    fingerprintOf('list.ok', expected, actual, decisive);

  test.each([
    ['numbers and marks of a run', 'pet 7 of conformance-a1-x', 'pet 12 of conformance-zz9-x'],
    ['a name', 'name "a\\"b"', 'name "c"'],
    ['the values of a body', '200 with {"id":1,"name":"a"}', '200 with {"name":"b","id":22}'],
    ['how many pets a list holds', '200 with [{"id":1}]', '200 with []'],
    ['which status', '3 pets of status sold', '3 pets of status pending'],
    ['the identifier of an error page', '<p>Request 7f3ab</p> failed', '<p>Request 11c0d</p> failed'],
  ])('not of %s', (_what, one, other) => {
    expect(of('x', one)).toBe(of('x', other));
    expect(of(one, 'x')).toBe(of(other, 'x'));
  });

  test.each([
    ['a status', 'status 401', 'status 403'],
    ['a status reported', '422', '500'],
    ['the fields of a body', '400 with {"code":"a"}', '400 with {"error":{"code":"a"}}'],
    ['their kinds', '200 with {"id":1}', '200 with {"id":"1"}'],
    ['words', 'too few', 'too many'],
  ])('of %s', (_what, one, other) => {
    expect(of('x', one)).not.toBe(of('x', other));
    expect(of(one, 'x')).not.toBe(of(other, 'x'));
  });

  test('of the kind of request, and not of what it carries', () => {
    const { url } = exchange.request;
    const same = [
      asking({}),
      asking({ url: url.replace('100', '7') }),
      asking({ headers: [['Authorization', 'Bearer x']] }),
    ];
    expect(new Set(same.map((each) => of('x', 'y', each))).size).toBe(1);
    const others = [
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
      { ...exchange, operation: 'getPet' as const },
      undefined,
    ];
    expect(new Set(others.map((each) => fingerprintOf('list.ok', 'x', 'y', each))).size).toBe(others.length);
  });

  test('it is a word that YAML takes for text', () => {
    expect(of('x', 'y')).toMatch(/^f[0-9a-f]{11}$/);
  });

  test.each([
    ['brackets', '{['.repeat(500_000)],
    ['quotes', '\\"'.repeat(500_000)],
    ['depth', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ])('a hostile body of many %s takes no time', (_what, body) => {
    expect(of('x', `500 with ${body}`)).toMatch(/^f/);
    expect(of('x', 'y', asking({ body }))).toMatch(/^f/);
  });
});
