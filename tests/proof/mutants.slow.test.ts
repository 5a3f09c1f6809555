import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Checked, Found } from '../../proof/mutants/check.ts';
import { type Explanation, explanationsOf, fateOf, problemsOf, VERDICTS } from '../../proof/mutants/explained.ts';
import { instrument } from '../../proof/mutants/instrument.ts';
import { changesOf, mutantsOfLines, type Source } from '../../proof/mutants/lines.ts';
import { keyOf, type Mutant, sample, withoutTwins } from '../../proof/mutants/mutant.ts';
import { OPERATORS, operatorsFor, type Syntax } from '../../proof/mutants/operators.ts';
import { rowsOf } from '../../proof/mutants/table.ts';
import { mutated } from '../../proof/mutants/workspace.ts';
import { readStacks } from '../../proof/stacks/stack.ts';

const explained: readonly Explanation[] = JSON.parse(readFileSync('proof/mutants/alive.json', 'utf8'));

/** What becomes of a line, by operator. */
function changed(syntax: Syntax, line: string): Readonly<Record<string, readonly string[]>> {
  const changes = operatorsFor(syntax).flatMap((one) =>
    changesOf(line, one).map((after) => [one.name, after] as const),
  );
  return Object.fromEntries(
    [...new Set(changes.map(([name]) => name))].map((name) => [
      name,
      changes.filter(([one]) => one === name).map(([, after]) => after),
    ]),
  );
}

describe('operators', () => {
  test.each<[syntax: Syntax, line: string, operator: string, after: readonly string[]]>([
    ['python', 'if status is None:', 'relational', ['if status is not None:']],
    ['python', 'x = 1 <= count', 'relational', ['x = 1 < count']],
    ['go', '	if err != nil || count > 100 {', 'logical', ['	if err != nil && count > 100 {']],
    ['go', '	if err != nil {', 'branch', ['	if true || (err != nil) {', '	if false && (err != nil) {']],
    ['go', '	if _, ok := all[name]; ok {', 'negation', ['	if _, ok := all[name]; !(ok) {']],
    ['python', '    if not valid:', 'negation', ['    if valid:', '    if not (not valid):']],
    ['php', '    if (!is_int($id)) {', 'negation', ['    if (is_int($id)) {', '    if (!(!is_int($id))) {']],
    ['python', 'limit = 20', 'constant', ['limit = (20 + 1)', 'limit = (20 - 1)']],
    ['python', 'code = "a"', 'literal', ['code = ""']],
    ['python', '    session.commit()', 'statement', ['    pass']],
    ['ruby', "    headers 'A' => 'B'", 'statement', ['    nil']],
    ['python', 'text = name.strip()', 'call', ['text = name']],
    ['js', 'const given = digest(token);', 'call', ['const given = token;']],
    ['python', 'return {"id": 1, "name": name}', 'field', ['return {"name": name}', 'return {"id": 1}']],
    ['js', 'const body = await read(request);', 'await', ['const body = read(request);']],
    ['js', 'same(given, key)', 'arguments', ['same(key, given)']],
    ['js', 'send(response, 201, pet)', 'status', ['send(response, 200, pet)', 'send(response, 202, pet)']],
    ['python', 'return found[:limit]', 'slice', ['return found[limit:]', 'return found[:limit + 1]', 'return found']],
    [
      'js',
      "'SELECT * FROM pets WHERE id = $1'",
      'query',
      ["'SELECT * FROM pets'", "'SELECT * FROM pets WHERE id >= $1'", "'SELECT * FROM pets WHERE id <> $1'"],
    ],
  ])('%s: %s (%s)', (syntax, line, operator, after) => {
    expect(changed(syntax, line)[operator]).toEqual(after);
  });

  test('what is in quotation marks is text, and what is not is code', () => {
    expect(changed('python', 'abort("more than 5 and less")')).not.toHaveProperty('constant');
    expect(changed('python', 'abort("this and that")')).not.toHaveProperty('logical');
    expect(changed('js', "const a = 'x', WHERE = b;")).not.toHaveProperty('query');
  });

  test('every change differs from the line', () => {
    for (const operator of OPERATORS) expect(operator.replacements.length).toBeGreaterThan(0);
  });
});

const source = (text: string, syntax: Syntax = 'python'): Source => ({ stack: 'flask', file: 'app.py', syntax, text });

describe('the mutants of a source', () => {
  test('comments, imports, logs and the choice of a naive version are left out', () => {
    const text = [
      '# if a == b:',
      '"""It is 5."""',
      'import json  # 5',
      'x = 1 if NAIVE == "a" else 2',
      '    log.Print(5)',
      'y = 3  # 4',
    ];
    expect(new Set(mutantsOfLines(source(text.join('\n'))).map(({ before }) => before))).toEqual(new Set(['y = 3']));
  });

  test('each has the whole source with one changed line, and keeps the comment', () => {
    const [first] = mutantsOfLines(source('a = b\nif x == 1:  # why\n    pass'));
    expect(first).toMatchObject({ operator: 'relational', before: 'if x == 1:', after: 'if x != 1:' });
    expect(first?.text).toBe('a = b\nif x != 1:  # why\n    pass');
  });

  test('those of Stryker are in one source, and known by their lines', async () => {
    const { text, mutants } = await instrument({
      ...source("export const isOpen = (a) =>\n  a === 'b'; // why\n", 'js'),
      file: 'server.mjs',
    });
    expect(text).toContain('stryMutAct');
    expect(mutants).toContainEqual(
      expect.objectContaining({ operator: 'relational', before: "a === 'b';", after: "a !== 'b';" }),
    );
    expect(mutants.every(({ active }) => active !== undefined && text.includes(`"${active}"`))).toBe(true);
  });
});

const mutant = (after: string): Mutant => ({ stack: 'koa', operator: 'call', before: 'a', after, file: 'server.mjs' });
const many = Array.from({ length: 100 }, (_, index) => mutant(`${index}`));
const afters = (mutants: readonly Mutant[]) => mutants.map(({ after }) => after);

describe('sampling', () => {
  test('the seed decides, and not the order', () => {
    expect(afters(sample(many.toReversed(), 10, 1))).toEqual(afters(sample(many, 10, 1)));
    expect(afters(sample(many, 10, 2))).not.toEqual(afters(sample(many, 10, 1)));
  });

  test('a larger sample begins with the smaller one, and another mutant takes at most one place', () => {
    const ten = afters(sample(many, 10, 1));
    expect(afters(sample(many, 20, 1)).slice(0, 10)).toEqual(ten);
    const kept = afters(sample([...many, mutant('new')], 10, 1)).filter((one) => ten.includes(one));
    expect(kept.length).toBeGreaterThanOrEqual(9);
  });

  test('mutants that are known by the same lines count once', () => {
    expect(afters(withoutTwins([mutant('1'), mutant('2'), mutant('1')]))).toEqual(['1', '2']);
  });
});

const silent: Found = { exitCode: 0, failed: [], warned: [], stories: [] };
const checked = (after: string, found: Partial<Found> | undefined): Checked => ({
  ...{ stack: 'koa', operator: 'call', before: 'a', after, seconds: 1 },
  ...(found && { found: { ...silent, ...found } }),
});
const explanations = explanationsOf([
  { verdict: 'open', reason: 'The document leaves it open.', mutants: [mutant('open')] },
  { verdict: 'rare', reason: 'Only --thorough sends it.', mutants: [mutant('rare')] },
]);

describe('survivors', () => {
  test.each<[string, Checked, isThorough: boolean, expected: readonly unknown[]]>([
    ['a reported one', checked('x', { exitCode: 1, failed: ['list.ok'] }), false, []],
    ['one that only warns', checked('x', { warned: ['auth.first'] }), false, []],
    ['one that is broken at its start', checked('x', undefined), false, []],
    ['an explained one', checked('open', {}), false, []],
    ['an unexplained one', checked('x', {}), false, [expect.stringContaining('nothing explains it')]],
    [
      'an explained one that is reported',
      checked('open', { exitCode: 1 }),
      false,
      [expect.stringContaining('needs no')],
    ],
    ['a rare one', checked('rare', {}), false, []],
    ['a rare one in a thorough run', checked('rare', { exitCode: 1 }), true, []],
    [
      'a rare one that not even a thorough run reports',
      checked('rare', {}),
      true,
      [expect.stringContaining('not even')],
    ],
  ])('%s', (_, one, isThorough, expected) => {
    expect(problemsOf([one], explanations, isThorough)).toEqual(expected);
  });

  test('the table counts by stack', () => {
    const failing = checked('y', { exitCode: 1, failed: ['list.ok'] });
    const weak = [
      checked('v', { warned: ['auth.first'] }),
      checked('w', { exitCode: 3 }),
      checked('u', { exitCode: 4 }),
    ];
    const alive = [checked('open', {}), checked('rare', {}), checked('x', {})];
    const figures = ['8', '4', '1', '2', '0', '1', '2', '1'];
    expect(rowsOf([failing, ...weak, ...alive, checked('z', undefined)], explanations)).toEqual([
      ['koa', ...figures],
      ['all', ...figures],
    ]);
  });
});

describe('the explained survivors', () => {
  const existing = new Set<string>();
  beforeAll(async () => {
    for (const stack of readStacks()) for (const one of (await mutated(stack)).mutants) existing.add(keyOf(one));
  });

  test('are mutants of the servers as they are', () => {
    const gone = explained.flatMap(({ mutants }) => mutants.filter((one) => !existing.has(keyOf(one))));
    expect(gone).toEqual([]);
  });

  test('are explained once, in a sentence', () => {
    const keys = explained.flatMap(({ mutants }) => mutants.map(keyOf));
    expect(keys).toHaveLength(new Set(keys).size);
    for (const { verdict, reason } of explained) {
      expect(VERDICTS).toContain(verdict);
      expect(reason).toMatch(/^[A-Z].{15,}\.$/);
    }
  });

  test('a mutant that nothing is known about is unexplained', () => {
    expect(fateOf(checked('x', {}), explanations)).toBe('unexplained');
  });
});
