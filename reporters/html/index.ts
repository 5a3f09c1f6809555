import type { Report } from '../../harness/report/model.ts';
import type { RenderOptions } from '../index.ts';
import { verdictHeading } from '../verdict.ts';
import { causes } from './causes.ts';
import { failures, known, waived, warnings } from './findings.ts';
import { drift, notices } from './gate.ts';
import { ledger } from './ledger.ts';
import { FIRST_RUN, liveStyles, toolbar } from './live.ts';
import { liveScript } from './live-script.ts';
import { type Html, html, shown } from './markup.ts';
import { mastheadOf } from './masthead.ts';
import { observations } from './observations.ts';
import { occupancy } from './occupancy.ts';
import { type Page, pageOf } from './page.ts';
import { requirements } from './requirements.ts';
import { script } from './script.ts';
import { skipped, undecided, unobservable } from './undecided.ts';

/** The report as one page that needs nothing else: no network, no server, and for reading not even its script. */
export function renderHtml(report: Report, options: Specified = {}): string {
  return pageOf({ ...contentOf(report, options), script });
}

/** The same page while the suite is running: it follows each run. Without a report before the first one has ended. */
export function renderLivePage(report: Report | undefined, options: Specified = {}): string {
  return pageOf({
    ...(report ? contentOf(report, options) : FIRST_RUN),
    script: script + liveScript,
    live: { toolbar: toolbar(), styles: liveStyles },
  });
}

type Specified = Pick<RenderOptions, 'specification'>;

function contentOf(report: Report, { specification }: Specified): Page {
  return {
    title: `${verdictHeading(report)}: ${report.target.baseUrl}`,
    suite: report.suite,
    ...mastheadOf(report, specification),
    main: [SECTIONS.map((section) => section(report)), requirements(report, specification)],
    footer: footer(report),
  };
}

/** What is wrong first, then what is not known, then what is reported for completeness. */
const SECTIONS = [
  causes,
  failures,
  warnings,
  notices,
  undecided,
  unobservable,
  waived,
  known,
  skipped,
  drift,
  observations,
];

function footer(report: Report): Html {
  const { suite, run } = report;
  return html`<footer class="quiet">
<p>Run ${shown(run.id)} of ${suite.name} ${suite.version}.</p>
<details><summary>Settings of this run</summary><dl>${Object.entries(run.settings).map(
    ([name, value]) => html`<dt>${name}</dt><dd>${String(value) || 'none'}</dd>`,
  )}</dl></details>
${occupancy(report)}
${ledger(report)}
</footer>`;
}
