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

/** A pattern that matches nothing is a typing mistake that would otherwise pass for a choice. */
export function checkSelection({ only, skip }: Selection, ids: readonly string[]): void {
  for (const pattern of only) checkPattern('--only', pattern, ids);
  for (const pattern of skip) checkPattern('--skip', pattern, ids);
  if (!ids.some((id) => isSelected(id, { only, skip }))) {
    throw new UsageError('--only and --skip together leave no requirement to check: loosen one of them.');
  }
}

/** What several identifiers start with: `auth.missing` of `auth.missing.listPets` and its like. */
export function familiesOf(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('.'))))];
}

function checkPattern(flag: string, pattern: string, ids: readonly string[]): void {
  if (ids.some((id) => matchesAny(id, [pattern]))) return;
  const families = familiesOf(ids).map((family) => `${family}.*`);
  const [guess] = families.includes(`${pattern}.*`) ? [`${pattern}.*`] : nearest(pattern, [...ids, ...families]);
  const advice = `choose from petstore-conformance list${guess ? `, perhaps ${guess}` : ''}`;
  throw new UsageError(`${flag} ${quoted(pattern)} matches no requirement: ${advice}.`);
}

export function matchesAny(id: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => expressionOf(pattern).test(id));
}

function expressionOf(glob: string): RegExp {
  const literal = glob.replace(/[\\^$.+()[\]{}|]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
