import type { Result } from '../../harness/report/model.ts';
import type { Grouping } from '../../harness/report/section.ts';
import {
  type EffectiveOutcome,
  effectiveOutcomeOf,
  OUTCOME_ORDER,
  OUTCOME_WORDS,
  withEffectiveOutcome,
} from '../effective-outcome.ts';
import type { ResultGroup } from '../result-groups.ts';
import { type Html, html } from './markup.ts';

const BAR_WIDTH = 1000;
const BAR_GAP = 4;
const NARROWEST_PART = 6;
const SQUARE = 9;
const STEP = 12;

/** How the outcomes share the whole, from what is wrong to what is well. */
export function countsBar(results: readonly Result[]): Html {
  const counts = countsOf(results);
  const spare = BAR_WIDTH - counts.length * NARROWEST_PART - (counts.length - 1) * BAR_GAP;
  let x = 0;
  const parts = counts.map(([effective, number]) => {
    const width = NARROWEST_PART + (spare * number) / results.length;
    const part = html`<rect class="fill-${effective}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="12" vector-effect="non-scaling-stroke"/>`;
    x += width + BAR_GAP;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 12" preserveAspectRatio="none" role="img" aria-label="Outcomes: ${inWords(counts)}">${parts}</svg>`;
}

/** One square for each requirement of each area or section, in the catalogue's order. */
export function groupsPicture(groups: readonly ResultGroup[], grouping: Grouping): Html {
  return html`<dl class="areas by-${grouping}">${groups.map(
    ({ title, results }) =>
      html`<dt>${title}</dt><dd>${squares(results)}<span>${inWords(countsOf(results))}</span></dd>`,
  )}</dl>`;
}

export function squares(results: readonly Result[]): Html {
  const width = results.length * STEP;
  return html`<svg width="${width}" height="${SQUARE}" viewBox="0 0 ${width} ${SQUARE}" aria-hidden="true">${results.map(
    (result, index) =>
      html`<rect class="fill-${effectiveOutcomeOf(result)}" x="${index * STEP}" width="${SQUARE}" height="${SQUARE}" rx="1.5"/>`,
  )}</svg>`;
}

type Count = readonly [effective: EffectiveOutcome, number: number];

function countsOf(results: readonly Result[]): readonly Count[] {
  return OUTCOME_ORDER.map((effective) => [effective, withEffectiveOutcome(results, effective).length] as const).filter(
    ([, number]) => number > 0,
  );
}

function inWords(counts: readonly Count[]): string {
  return counts.map(([effective, number]) => `${number} ${OUTCOME_WORDS[effective]}`).join(', ');
}
