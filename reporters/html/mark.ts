import { type EffectiveOutcome, OUTCOME_MARKS } from '../effective-outcome.ts';
import { type Html, html } from './markup.ts';

/** The word is beside the mark, so the mark and its colour are for the eye alone. */
export function markOf(effective: EffectiveOutcome): Html {
  return html`<span class="mark ${effective}" aria-hidden="true">${OUTCOME_MARKS[effective]}</span>`;
}
