import type { Standing } from '../standing.ts';
import { type Html, html } from './markup.ts';

const MARKS: Readonly<Record<Standing, string>> = {
  pass: '✓',
  fail: '✗',
  unsteady: '≈',
  warn: '!',
  observed: '·',
  skipped: '–',
  inconclusive: '?',
  unobservable: '∅',
  waived: '○',
  known: '○',
};

/** The word is told beside the mark, so the mark and its colour are for the eye alone. */
export function markOf(standing: Standing): Html {
  return html`<span class="mark ${standing}" aria-hidden="true">${MARKS[standing]}</span>`;
}
