import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Verdict } from '../../harness/report/model.ts';
import { renderBadge } from '../../reporters/badge.ts';
import { fullReport, reportOf, resultOf, unsteady } from './samples.ts';

test.each<[Verdict, string]>([
  ['conforming', 'pet store: conforming, 2 passed, 3 excused'],
  ['violating', 'pet store: violating, 3 failed, 1 unsteady, 2 passed, 3 excused'],
  ['incomplete', 'pet store: incomplete, 2 passed, 3 excused, 3 not decided'],
  ['untested', 'pet store: not tested'],
])('the badge of a %s target', async (verdict, title) => {
  const svg = renderBadge({ ...fullReport, verdict });
  expect(svg).toContain(`aria-label="${title}"`);
  expect(svg).toContain(`<title>${title}</title>`);
  const xml = [{ fileName: 'badge.svg', contents: svg }];
  expect((await validateXML({ xml, normalization: 'c14n' })).errors).toEqual([]);
});

test('the badge of a target with nothing but unsteady violations says so', () => {
  expect(renderBadge(reportOf([unsteady], { verdict: 'violating' }))).toContain('violating, 1 unsteady, 0 passed');
});

test('the badge of a strict run reports the warnings that failed it', () => {
  const results = [resultOf('auth.first', { level: 'SHOULD', outcome: 'warn' }), resultOf('list.ok')];
  expect(renderBadge(reportOf(results, { verdict: 'violating' }))).toContain('violating, 1 warned, 1 passed');
});
