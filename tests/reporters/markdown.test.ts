import { expect, test } from 'vitest';
import { renderGithub } from '../../reporters/github.ts';
import { renderMarkdown } from '../../reporters/markdown.ts';
import { codeBlock, codeSpan, htmlText, markdownText } from '../../reporters/markdown-text.ts';
import { HOSTILE } from './hostile.ts';
import { failing, failure, fullReport, inPieces, reportOf, resultOf, waived, withFailure } from './samples.ts';

const text = renderMarkdown(fullReport);

test('markdown shows the verdict, then what is wrong, folded', () => {
  expect(text).toMatch(/^## Violating on 14 of 15 .*\n\n`http:\/\/127\.0\.0\.1:4010\/v1`, 2026-11-15/);
  const headings = [...text.matchAll(/^### (.*)|<summary>(\w[\w ]*\(\d+\))|<summary><code>([\w.-]+)/gm)];
  expect(headings.map(([, heading, folded, id]) => heading ?? folded ?? id)).toEqual([
    ...['Violations (3)', 'create.wrong-type', 'list.limit.maximum', 'create.echo'],
    ...['Warnings (1)', 'auth.challenge', 'Waivers and baseline (2)', 'Inconclusive (3)'],
    ...['Unobservable on this server (1)', 'Waived (2)', 'Known from the baseline (1)', 'Skipped (1)'],
    ...['Passed with a caveat (1)', 'Drift (1)', 'Observations (1)'],
  ]);
});

test('a warning that belongs to a violation is shown below that, and the others are the other warnings', () => {
  const warnings = ['list.status.whitespace', 'auth.challenge'].map((id, at) =>
    failing(id, { place: 8 + at, story: 7 + 2 * at }, { outcome: 'warn' }),
  );
  const lead = withFailure(failure, { place: 7, story: 7 });
  const shown = renderMarkdown(reportOf([lead, ...warnings], { verdict: 'violating' }));
  expect(shown).toMatch(/Violations \(1\).*list\.status\.whitespace.*Other warnings \(1\).*auth\.challenge/s);
});

test.each([
  '<details><summary><code>create.wrong-type</code> 201 for a name that is a number.</summary>',
  '- `create.large` `expected status 400; actual status 500; in 1 of 1 response`\n',
  '  Cause         201 for a name that is a number.\n',
  '- Every page was full. `list.complete`, `list.status.complete`\n',
  'It goes with the new store. `list.filter`\n  - `list.unique` (waived) `expected every id once; actual id 7 twice; in 1 of 1 response`\n',
  '- **The waiver of auth.accepted has ended. (fails the run)**\n',
  '- observed.order: by id, descending; now by id, ascending',
  '> The run was interrupted.\n\n> Warning: 2 interruptions',
  '  Usually       The page size is capped below 100, often by a default of the database library.\n',
  '  Reproduce     send it with replay\n',
])('markdown has %j', (part) => {
  expect(text).toContain(part);
});

test.each([
  [
    'failures',
    withFailure(failure, { cases: { total: 1, listed: [{ input: 'x', exchange: 7, curl: 'x'.repeat(10_000) }] } }),
  ],
  ['waivers', { ...waived, excuse: { by: 'waiver' as const, reason: 'x'.repeat(10_000), until: '2026-12-31' } }],
])('markdown stays short enough for a comment, and names all %s', (_case, result) => {
  const results = Array.from({ length: 300 }, (_, index) => ({ ...result, id: `list.${index}` }));
  const long = renderMarkdown(reportOf(results, { verdict: 'violating' }));
  expect(long.length).toBeLessThan(65_536);
  for (const { id } of results) expect(long).toContain(id);
});

test.each([
  [markdownText, 'a*b_c', 'a\\*b\\_c'],
  [markdownText, '- item', '\\- item'],
  [markdownText, '12. item', '12\\. item'],
  [markdownText, '# heading', '#&#8203; heading'],
  [markdownText, 'to @all', 'to @&#8203;all'],
  [markdownText, 'see https://example.org', 'see https\\://example.org'],
  [markdownText, 'a\n\nb', 'a b'],
  [markdownText, 'Plain words: 1.5, "x" (y).', 'Plain words: 1.5, "x" (y).'],
  [codeSpan, 'a`b', '``a`b``'],
  [codeSpan, '`', '`` ` ``'],
  [codeSpan, ' a\nb ', '`a b`'],
  [codeSpan, '', ''],
  [htmlText, 'a<b>&"\'*`🐈\n', 'a&#60;b&#62;&#38;&#34;&#39;&#42;&#96;&#128008; '],
])('%o of %j', (written, given, expected) => {
  expect(written(given)).toBe(expected);
});

test('a block cannot be ended by its content', () => {
  expect(codeBlock(HOSTILE).match(/^`{5}/gm)).toHaveLength(2);
});

test('github has one annotation for each story, and for what else a reader must know', () => {
  const lines = renderGithub(fullReport).trimEnd().split('\n');
  expect(lines.map((line) => line.slice(2, line.indexOf('::', 2)).replace(/(file=.*,)?title=/, ''))).toEqual([
    'error petstore-conformance',
    ...Array(3).fill('warning petstore-conformance'),
    'notice petstore-conformance',
    'notice Unobservable on this server',
    'notice Passed with a caveat',
    ...['error create.wrong-type (MUST)', 'error list.limit.maximum (MUST)', 'error create.echo (MUST)'],
    ...['warning auth.challenge (SHOULD)', 'notice list.unique (MUST)', 'notice auth.first (SHOULD)'],
    ...['error auth.accepted (expired)', 'notice list.ok (fixed)'],
  ]);
  expect(renderGithub(reportOf([inPieces]))).toMatch(
    /^::error title=create\.echo \(MUST\)::What create\.echo says\.%0AExpected: 201%0AActual: no response%0AGET \/pets%0AFrequency: In 1 of 1 response\.%0ASent: In two pieces, cut after byte 12 of 27\.%0AReproduce: send it with replay%0AReplay: petstore-conformance .*\n$/,
  );
  expect(renderGithub(reportOf([resultOf('list.ok')]))).toBe('');
});

test('github escapes what ends a title, and raises a warning that its waiver no longer fits', () => {
  const results = [resultOf('a:b,c%', { level: 'SHOULD', outcome: 'warn' })];
  const notice = { kind: 'expired', id: 'a:b,c%', sentence: 'The waiver ended.', fails: true } as const;
  const gate = { notices: [notice], drifted: [] };
  expect(renderGithub(reportOf(results))).toMatch(/^::warning title=a%3Ab%2Cc%25 \(SHOULD\)::/);
  expect(renderGithub(reportOf(results, { gate }))).toMatch(/^::error title=.*::The waiver ended\.%0A.*\n$/);
});

test('github puts what a waiver no longer covers beside the row of the waiver', () => {
  const place = { file: './conformance/a,b.yaml', line: 7 };
  const notice = { kind: 'expired', id: 'list.ok', sentence: 'The waiver ended.', fails: true, place } as const;
  const gate = { notices: [notice], drifted: [] };
  const where = 'file=conformance/a%2Cb.yaml,line=7';
  const failing = reportOf([resultOf('list.ok', { level: 'MUST', outcome: 'fail' })], { gate });
  expect(renderGithub(failing)).toContain(`::error ${where},title=list.ok (MUST)::`);
  const passing = reportOf([resultOf('list.ok')], { gate });
  expect(renderGithub(passing)).toBe(`::error ${where},title=list.ok (expired)::The waiver ended.\n`);
});
