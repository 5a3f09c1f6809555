import { memoize } from '../../harness/basics/memoize.ts';
import type { Reading } from '../reading/reading.ts';
import { requirementOf } from '../requirements/index.ts';
import type { Violation } from '../requirements/rules/violation.ts';

/*
 * What is the same failure. Violations fail alike if operation, credential, answer, what is wrong and culprits are the
 * same. They are the same failure if the requirement is the same, too. Narrowing, repeats and stories ask the first,
 * groups, waivers and baselines the second.
 */

/** What came back: a status, or how the request ended. */
export function answerOf({ status, failure }: Reading): string {
  return String(status || (failure?.kind ?? 'none'));
}

/** What is wrong with the answer, besides its status: a field, the length of a page, or a pet. */
export function wrongIn({ reading, changed, lacks, petId }: Violation): string {
  if (changed !== undefined) return changed;
  const { page } = reading.asked;
  if (!page || !reading.isSuccess) return '';
  if ((reading.pets?.length ?? 0) > page.limit) return 'too long';
  if (lacks !== undefined) return 'too short';
  return petId === undefined ? '' : 'pet';
}

/** The same for violations that fail alike, as far as the culprits are known to be the same. */
const alikeKey = memoize((violation: Violation): string => {
  const { operation = 'none', credential } = violation.reading.asked;
  return JSON.stringify([operation, credential, answerOf(violation.reading), wrongIn(violation)]);
});

/** The same for violations that are the same failure: of a form, whatever was sent; else as far as the culprits are the same. */
export function failureKey(violation: Violation): string {
  const { id, reading } = violation;
  const { form } = requirementOf(id);
  return JSON.stringify(form ? [id, reading.asked.operation, form(reading)] : [id, alikeKey(violation)]);
}

/** Whether two exchanges share a violation that fails alike. */
export function failAlike(some: readonly Violation[], others: readonly Violation[]): boolean {
  const keys = new Set(some.map(alikeKey));
  return others.some((other) => keys.has(alikeKey(other)));
}

/** Fewer values, and all of them among the others. */
export function isPartOf(some: readonly string[], values: readonly string[]): boolean {
  return some.length < values.length && some.every((value) => values.includes(value));
}
