import type { Occupancy, Report } from '../harness/report/model.ts';
import { withEffectiveOutcome } from './effective-outcome.ts';
import { count } from './text.ts';

/** From so many runs before a target is full, a person at a terminal is warned. */
const SOON = 20;

const REMEDY = 'remove the pets in the ledger, or use a fresh target';

/** "available 141 or more (44 added), pending 37 (6 added)" */
export function occupancyInWords({ statuses }: Occupancy): string {
  return statuses
    .map(({ status, pets, isFull, added }) => `${status} ${pets}${isFull ? ' or more' : ''} (${added} added)`)
    .join(', ');
}

/** When completeness becomes unobservable, and what to do about it; undefined where that is not foreseen. */
export function forecastOf({ run, results }: Report): string | undefined {
  const runsLeft = run.population?.runsLeft;
  if (runsLeft === undefined) return undefined;
  if (runsLeft > 0) return `This target is full after about ${count(runsLeft, 'more run')}: ${REMEDY}.`;
  // Where lists show new pets, a full target is no obstacle.
  return withEffectiveOutcome(results, 'unobservable').length > 0 ? `This target is full: ${REMEDY}.` : undefined;
}

export function isFullSoon({ run }: Report): boolean {
  return (run.population?.runsLeft ?? SOON + 1) <= SOON;
}
