import type { Report } from '../harness/report/model.ts';
import { isSelected } from '../harness/settings/selection.ts';

/** What a verdict rests on where the user selected some requirements only. */
export interface Subset {
  readonly selected: number;
  readonly total: number;
  /** "--only list.*, get.* --skip get.unknown" */
  readonly by: string;
}

/** Undefined where every requirement was selected. Observations do not count: they decide nothing. */
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

type Recorded = Report['run']['settings'][string] | undefined;

/** A report may come from anywhere, and its settings may be of any type. */
function patternsIn(recorded: Recorded): readonly string[] {
  return Array.isArray(recorded) ? recorded : [];
}

const MOST_PATTERNS = 3;
const LONGEST_PATTERN = 40;

/** Short enough to stay on the line of the verdict. */
function flagsOf(flag: string, patterns: readonly string[]): readonly string[] {
  if (patterns.length === 0) return [];
  const shown = patterns.slice(0, MOST_PATTERNS).map(shortened).join(', ');
  const more = patterns.length - MOST_PATTERNS;
  return [`${flag} ${shown}${more > 0 ? ` and ${more} more` : ''}`];
}

function shortened(pattern: string): string {
  const characters = [...pattern.replace(/\s+/g, ' ')];
  return characters.length > LONGEST_PATTERN
    ? `${characters.slice(0, LONGEST_PATTERN).join('')}…`
    : characters.join('');
}
