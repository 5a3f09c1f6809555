import { STANDING_MARKS, type Standing } from '../standing.ts';
import { type Html, html } from './markup.ts';

/** The word is beside the mark, so the mark and its colour are for the eye alone. */
export function markOf(standing: Standing): Html {
  return html`<span class="mark ${standing}" aria-hidden="true">${STANDING_MARKS[standing]}</span>`;
}
