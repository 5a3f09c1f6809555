import { GROUPINGS } from '../harness/report/section.ts';
import type { Flags } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import type { RenderOptions } from '../reporters/index.ts';
import { sections } from '../suites/catalogue/sections.ts';
import { isSwitchedOn } from './flags.ts';
import type { Flag } from './invocation.ts';

export const GROUP_BY: Flag = {
  flag: 'group-by',
  placeholder: GROUPINGS.join('|'),
  description: 'Group the results in the terminal and in markdown by area, or by section of the specification.',
  default: GROUPINGS[0],
};

/** What the forms of a report know beside the report. */
export function presentationOf(flags: Flags): Pick<RenderOptions, 'groupBy' | 'specification' | 'verbose'> {
  const [fallback] = GROUPINGS;
  const given = flags.get(GROUP_BY.flag)?.at(-1) ?? fallback;
  const groupBy = GROUPINGS.find((grouping) => grouping === given);
  if (groupBy === undefined) throw new UsageError(`--${GROUP_BY.flag} takes ${GROUPINGS.join(' or ')}.`);
  return { groupBy, specification: sections, verbose: isSwitchedOn(flags, 'verbose') };
}
