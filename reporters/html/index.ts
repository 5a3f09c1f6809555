import type { Report } from '../../harness/report/model.ts';
import type { RenderOptions } from '../index.ts';
import { verdictHeading } from '../verdict.ts';
import { failures, known, waived, warnings } from './findings.ts';
import { footer } from './footer.ts';
import { FIRST_RUN, liveStyles, toolbar } from './live.ts';
import { liveScript } from './live-script.ts';
import { mastheadOf } from './masthead.ts';
import { type Page, pageOf } from './page.ts';
import { requirements } from './requirements.ts';
import { script } from './script.ts';
import { causes, drift, notices, observations, skipped, undecided, unobservable } from './sections.ts';

/** One page that needs no network, no server, and for reading not even its script. */
export function renderHtml(report: Report, options: Specified = {}): string {
  return pageOf({ ...contentOf(report, options), script });
}

/** The same page, which follows each run. There is no report before the first run has ended. */
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

/** What is wrong first, then what is unknown, then the rest. */
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
