import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkServer } from '../../proof/mutation/check-mutant.ts';
import { EXCUSES, readExplanations } from '../../proof/mutation/explanations.ts';
import { keyOf } from '../../proof/mutation/mutant.ts';
import { mutantsOf } from '../../proof/mutation/mutants-of.ts';
import { readSources } from '../../proof/mutation/reference-source.ts';
import { type MutationSummary, SUMMARY_FILE } from '../../proof/mutation/result.ts';

const sources = readSources();
const explanations = readExplanations();
const summary = JSON.parse(readFileSync(SUMMARY_FILE, 'utf8')) as MutationSummary;

const mutationsOf = (source: string) => mutantsOf('sample.ts', source).map(({ mutated }) => mutated);

describe('the mutator', () => {
  test.each<[source: string, mutated: string[]]>([
    ['if (a) b();', ['if (true) b();', 'if (false) b();', 'if (a) {}']],
    ['let a = b <= c;', ['let a = b < c;', 'let a = b > c;']],
    ['let a = b && !c;', ['let a = b;', 'let a = !c;', 'let a = b || !c;', 'let a = b && c;']],
    ['let a = b ?? 1n;', ['let a = b;', 'let a = 1n;', 'let a = b ?? 2n;', 'let a = b ?? 0n;']],
    [
      "let a = ['x', 0];",
      ["let a = ['', 0];", 'let a = [...[], 0];', "let a = ['x', 1];", "let a = ['x', -1];", "let a = ['x', ...[]];"],
    ],
    [
      "let a = { b, 'c': '' };",
      ["let a = { ...{}, 'c': '' };", 'let a = { b, ...{} };', "let a = { b, 'c': 'mutated' };"],
    ],
    ['let a = b.filter(c).length;', ['let a = b.length;']],
    ['let a = b?.c + d?.[e];', ['let a = b?.c - d?.[e];', 'let a = b.c + d?.[e];', 'let a = b?.c + d[e];']],
    [`let a = \`b\${c}d\`;`, [`let a = \`\${c}d\`;`, `let a = \`b\${c}\`;`]],
    [
      'let a = /^b+[^+]$/i;',
      [
        'let a = /b+[^+]$/i;',
        'let a = /^b[^+]$/i;',
        'let a = /^b+[+]$/i;',
        'let a = /^b+[^+]/i;',
        'let a = /^b+[^+]$/;',
      ],
    ],
    ['let a = (): number => b;', ['let a = (): number => undefined;']],
    ['function a() {\n  return b;\n}', ['return undefined;']],
  ])('changes %j one thing at a time', (source, mutated) => {
    expect(mutationsOf(source)).toEqual(mutated);
  });

  test('leaves alone what is gone before the program runs', () => {
    expect(mutationsOf("import type { A } from './a.ts';\ntype B = 'b' | 1;\ninterface C { d: 'e' }")).toEqual([]);
  });

  test('reports the changed lines and where they are', () => {
    const [mutant] = mutantsOf('sample.ts', 'const a = b;\n\n  if (a)\n    c();\n');
    expect(mutant).toEqual({
      file: 'sample.ts',
      line: 3,
      original: 'if (a)',
      mutated: 'if (true)',
      source: 'const a = b;\n\n  if (true)\n    c();\n',
    });
  });
});

describe('a mutant of the reference is killed', () => {
  test.concurrent.each([
    ['reference/rules/list.ts', 'return pet.status !== status;', 'list.status.only'],
    ['reference/rules/list.ts', 'const DEFAULT_LIMIT = 21;', 'list.limit.default'],
    ['reference/store.ts', 'this.#serial += 0;', 'create.id.unique'],
  ])('%s: %s', async (file, mutated, requirement) => {
    const mutant = mutantsOf(file, sources.get(file) ?? '').find((candidate) => candidate.mutated === mutated);
    const fate = await checkServer(new Map(sources).set(file, mutant?.source ?? ''));
    expect(fate.kind).toBe('violates');
    expect(fate.reportedBy).toContain(requirement);
  });
});

describe('the explanations of survivors', () => {
  test('are sentences with a known excuse, each for one mutant', () => {
    for (const { excuse, reason } of explanations) {
      expect(EXCUSES).toContain(excuse);
      expect(reason).toMatch(/^[A-Z`].{20,}\.$/);
    }
    expect(new Set(explanations.map(keyOf)).size).toBe(explanations.length);
  });

  test('are of mutants that can still be made', () => {
    const keys = new Set([...sources].flatMap(([file, source]) => mutantsOf(file, source).map(keyOf)));
    expect(explanations.filter((explanation) => !keys.has(keyOf(explanation)))).toEqual([]);
  });

  test('leave no survivor of the committed summary unexplained', () => {
    expect(summary.counts).toMatchObject({ explained: summary.counts.survived, unexplained: 0 });
    for (const [file, { survived }] of Object.entries(summary.files)) {
      const explained = explanations.filter((explanation) => explanation.file === file).length;
      // The same change of two equal lines is two survivors with one explanation.
      expect(explained, file).toBeLessThanOrEqual(survived);
      expect(explained > 0, file).toBe(survived > 0);
    }
  });
});
