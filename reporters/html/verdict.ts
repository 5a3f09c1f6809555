import type { Report, Verdict } from '../../harness/report/model.ts';
import type { EffectiveOutcome } from '../effective-outcome.ts';
import { type Html, html } from './markup.ts';

/** A run that fails must not look like one that passes, even where the target conforms. */
export function verdictOutcome({ verdict, exitCode }: Pick<Report, 'verdict' | 'exitCode'>): EffectiveOutcome {
  return verdict === 'conforming' && exitCode !== 0 ? 'warn' : VERDICT_STANDINGS[verdict];
}

export const VERDICT_STANDINGS: Readonly<Record<Verdict, EffectiveOutcome>> = {
  conforming: 'pass',
  violating: 'fail',
  incomplete: 'inconclusive',
  untested: 'skipped',
};

/** The large mark beside the title of a page. */
export function roundMark(effective: EffectiveOutcome): Html {
  return html`<svg class="${effective}" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="10.5" stroke-width="1.8"/><path d="${PATHS[effective] ?? QUESTION}"/></svg>`;
}

const QUESTION = 'M9.2 9.4a2.9 2.9 0 1 1 4.4 2.4c-1 .6-1.6 1.1-1.6 2.2M12 17.3v.1';

const PATHS: Readonly<Partial<Record<EffectiveOutcome, string>>> = {
  pass: 'M7.5 12.5l3 3 6-6.5',
  fail: 'M8.5 8.5l7 7m0-7l-7 7',
  warn: 'M12 6.5v7M12 17.3v.1',
  observed: 'M7.5 9.5h9M7.5 14.5h9',
};
