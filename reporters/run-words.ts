import type { Occupancy, Report } from '../harness/report/model.ts';
import { countsInWords, withEffectiveOutcome } from './effective-outcome.ts';
import { count } from './text.ts';

/** In runs: the terminal report warns when the target is full within this many. */
const SOON = 20;

const REMEDY = 'remove the pets in the ledger, or use a fresh target';

/** "available 141 or more (44 added), pending 37 (6 added)" */
export function occupancyInWords({ statuses }: Occupancy): string {
  return statuses
    .map(({ status, pets, isFull, added }) => `${status} ${pets}${isFull ? ' or more' : ''} (${added} added)`)
    .join(', ');
}

/** Undefined if the target is not about to become too full to observe completeness. */
export function forecastOf({ run, results }: Report): string | undefined {
  const runsLeft = run.population?.runsLeft;
  if (runsLeft === undefined) return undefined;
  if (runsLeft > 0) return `This target is full after about ${count(runsLeft, 'more run')}: ${REMEDY}.`;
  // A full target does not matter if lists still show new pets.
  return withEffectiveOutcome(results, 'unobservable').length > 0 ? `This target is full: ${REMEDY}.` : undefined;
}

export function isFullSoon({ run }: Report): boolean {
  return (run.population?.runsLeft ?? SOON + 1) <= SOON;
}

export function resultsInWords({ results, observations }: Report): string {
  const observed = observations.length > 0 ? `, ${count(observations.length, 'observation')}` : '';
  return `${countsInWords(results)}${observed}`;
}

export function effortInWords({ run }: Report): string {
  const { requests, creations, durationMs, seed } = run;
  const seconds = (durationMs / 1000).toFixed(1);
  return `${count(requests, 'request')}, ${count(creations, 'creation')}, ${seconds} s, seed ${seed}`;
}

export function interruptionsInWords({ interruptions = [] }: Report['run']): string | undefined {
  if (interruptions.length === 0) return undefined;
  const seconds = interruptions.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  return `${count(interruptions.length, 'interruption')} by something in front of the service, ${seconds.toFixed(1)} s`;
}
