import type { Check } from '../check.ts';
import { whyLeftOut } from '../left-out.ts';
import type { Settings } from '../settings/settings.ts';

/** Requirements that are judged together, in a session of their own. Plain data, since it goes to a worker. */
export interface Part {
  readonly name: string;
  /** Whose results count. */
  readonly reports: readonly string[];
  /** These, and all that they build on, so that one defect is still told once. */
  readonly decides: readonly string[];
}

/** The part of all that runs no long property. */
export const REST = 'rest';

/** Every part that there can be, in the order in which their word counts. */
export function partNamesOf(checks: readonly Check[]): readonly string[] {
  return [REST, ...checks.filter(({ property }) => property).map(({ id }) => id)];
}

/**
 * A part for each property, and one for all the rest. What is judged over the exchanges of a run is judged in every
 * part, over the exchanges of that part.
 */
export function partsOf(checks: readonly Check[], settings: Settings): readonly Part[] {
  const journal = checks.filter(({ stage }) => stage === 'journal');
  const long = checks.filter((check) => check.property && whyLeftOut(check, settings) === undefined);
  const rest = checks.filter((check) => !long.includes(check));
  return [partOf(REST, rest, checks), ...long.map((check) => partOf(check.id, [check, ...journal], checks))];
}

function partOf(name: string, own: readonly Check[], checks: readonly Check[]): Part {
  const reports = own.map(({ id }) => id);
  return { name, reports, decides: withBases(reports, checks) };
}

/** These requirements and all that they build on, directly or through others. */
function withBases(ids: readonly string[], checks: readonly Check[]): readonly string[] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const reached = new Set(ids);
  // A set that grows while it is walked is walked to its end.
  for (const id of reached) for (const base of basesOf(byId.get(id))) reached.add(base);
  return [...reached];
}

function basesOf(check: Check | undefined): readonly string[] {
  if (check === undefined) return [];
  const { after, unlessFailed, asks, traffic } = check;
  // Everybody's exchanges are judged by whoever sent them.
  return [...after, ...unlessFailed, ...asks, ...(traffic === 'everything' ? [] : traffic)];
}
