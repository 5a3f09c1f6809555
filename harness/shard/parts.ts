import type { Check } from '../run/check.ts';
import { skipReason, withNeeds } from '../run/check.ts';
import { isSelected } from '../settings/selection.ts';
import type { Settings } from '../settings/settings.ts';
import type { Shard } from './shard.ts';

/** Requirements that are checked together, in a session of their own. Plain data, since it goes to a worker. */
export interface Part {
  readonly name: string;
  /** Whose results count. */
  readonly reports: readonly string[];
  /** These, and all that they need, so that one defect is still reported once. */
  readonly decides: readonly string[];
}

/** The part of all that runs no long property, or that needs its exchanges anyway. */
export const REST = 'rest';

/** Inputs that are enough of a property that another part tries with all of them. */
const RUNS_OF_A_NEED = 15;

/** Every part that there can be, in the order in which their results count. */
export function partNamesOf(checks: readonly Check[]): readonly string[] {
  return [REST, ...longOnes(checks).map(({ id }) => id)];
}

/**
 * A part for each long property, and one for all the rest. What is checked over the exchanges of a run is checked in
 * every part, over the exchanges of that part.
 */
export function partsOf(checks: readonly Check[], settings: Settings): readonly Part[] {
  const watching = checks.filter(({ watches }) => watches);
  const isRun = (check: Check) => isSelected(check.id, settings) && skipReason(check, settings) === undefined;
  const long = longOnes(checks).filter(isRun);
  const rest = checks.filter((check) => !long.includes(check));
  const parts = long.map((check) => partOf(check.id, [check, ...watching], checks));
  // Neighbours go into the same shard: the lightest go with the rest, which has the most to do.
  return [partOf(REST, rest, checks), ...parts.toSorted((a, b) => a.decides.length - b.decides.length)];
}

/** The parts that one shard runs. It depends on nothing but the arguments, so all machines of a run split alike. */
export function partsOfShard(parts: readonly Part[], { index, count }: Shard): readonly Part[] {
  const startOf = (shard: number) => Math.ceil((shard * parts.length) / count);
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
      const runs = Math.min(context.settings.runs, RUNS_OF_A_NEED);
      return check.decide({ ...context, settings: { ...context.settings, runs } });
    },
  };
}

function longOnes(checks: readonly Check[]): readonly Check[] {
  const others = checks.filter(({ property }) => !property).map(({ id }) => id);
  const needed = new Set(withNeeds(others, checks));
  return checks.filter((check) => check.property && !needed.has(check));
}

function partOf(name: string, own: readonly Check[], checks: readonly Check[]): Part {
  const reports = own.map(({ id }) => id);
  return { name, reports, decides: withNeeds(reports, checks).map(({ id }) => id) };
}
