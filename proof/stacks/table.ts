import { longest, pad } from '../../reporters/text.ts';
import type { CheckedStack } from './check.ts';

const HEAD = ['stack', 'verdict', 'naive versions found exactly', 'seconds'];

/** What the runs came to, one line per stack, and below it whatever is wrong. */
export function tableOf(checked: readonly CheckedStack[]): string {
  const rows = [HEAD, ...checked.map((one) => [one.stack.name, ...cellsOf(one), one.seconds.toFixed(0)])];
  const widths = HEAD.map((_, column) => longest(rows.map((row) => row[column] ?? '')) + 2);
  const lines = rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('')
      .trimEnd(),
  );
  const problems = checked.flatMap(({ stack, checks }) =>
    checks.flatMap((check) => check.problems.map((problem) => `${stack.name}, ${check.name}: ${problem}`)),
  );
  return `${[...lines, ...(problems.length > 0 ? ['', ...problems] : [])].join('\n')}\n`;
}

/** Verdict and naive versions. */
export function cellsOf({ stack, checks }: CheckedStack): readonly [verdict: string, naive: string] {
  const isRight = (naive: boolean) => checks.filter((check) => check.isNaive === naive && check.problems.length === 0);
  const runs = checks.filter(({ isNaive }) => !isNaive);
  const wrong = runs.filter(({ problems }) => problems.length > 0).map(({ name }) => name);
  const strict = stack.warns === undefined || stack.warns.length === 0 ? ', also strict' : '';
  const verdict = wrong.length > 0 ? `WRONG: ${wrong.join(', ')}` : `conforming${strict}`;
  return [verdict, `${isRight(true).length}/${stack.naive.length}`];
}

export const isRight = ({ checks }: CheckedStack) => checks.every(({ problems }) => problems.length === 0);
