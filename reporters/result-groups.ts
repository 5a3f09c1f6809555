import type { Result } from '../harness/report/model.ts';
import { groupBy } from './group.ts';
import type { RenderOptions } from './index.ts';

export interface ResultGroup {
  readonly title: string;
  readonly results: readonly Result[];
}

/** What can fail, by area or by section. A result is in every section that it follows from. */
export function resultGroupsOf(
  results: readonly Result[],
  options: Pick<RenderOptions, 'groupBy' | 'specification'>,
): readonly ResultGroup[] {
  const decidable = results.filter(({ outcome }) => outcome !== 'observed');
  if (options.groupBy !== 'section' || options.specification === undefined) {
    return [...groupBy(decidable, ({ area }) => area)].map(([title, members]) => ({ title, results: members }));
  }
  return options.specification
    .map(({ title, requires }) => ({ title, results: decidable.filter(({ id }) => requires.includes(id)) }))
    .filter((group) => group.results.length > 0);
}
