import type { Report, Verdict } from '../../harness/report/model.ts';
import { verdictSentence } from '../verdict.ts';
import { type Html, html } from './markup.ts';

/** The verdict in a word, for the heading, and what it means. */
export function verdictOf(report: Report): { readonly word: string; readonly meaning: string } {
  const [word = '', ...meaning] = verdictSentence(report).split(': ');
  return { word, meaning: meaning.join(': ') };
}

export function verdictMark(verdict: Verdict): Html {
  const { outcome, path } = MARKS[verdict];
  return html`<svg class="${outcome}" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="10.5" stroke-width="1.8"/><path d="${path}"/></svg>`;
}

const QUESTION = 'M9.2 9.4a2.9 2.9 0 1 1 4.4 2.4c-1 .6-1.6 1.1-1.6 2.2M12 17.3v.1';

const MARKS: Readonly<Record<Verdict, { readonly outcome: string; readonly path: string }>> = {
  conforming: { outcome: 'pass', path: 'M7.5 12.5l3 3 6-6.5' },
  violating: { outcome: 'fail', path: 'M8.5 8.5l7 7m0-7l-7 7' },
  incomplete: { outcome: 'inconclusive', path: QUESTION },
  untested: { outcome: 'skipped', path: QUESTION },
};
