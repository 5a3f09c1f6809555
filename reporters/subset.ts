import type { Report } from '../harness/report/model.ts';
import { isSelected } from '../harness/settings/selection.ts';
import { cut, oneLine } from './text.ts';

/** The basis of a verdict if not every requirement was selected. */
export interface Subset {
  readonly selected: number;
  readonly total: number;
  /** "--only list.*, get.* --skip get.unknown" */
  readonly by: string;
}

/** Undefined if every requirement was selected. Observations do not count: they decide nothing. */
export function subsetOf({ results, run }: Report): Subset | undefined {
  const selection = { only: patternsIn(run.settings.only), skip: patternsIn(run.settings.skip) };
  const requirements = results.filter(({ level }) => level !== 'INFO');
  const selected = requirements.filter(({ id }) => isSelected(id, selection)).length;
  if (selected === requirements.length) return undefined;
  const by = [...flagsOf('--only', selection.only), ...flagsOf('--skip', selection.skip)].join(' ');
  return { selected, total: requirements.length, by };
}

/** "on 3 of 69 requirements (subset: --only list.*)" */
export function subsetInWords({ selected, total, by }: Subset): string {
  return `on ${selected} of ${total} requirements (subset: ${by})`;
}

/** A report may come from anywhere, and its settings may be of any type. */
function patternsIn(recorded: Report['run']['settings'][string] | undefined): readonly string[] {
  return Array.isArray(recorded) ? recorded : [];
}

const MOST_PATTERNS = 3;
const LONGEST_PATTERN = 41;

/** Short enough to stay on the line of the verdict. */
function flagsOf(flag: string, patterns: readonly string[]): readonly string[] {
  if (patterns.length === 0) return [];
  const shown = patterns
    .slice(0, MOST_PATTERNS)
    .map((pattern) => cut(oneLine(pattern), LONGEST_PATTERN))
    .join(', ');
  const more = patterns.length - MOST_PATTERNS;
  return [`${flag} ${shown}${more > 0 ? ` and ${more} more` : ''}`];
}
