import { nearest } from './nearest.ts';
import { quoted } from './parsers.ts';
import { UsageError } from './usage-error.ts';

export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

export function isSelected(id: string, { only, skip }: Selection): boolean {
  return (only.length === 0 || matchesAny(id, only)) && !matchesAny(id, skip);
}

type Names = Readonly<Record<keyof Selection, string>>;

/** A pattern that matches nothing is a typing mistake. */
export function checkSelection(selection: Selection, ids: readonly string[], names: Names): void {
  for (const key of ['only', 'skip'] as const) {
    for (const pattern of selection[key]) checkPattern(names[key], pattern, ids);
  }
  if (ids.some((id) => isSelected(id, selection))) return;
  throw new UsageError(`${names.only} and ${names.skip} together leave no requirement to check: loosen one of them.`);
}

/** The common beginnings of identifiers, such as `auth.missing` of `auth.missing.listPets`. */
export function familiesOf(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('.'))))];
}

function checkPattern(name: string, pattern: string, ids: readonly string[]): void {
  if (ids.some((id) => matchesAny(id, [pattern]))) return;
  const families = familiesOf(ids).map((family) => `${family}.*`);
  const [guess] = families.includes(`${pattern}.*`) ? [`${pattern}.*`] : nearest(pattern, [...ids, ...families]);
  const advice = `choose from petstore-conformance list${guess ? `, perhaps ${guess}` : ''}`;
  throw new UsageError(`${name} ${quoted(pattern)} matches no requirement: ${advice}.`);
}

export function matchesAny(id: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matches(id, pattern));
}

/**
 * Character by character, with one step back to the last asterisk: a pattern may come from an untrusted report, and a
 * regular expression with many asterisks can take years.
 */
function matches(text: string, pattern: string): boolean {
  let [at, star, resume] = [0, -1, 0];
  for (let index = 0; index < text.length; ) {
    if (pattern[at] === '*') {
      star = at;
      at += 1;
      resume = index;
    } else if (pattern[at] === '?' || pattern[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else {
      return false;
    }
  }
  return [...pattern.slice(at)].every((character) => character === '*');
}
