import type { Report, Verdict } from '../../harness/report/model.ts';
import { type Html, html } from './markup.ts';

/** A run that fails must not look like one that passes, even where the target conforms. */
export function verdictMark({ verdict, exitCode }: Report): Html {
  const { outcome, path } = verdict === 'conforming' && exitCode !== 0 ? CAUTION : MARKS[verdict];
  return html`<svg class="${outcome}" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="10.5" stroke-width="1.8"/><path d="${path}"/></svg>`;
}

const QUESTION = 'M9.2 9.4a2.9 2.9 0 1 1 4.4 2.4c-1 .6-1.6 1.1-1.6 2.2M12 17.3v.1';

interface Mark {
  readonly outcome: string;
  readonly path: string;
}

const CAUTION: Mark = { outcome: 'warn', path: 'M12 6.5v7M12 17.3v.1' };

const MARKS: Readonly<Record<Verdict, Mark>> = {
  conforming: { outcome: 'pass', path: 'M7.5 12.5l3 3 6-6.5' },
  violating: { outcome: 'fail', path: 'M8.5 8.5l7 7m0-7l-7 7' },
  incomplete: { outcome: 'inconclusive', path: QUESTION },
  untested: { outcome: 'skipped', path: QUESTION },
};
