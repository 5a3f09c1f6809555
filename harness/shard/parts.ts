import { type Check, skipReason, withNeeds } from '../run/check.ts';
import { isSelected } from '../settings/selection.ts';
import type { Settings } from '../settings/settings.ts';
import type { Shard } from './shard.ts';

/** Requirements that are checked in one session. Plain data, since it goes to a worker. */
export interface Part {
  readonly name: string;
  readonly reports: readonly string[];
  /** These, and all that they need. */
  readonly decides: readonly string[];
}

/** All but the long properties. */
export const REST = 'rest';

/** For a property that another part tries with all inputs. */
const RUNS_OF_A_NEED = 15;

/** All possible parts, in order of precedence. */
export function partNamesOf(checks: readonly Check[]): readonly string[] {
  return [REST, ...longProperties(checks).map(({ id }) => id)];
}

/**
 * A part for each long property, and one for all the rest. Every part checks the invariants over its own exchanges.
 */
export function partsOf(checks: readonly Check[], settings: Settings): readonly Part[] {
  const watching = checks.filter(({ watches }) => watches);
  const isRun = (check: Check) => isSelected(check.id, settings) && skipReason(check, settings) === undefined;
  const long = longProperties(checks).filter(isRun);
  const rest = checks.filter((check) => !long.includes(check));
  const parts = long.map((check) => partOf(check.id, [check, ...watching], checks));
  // Neighbours go into the same shard: the lightest with the rest, which has the most to do.
  return [partOf(REST, rest, checks), ...parts.toSorted((a, b) => a.decides.length - b.decides.length)];
}

/** Depends only on the arguments, so that all machines split a run alike. */
export function partsOfShard(parts: readonly Part[], { index, count }: Shard): readonly Part[] {
  const startOf = (shard: number) => Math.ceil((shard * parts.length) / count);
  return parts.slice(startOf(index - 1), startOf(index));
}

export function checksOf({ reports, decides }: Part, checks: readonly Check[]): readonly Check[] {
  return checks
    .filter(({ id }) => decides.includes(id))
    .map((check) => (check.property && !reports.includes(check.id) ? withFewerRuns(check) : check));
}

function withFewerRuns(check: Check): Check {
  return {
    ...check,
    decide: (context) => {
      const runs = Math.min(context.settings.runs, RUNS_OF_A_NEED);
      return check.decide({ ...context, settings: { ...context.settings, runs } });
    },
  };
}

function longProperties(checks: readonly Check[]): readonly Check[] {
  const others = checks.filter(({ property }) => !property).map(({ id }) => id);
  const needed = new Set(withNeeds(others, checks));
  return checks.filter((check) => check.property && !needed.has(check));
}

function partOf(name: string, own: readonly Check[], checks: readonly Check[]): Part {
  const reports = own.map(({ id }) => id);
  return { name, reports, decides: withNeeds(reports, checks).map(({ id }) => id) };
}
