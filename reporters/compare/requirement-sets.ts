import { count } from '../text.ts';
import type { Entrant } from './model.ts';

/** Why two reports cannot be set side by side, in words to follow their names; undefined where they can. */
export function differenceOfSets(one: Entrant, other: Entrant): string | undefined {
  const first = levelsOf(one);
  const second = levelsOf(other);
  const different = [...new Set([...first.keys(), ...second.keys()])].filter((id) => first.get(id) !== second.get(id));
  const [example] = different;
  if (example === undefined) return undefined;
  const tell = (level: string | undefined) => level ?? 'not there';
  const told = `${example} is ${tell(first.get(example))} in one and ${tell(second.get(example))} in the other`;
  return `differ in ${count(different.length, 'requirement')} (${told})`;
}

function levelsOf({ report }: Entrant): ReadonlyMap<string, string> {
  return new Map(report.results.map(({ id, level }) => [id, level]));
}
