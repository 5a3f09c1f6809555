import type { Outcome, Result } from '../../harness/report/model.ts';
import { type Html, html } from './markup.ts';

/** The order in which a reader wants to know: what is wrong, what is not known, what is well. */
export const OUTCOME_ORDER: readonly Outcome[] = [
  'fail',
  'unsteady',
  'warn',
  'inconclusive',
  'skipped',
  'observed',
  'pass',
];

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  pass: 'passed',
  fail: 'failed',
  unsteady: 'unsteady',
  warn: 'warning',
  observed: 'observed',
  skipped: 'skipped',
  inconclusive: 'not decided',
};

const MARKS: Readonly<Record<Outcome, string>> = {
  pass: '✓',
  fail: '✗',
  unsteady: '≈',
  warn: '!',
  observed: '·',
  skipped: '–',
  inconclusive: '?',
};

/** The word is told beside the mark, so the mark and its colour are for the eye alone. */
export function markOf(outcome: Outcome): Html {
  return html`<span class="mark ${outcome}" aria-hidden="true">${MARKS[outcome]}</span>`;
}

export function withOutcome(results: readonly Result[], outcome: Outcome): readonly Result[] {
  return results.filter((result) => result.outcome === outcome);
}
