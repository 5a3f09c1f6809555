import type { Report } from '../../harness/report/model.ts';
import type { RenderOptions } from '../index.ts';
import { verdictHeading } from '../verdict.ts';
import { causes } from './causes.ts';
import { failures, known, waived, warnings } from './findings.ts';
import { drift, notices } from './gate.ts';
import { ledger } from './ledger.ts';
import { type Html, html, shown } from './markup.ts';
import { mastheadOf } from './masthead.ts';
import { observations } from './observations.ts';
import { pageOf } from './page.ts';
import { requirements } from './requirements.ts';
import { script } from './script.ts';
import { skipped, undecided } from './undecided.ts';

/** The report as one page that needs nothing else: no network, no server, and for reading not even its script. */
export function renderHtml(report: Report, { specification }: Pick<RenderOptions, 'specification'> = {}): string {
  const title = `${verdictHeading(report)}: ${report.target.baseUrl}`;
  return pageOf({
    title,
    suite: report.suite,
    ...mastheadOf(report, specification),
    main: [SECTIONS.map((section) => section(report)), requirements(report, specification)],
    footer: footer(report),
    script,
  });
}

/** What is wrong first, then what is not known, then what is told for completeness. */
const SECTIONS = [causes, failures, warnings, notices, undecided, waived, known, skipped, drift, observations];

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
