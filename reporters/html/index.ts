import type { Report } from '../../harness/report/model.ts';
import { verdictHeading } from '../verdict.ts';
import { causes } from './causes.ts';
import { failures, known, waived, warnings } from './findings.ts';
import { drift, notices } from './gate.ts';
import { ledger } from './ledger.ts';
import { type Html, html, shown } from './markup.ts';
import { masthead } from './masthead.ts';
import { observations } from './observations.ts';
import { occupancy } from './occupancy.ts';
import { pageOf } from './page.ts';
import { requirements } from './requirements.ts';
import { script } from './script.ts';
import { styles } from './styles.ts';
import { skipped, undecided, unobservable } from './undecided.ts';

/** The report as one page that needs nothing else: no network, no server, and for reading not even its script. */
export function renderHtml(report: Report): string {
  const title = `${verdictHeading(report)}: ${report.target.baseUrl}`;
  const body = html`<a class="skip-link" href="#main">Skip to the findings</a>
${masthead(report)}
<main id="main" tabindex="-1">
${SECTIONS.map((section) => section(report))}
</main>
${footer(report)}
<p id="status" class="unheard" role="status"></p>
`;
  return pageOf({ title, styles, script, body });
}

/** What is wrong first, then what is not known, then what is told for completeness. */
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
  requirements,
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
