import { expect, test } from 'vitest';
import { renderGithub } from '../../reporters/github.ts';
import { hostileReport } from './hostile.ts';
import { fullReport, reportOf, resultOf } from './samples.ts';

test('github has an annotation for each requirement that does not hold, and for a run that did not end well', () => {
  expect(renderGithub(fullReport).split('\n')).toEqual([
    '::error title=petstore-conformance::The run was interrupted.',
    '::error title=list.limit.maximum (MUST)::limit=100 is accepted and gives at most 100 animals, and 100 when as many are held.%0Aexpected 200 with 100 animals; actual 200 with 1 animal%0Apetstore-conformance --only list.limit.maximum --seed 42',
    '::error title=create.echo (MUST)::What create.echo says.%0Aexpected 201; actual no response%0Apetstore-conformance --only create.echo --seed 42',
    '::warning title=auth.challenge (SHOULD)::What auth.challenge says.%0Aexpected WWW-Authenticate naming Bearer; actual no such header%0Apetstore-conformance --only auth.challenge --seed 42',
    '',
  ]);
});

test('github is silent about a run that passes', () => {
  expect(renderGithub(reportOf([resultOf('list.ok')]))).toBe('');
});

test('github gives no command of a server', () => {
  const lines = renderGithub(hostileReport).trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/^::(error|warning) title=[\w. ()-]+::/);
  expect(lines[0]).toContain('%0A::error::forged%0A%250A::error::forged%2525');
});

test('github escapes what ends a title', () => {
  const [line] = renderGithub(reportOf([resultOf('a:b,c%', { outcome: 'fail' })])).split('\n');
  expect(line).toMatch(/^::error title=a%3Ab%2Cc%25 \(MUST\)::/);
});
