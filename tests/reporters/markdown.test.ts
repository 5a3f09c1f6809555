import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../reporters/markdown.ts';
import { codeBlock, codeSpan, htmlText, markdownText } from '../../reporters/markdown-text.ts';
import { HOSTILE, hostileReport } from './hostile.ts';
import { failure, fullReport, reportOf, resultOf } from './samples.ts';

test('markdown shows the verdict, then what is wrong, folded', () => {
  const text = renderMarkdown(fullReport);
  expect(
    text.startsWith(
      '## Violating: 4 MUST requirements failed, 1 of them unsteady.\n\n`http://127.0.0.1:4010/v1`, 2026-11-15',
    ),
  ).toBe(true);
  const headings = [...text.matchAll(/^###.*|<summary>.*<\/summary>/gm)].map(([line]) => line.replace(/<[^>]+>/g, ''));
  expect(headings).toEqual([
    '### Violations (4)',
    'list.limit.maximum limit=100 is accepted and gives at most 100 pets, and 100 when as many exist.',
    'create.echo What create.echo says.',
    'create.minimal What create.minimal says.',
    'create.wrong-type What create.wrong-type says.',
    '### Warnings (1)',
    'auth.challenge What auth.challenge says.',
    '### Waivers and baseline (3)',
    'Not decided (3)',
    'Waived (2)',
    'Known from the baseline (1)',
    'Skipped (1)',
    'Passed for some operations (1)',
    'Observations that drifted (1)',
    'Observations (1)',
  ]);
  expect(text).toContain('- Every page was full. `list.complete`, `list.status.complete`\n');
  expect(text).toContain('> The run was interrupted.\n');
});

test('markdown reports what is excused and why, what the gate says, and what drifted', () => {
  const text = renderMarkdown(fullReport);
  expect(text).toContain(
    '- `list.unique` Waived until 2026-12-31 by the pets team: It goes with the new store. `expected every id once; actual id 7 twice`\n',
  );
  expect(text).toContain(
    '- `auth.first` Known: It is no worse than in the baseline of 2026-11-01, where it failed. `expected 401;',
  );
  expect(text).toMatch(
    /### Waivers and baseline \(3\)\n\n- \*\*Fails the run:\*\* The waiver of auth\.accepted .*\n- \*\*Fails the run:\*\* list\.limit\.maximum .*\n- list\.ok passed;/,
  );
  expect(text).toContain('- `observed.order` `by name` → `by id, ascending`\n');
});

test('markdown says of a cause that all of it is excused', () => {
  const causes = [{ cause: 'Identifiers come twice.', explains: ['list.unique'], leavesOpen: ['list.agrees'] }];
  expect(renderMarkdown({ ...fullReport, causes })).toContain('leaves open `list.agrees` (excused)\n');
});

test('markdown names a cause once, before the rows that it breaks', () => {
  const causes = [{ cause: 'A page ends at 80 pets.', explains: ['list.a', 'list.b'], leavesOpen: ['history.agrees'] }];
  expect(renderMarkdown({ ...fullReport, causes })).toContain(
    '### Causes (1)\n\n- A page ends at 80 pets. Breaks `list.a`, `list.b`; leaves open `history.agrees`\n\n### Viol',
  );
});

test('markdown of a passing run is a few lines', () => {
  expect(renderMarkdown(reportOf([resultOf('list.ok')])).split('\n').length).toBeLessThan(8);
});

test('markdown stays short enough for a comment, and reports every failure all the same', () => {
  const curl = 'x'.repeat(10_000);
  const results = Array.from({ length: 300 }, (_, index) => ({ ...failure, id: `list.${index}`, curl }));
  const text = renderMarkdown(reportOf(results, { verdict: 'violating' }));
  expect(text.length).toBeLessThan(65_536);
  for (const { id } of results) expect(text).toContain(id);
});

test('markdown stays short enough with much that is excused, and names it all', () => {
  const reason = 'x'.repeat(10_000);
  const excuse = { by: 'waiver', reason, owner: reason, until: '2026-12-31' } as const;
  const results = Array.from({ length: 300 }, (_, index) => ({ ...failure, id: `list.${index}`, excuse }));
  const text = renderMarkdown(reportOf(results));
  expect(text.length).toBeLessThan(65_536);
  for (const { id } of results) expect(text).toContain(`\`${id}\``);
});

describe('what a server chose', () => {
  const text = renderMarkdown(hostileReport);

  test('stands in code or is escaped', () => {
    const outsideOfCode = text
      .replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
      .replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
    const markup = [...outsideOfCode.matchAll(/(?<!\\)<[^>\n]*>/g)].map(([tag]) => tag);
    const ours = ['<details>', '</details>', '<summary>', '</summary>', '<code>', '</code>'];
    expect(markup.filter((tag) => !ours.includes(tag))).toEqual([]);
    expect(outsideOfCode.replace(/<summary>.*<\/summary>/g, '')).not.toMatch(
      /@somebody|(?<!\\)!\[|(?<!\\)\]\(|[^\\]:\/\/|www\.e|^# heading|^\|/m,
    );
  });

  test('cannot end the block that it stands in', () => {
    const block = codeBlock(HOSTILE);
    expect(block.startsWith('`````text\n')).toBe(true);
    expect(block.split('\n').filter((line) => line.startsWith('`````'))).toHaveLength(2);
  });
});

test.each([
  ['a*b_c', 'a\\*b\\_c'],
  ['- item', '\\- item'],
  ['12. item', '12\\. item'],
  ['# heading', '#&#8203; heading'],
  ['to @all', 'to @&#8203;all'],
  ['see https://example.org', 'see https\\://example.org'],
  ['a\n\nb', 'a b'],
  ['Plain words: 1.5, "x" (y).', 'Plain words: 1.5, "x" (y).'],
])('%j as Markdown', (text, expected) => {
  expect(markdownText(text)).toBe(expected);
});

test.each([
  ['a', '`a`'],
  ['a`b', '``a`b``'],
  ['`', '`` ` ``'],
  [' a\nb ', '`a b`'],
  ['', ''],
])('%j as code', (text, expected) => {
  expect(codeSpan(text)).toBe(expected);
});

test('text inside of HTML is made of references', () => {
  expect(htmlText('a<b>&"\'*`🐈\n')).toBe('a&#60;b&#62;&#38;&#34;&#39;&#42;&#96;&#128008; ');
});

test('markdown has the evidence of a violation, every listed case, and what a pass covers', () => {
  const text = renderMarkdown(fullReport);
  expect(text).toContain('  Frequency   Intermittent: in 3 of 41 responses; not seen again in 3 repeats.\n');
  expect(text).toContain(
    'categoryId "42" → status 500 (expected status 400 or 404)\n              and 8 more, 14 in all',
  );
  expect(text).toContain('- Checked: listPets, createPet. `auth.accepted`\n');
  expect(text).toContain('seed 42  \n2 interruptions by something in front of the service, 3.1 s\n');
});
