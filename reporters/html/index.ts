import type { Report } from '../../harness/report/model.ts';
import { verdictHeading } from '../verdict.ts';
import { causes } from './causes.ts';
import { failures, known, waived, warnings } from './findings.ts';
import { drift, notices } from './gate.ts';
import { ledger } from './ledger.ts';
import { emptyReport, liveStyles, toolbar } from './live.ts';
import { liveScript } from './live-script.ts';
import { type Html, html, shown } from './markup.ts';
import { masthead } from './masthead.ts';
import { observations } from './observations.ts';
import { pageOf } from './page.ts';
import { requirements } from './requirements.ts';
import { script } from './script.ts';
import { styles } from './styles.ts';
import { skipped, undecided } from './undecided.ts';

/** The report as one page that needs nothing else: no network, no server, and for reading not even its script. */
export function renderHtml(report: Report): string {
  return pageOf({ title: titleOf(report), styles, script, body: bodyOf(contentOf(report)) });
}

/** The same page while the suite is running: it follows each run. Without a report before the first one has ended. */
export function renderLivePage(report: Report | undefined): string {
  return pageOf({
    title: report ? titleOf(report) : 'The first run is under way',
    styles: styles + liveStyles,
    script: script + liveScript,
    connects: true,
    body: bodyOf(html`${toolbar()}${report ? contentOf(report) : emptyReport()}`),
  });
}

function titleOf(report: Report): string {
  return `${verdictHeading(report)}: ${report.target.baseUrl}`;
}

function bodyOf(content: Html): Html {
  return html`<a class="skip-link" href="#main">Skip to the findings</a>
${content}
<p id="status" class="unheard" role="status"></p>
`;
}

function contentOf(report: Report): Html {
  return html`${masthead(report)}
<main id="main" tabindex="-1">
${SECTIONS.map((section) => section(report))}
</main>
${footer(report)}`;
}

/** What is wrong first, then what is not known, then what is told for completeness. */
const SECTIONS = [
  causes,
  failures,
  warnings,
  notices,
  undecided,
  waived,
  known,
  skipped,
  drift,
  observations,
  requirements,
];

function footer(report: Report): Html {
  const { suite, run } = report;
  return html`<footer class="quiet">
<p>Run ${shown(run.id)} of ${suite.name} ${suite.version}.</p>
<details><summary>Settings of this run</summary><dl>${Object.entries(run.settings).map(
    ([name, value]) => html`<dt>${name}</dt><dd>${String(value) || 'none'}</dd>`,
  )}</dl></details>
${ledger(report)}
</footer>`;
}
