import { authRemedies } from './auth.ts';
import { bodyRemedies } from './bodies.ts';
import { createRemedies } from './create.ts';
import { errorRemedies } from './errors.ts';
import { getRemedies } from './get.ts';
import { intermittentRemedies } from './intermittent.ts';
import { listRemedies } from './list.ts';
import { nameRemedies } from './names.ts';
import type { Remedy, RemedyRow } from './remedy.ts';

export type { Remedy } from './remedy.ts';

/** The first row that has the name counts, so a single fault stands above the family that it would belong to. */
export const remedyRows: readonly RemedyRow[] = [
  ...intermittentRemedies,
  ...authRemedies,
  ...listRemedies,
  ...nameRemedies,
  ...createRemedies,
  ...bodyRemedies,
  ...errorRemedies,
  ...getRemedies,
];

export function remedyRowOf(fault: string): RemedyRow | undefined {
  return remedyRows.find(([names]) => names.split(/\s+/).some((pattern) => matches(fault, pattern)));
}

export function remedyOf(fault: string): Remedy | undefined {
  const row = remedyRowOf(fault);
  if (!row) return undefined;
  const [, text, code, fix] = row;
  return { text, code, fix };
}

export function matches(fault: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(fault);
}
