import { UsageError } from '../basics/usage-error.ts';
import { nearest } from './nearest.ts';
import { quoted } from './parsers.ts';
import type { Settings } from './table.ts';

type Selection = Pick<Settings, 'only' | 'skip'>;

export function isSelected(id: string, { only, skip }: Selection): boolean {
  return (only.length === 0 || matchesAny(id, only)) && !matchesAny(id, skip);
}

type Names = Readonly<Record<keyof Selection, string>>;

/** A pattern that matches nothing is a typing mistake. */
export function checkSelection(selection: Selection, ids: readonly string[], names: Names): void {
  for (const key of ['only', 'skip'] as const) {
    const unmatched = selection[key].find((pattern) => !ids.some((id) => matches(id, pattern)));
    if (unmatched === undefined) continue;
    const families = familiesOf(ids).map((family) => `${family}.*`);
    const isFamily = families.includes(`${unmatched}.*`);
    const [guess] = isFamily ? [`${unmatched}.*`] : nearest(unmatched, [...ids, ...families]);
    const advice = `choose from petstore-conformance list${guess ? `, perhaps ${guess}` : ''}`;
    throw new UsageError(`${names[key]} ${quoted(unmatched)} matches no requirement: ${advice}.`);
  }
  if (ids.some((id) => isSelected(id, selection))) return;
  throw new UsageError(`${names.only} and ${names.skip} together leave no requirement to check: loosen one of them.`);
}

/** The common beginnings of identifiers, such as `a.b` of `a.b.c`. */
export function familiesOf(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('.'))))];
}

export function matchesAny(id: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matches(id, pattern));
}

/**
 * Keeps every place in the text that the pattern can have reached: it may come from an untrusted report, and a regular
 * expression with many asterisks can take years.
 */
function matches(text: string, pattern: string): boolean {
  let reached = [0];
  for (const character of pattern.replace(/\*+/g, '*').split('')) {
    const [first] = reached;
    if (first === undefined) return false;
    const isNext = (at: number) => (character === '?' ? at < text.length : text[at] === character);
    if (character === '*') reached = Array.from({ length: text.length - first + 1 }, (_, index) => first + index);
    else reached = reached.filter(isNext).map((at) => at + 1);
  }
  return reached.includes(text.length);
}
