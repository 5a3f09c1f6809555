import { groupBy } from '../harness/basics/group-by.ts';
import type { Report, Result } from '../harness/model/report.ts';
import { requirementsIn, withEffectiveOutcome } from './effective-outcome.ts';
import { cut, oneLine } from './text.ts';

/** What a verdict rests on if not every requirement was checked. */
interface Basis {
  readonly checked: number;
  readonly total: number;
  readonly skipped: readonly { readonly why: string; readonly number: number }[];
}

/** Undefined if nothing was skipped. Observations do not count: they decide nothing. */
export function basisOf({ results, run }: Report): Basis | undefined {
  const requirements = requirementsIn(results);
  const skipped = withEffectiveOutcome(results, 'skipped');
  if (skipped.length === 0) return undefined;
  const groups = [...groupBy(skipped, (result) => whyOf(result, run.settings))];
  return {
    checked: requirements.length - skipped.length,
    total: requirements.length,
    skipped: groups.map(([why, members]) => ({ why, number: members.length })),
  };
}

/** "on 50 of 72 (read-only: 22 skipped)" */
export function basisInWords({ checked, total, skipped }: Basis): string {
  const parts = skipped.map(({ why, number }) => `${why === '' ? '' : `${why}: `}${number} skipped`);
  return `on ${checked} of ${total} (${parts.join('; ')})`;
}

/** Short enough to stay on the line of the verdict. */
const MAX_FLAGS = 60;

/** Why it was skipped, in a few words. */
export function whyOf({ why }: Result, { only, skip }: Report['run']['settings']): string {
  if (why?.kind === 'read-only') return why.kind;
  if (why?.kind !== 'not-selected') return why?.kind.replaceAll('-', ' ') ?? '';
  // A report may come from anywhere, with settings of any type.
  const flags = Object.entries({ '--only': only, '--skip': skip }).flatMap(([flag, patterns]) =>
    Array.isArray(patterns) && patterns.length > 0 ? [`${flag} ${patterns.join(', ')}`] : [],
  );
  return flags.length > 0 ? cut(oneLine(flags.join(' ')), MAX_FLAGS) : 'not selected';
}
