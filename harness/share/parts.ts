import type { Check } from '../check.ts';
import { whyLeftOut } from '../left-out.ts';
import type { Settings } from '../settings/settings.ts';
import type { Share } from './share.ts';

/** Requirements that are judged together, in a session of their own. Plain data, since it goes to a worker. */
export interface Part {
  readonly name: string;
  /** Whose results count. */
  readonly reports: readonly string[];
  /** These, and all that they build on, so that one defect is still told once. */
  readonly decides: readonly string[];
}

/** The part of all that runs no long property, or that needs its exchanges anyway. */
export const REST = 'rest';

/** Inputs that are enough to build on a property which another part tries with all of them. */
const RUNS_OF_A_BASE = 15;

/** Every part that there can be, in the order in which their word counts. */
export function partNamesOf(checks: readonly Check[]): readonly string[] {
  return [REST, ...longOnes(checks).map(({ id }) => id)];
}

/**
 * A part for each long property, and one for all the rest. What is judged over the exchanges of a run is judged in
 * every part, over the exchanges of that part.
 */
export function partsOf(checks: readonly Check[], settings: Settings): readonly Part[] {
  const journal = checks.filter(({ stage }) => stage === 'journal');
  const long = longOnes(checks).filter((check) => whyLeftOut(check, settings) === undefined);
  const rest = checks.filter((check) => !long.includes(check));
  const parts = long.map((check) => partOf(check.id, [check, ...journal], checks));
  // Neighbours go into the same share: the lightest go with the rest, which has the most to do.
  return [partOf(REST, rest, checks), ...parts.toSorted((a, b) => a.decides.length - b.decides.length)];
}

/** The parts that one share runs. It depends on nothing but the arguments, so all machines of a run split alike. */
export function partsOfShare(parts: readonly Part[], { index, count }: Share): readonly Part[] {
  const startOf = (share: number) => Math.ceil((share * parts.length) / count);
  return parts.slice(startOf(index - 1), startOf(index));
}

/** What a part decides, and how. */
export function checksOf({ reports, decides }: Part, checks: readonly Check[]): readonly Check[] {
  return checks
    .filter(({ id }) => decides.includes(id))
    .map((check) => (check.property && !reports.includes(check.id) ? brief(check) : check));
}

function brief(check: Check): Check {
  return {
    ...check,
    decide: (context) => {
      const runs = Math.min(context.settings.runs, RUNS_OF_A_BASE);
      return check.decide({ ...context, settings: { ...context.settings, runs } });
    },
  };
}

function longOnes(checks: readonly Check[]): readonly Check[] {
  const others = checks.filter(({ property }) => !property).map(({ id }) => id);
  const needed = withBases(others, checks);
  return checks.filter(({ id, property }) => property && !needed.includes(id));
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
