import { expect, test } from 'vitest';
import { renderGithub } from '../../reporters/github.ts';
import { hostileReport } from './hostile.ts';
import { fullReport, reportOf, resultOf } from './samples.ts';

test('github has an annotation for each requirement that fails, and for a run that did not end well', () => {
  expect(renderGithub(fullReport).split('\n')).toEqual([
    '::error title=petstore-conformance::The run was interrupted.',
    '::error title=list.limit.maximum (MUST)::limit=100 is accepted and gives at most 100 pets, and 100 when as many exist.%0Aexpected 200 with 100 pets; actual 200 with 1 pet%0Alist.limit.maximum fails differently than its waiver (ops) expects.%0Apetstore-conformance --base-url http://127.0.0.1:4010/v1 --only list.limit.maximum --seed 42',
    '::error title=create.echo (MUST)::What create.echo says.%0Aexpected 201; actual no response%0Apetstore-conformance --base-url http://127.0.0.1:4010/v1 --only create.echo --seed 42',
    '::warning title=auth.challenge (SHOULD)::What auth.challenge says.%0Aexpected WWW-Authenticate naming Bearer; actual no such header%0Apetstore-conformance --base-url http://127.0.0.1:4010/v1 --only auth.challenge --seed 42',
    '::notice title=list.unique (MUST)::What list.unique says.%0AWaived until 2026-12-31 by the pets team: It goes with the new store.%0Aexpected every id once; actual id 7 twice%0Apetstore-conformance --base-url http://127.0.0.1:4010/v1 --only list.unique --seed 42',
    '::notice title=auth.first (SHOULD)::What auth.first says.%0AKnown: It is no worse than in the baseline of 2026-11-01, where it failed.%0Aexpected 401; actual 400%0Apetstore-conformance --base-url http://127.0.0.1:4010/v1 --only auth.first --seed 42',
    '::error title=create.minimal (MUST)::What create.minimal says.%0Afailed 2 of 5; expected status 201; actual status 503%0Apetstore-conformance --base-url http://127.0.0.1:4010/v1 --only create.minimal --seed 42',
    '::error title=create.wrong-type (MUST)::What create.wrong-type says.%0Aexpected status 400; actual status 201; intermittent: in 3 of 41 responses; not seen again in 3 repeats; on a connection that had just carried the right key; only a special case fails; what depends on it was checked all the same%0Aname 42%0Aname true%0Aname null%0Aname [42]%0Aname {"a":1}%0Aand 9 more, 14 in all%0Apetstore-conformance --base-url http://127.0.0.1:4010/v1 --only create.wrong-type --seed 42',
    '::error title=auth.accepted (expired)::The waiver of auth.accepted (ops) ended on 2026-11-01: it passes now, so remove the waiver.',
    '::notice title=list.ok (fixed)::list.ok passed; in the baseline it failed.',
    '::notice title=petstore-conformance::2 interruptions by something in front of the service, 3.1 s',
    '',
  ]);
});

test('github is silent about a run that passes', () => {
  expect(renderGithub(reportOf([resultOf('list.ok')]))).toBe('');
});

test('github gives no command of a server', () => {
  const lines = renderGithub(hostileReport).trimEnd().split('\n');
  expect(lines).toHaveLength(7);
  for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) title=[^:,]+::/);
  expect(lines[0]).toContain('%0A::error::forged%0A%250A::error::forged%2525');
});

test('github has an error for a waiver that no longer fits a mere warning', () => {
  const results = [resultOf('auth.first', { level: 'SHOULD', outcome: 'warn' })];
  const notice = { kind: 'expired', id: 'auth.first', sentence: 'The waiver ended.', fails: true } as const;
  const text = renderGithub(reportOf(results, { exitCode: 2, gate: { notices: [notice], drifted: [] } }));
  expect(text).toMatch(/^::error title=auth\.first \(SHOULD\)::.*%0AThe waiver ended\.%0A.*\n$/);
});

test('github escapes what ends a title', () => {
  const [line] = renderGithub(reportOf([resultOf('a:b,c%', { outcome: 'fail' })])).split('\n');
  expect(line).toMatch(/^::error title=a%3Ab%2Cc%25 \(MUST\)::/);
});
