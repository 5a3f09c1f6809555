import { longest, pad } from '../../reporters/text.ts';
import { type Checked, isReported } from './check.ts';
import { type Explanations, type Fate, fateOf } from './explained.ts';

export const HEAD = [
  'mutants of',
  'mutants',
  'reported',
  'by a warning only',
  'by the exit code only',
  'equivalent',
  'open',
  'missed',
  'broken at start',
] as const;

/** One row for each stack, and one for all. */
export function rowsOf(checked: readonly Checked[], explanations: Explanations): readonly (readonly string[])[] {
  const row = (name: string, some: readonly Checked[]) => {
    const fates = some.map((one) => fateOf(one, explanations));
    const count = (...counted: readonly Fate[]) => `${fates.filter((fate) => counted.includes(fate)).length}`;
    const weak = some.flatMap(({ found }) => (found && isReported(found) && found.failed.length === 0 ? found : []));
    const warned = weak.filter(({ exitCode }) => exitCode === 0).length;
    const reported = [count('reported'), `${warned}`, `${weak.length - warned}`];
    const alive = [count('equivalent'), count('open'), count('rare', 'missed', 'unexplained')];
    return [name, `${some.length}`, ...reported, ...alive, count('broken')];
  };
  const stacks = [...new Set(checked.map(({ stack }) => stack))].toSorted();
  const rows = stacks.map((name) => {
    const own = checked.filter(({ stack }) => stack === name);
    return row(name, own);
  });
  return [...rows, row('all', checked)];
}

export function tableOf(checked: readonly Checked[], explanations: Explanations): string {
  const rows = [HEAD, ...rowsOf(checked, explanations)];
  const widths = HEAD.map((_, column) => longest(rows.map((row) => row[column] ?? '')) + 2);
  return `${rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join('')
        .trimEnd(),
    )
    .join('\n')}\n`;
}
