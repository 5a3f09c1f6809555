import type { Report, Result } from '../../harness/report/model.ts';
import { type EffectiveOutcome, withEffectiveOutcome } from '../effective-outcome.ts';
import { interruptionsInWords } from '../evidence.ts';
import { noticesOf } from '../gate.ts';
import type { RenderOptions } from '../index.ts';
import { resultGroupsOf } from '../result-groups.ts';
import { count } from '../text.ts';
import { verdictHeading, verdictMeaning } from '../verdict.ts';
import { type Html, html, shown } from './markup.ts';
import { momentOf, type Page } from './page.ts';
import { countsBar, groupsPicture } from './pictures.ts';
import { anchorOf } from './section.ts';
import { verdictOutcome } from './verdict.ts';

/** The run at a glance: the verdict, of what, when, and how many of each outcome. */
export function mastheadOf(
  report: Report,
  specification: RenderOptions['specification'],
): Pick<Page, 'heading' | 'effective' | 'sentence' | 'notes' | 'facts' | 'summary'> {
  const { exitCode, diagnosis, warnings = [], target, run } = report;
  const interruptions = interruptionsInWords(run);
  return {
    heading: verdictHeading(report),
    effective: verdictOutcome(report),
    sentence: verdictMeaning(report),
    notes: [...(diagnosis === undefined ? [] : [diagnosis]), ...warnings].map(
      (note) => html`<p class="diagnosis">${shown(note)}</p>\n`,
    ),
    facts: [
      ['Target', html`<code>${shown(target.baseUrl)}</code>`],
      ['Started', momentOf(run.startedAt)],
      ['Took', `${(run.durationMs / 1000).toFixed(1)} s`],
      ['Sent', `${count(run.requests, 'request')}, ${count(run.creations, 'creation')}`],
      ...(interruptions === undefined ? [] : [['Interruptions', interruptions] as const]),
      ['Seed', String(run.seed)],
      ['Exit code', String(exitCode)],
    ],
    ...(report.results.length > 0 && { summary: countsPanel(report, specification) }),
  };
}

function countsPanel(report: Report, specification: RenderOptions['specification']): Html {
  const { results } = report;
  const failing = noticesOf(report).filter(({ fails }) => fails).length;
  return html`<div class="counts">
${countsBar(results)}
<nav aria-label="Outcomes"><ul>${TILES.map(([effective, label, placeOf]) => {
    const found = withEffectiveOutcome(results, effective);
    return tile(found.length, effective, label, placeOf(found));
  })}${tile(failing, 'fail', failing === 1 ? 'notice fails the run' : 'notices fail the run', 'gate')}</ul></nav>
${groupsPicture(resultGroupsOf(results, {}), 'area')}${
  specification && groupsPicture(resultGroupsOf(results, { groupBy: 'section', specification }), 'section')
}
</div>`;
}

function tile(number: number, effective: EffectiveOutcome, label: string, place: string): Html | undefined {
  if (number === 0) return undefined;
  return html`<li><a href="#${place}"><strong class="${effective}">${number}</strong> <span>${label}</span></a></li>`;
}

type PlaceOf = (found: readonly Result[]) => string;

const TILES: readonly (readonly [effective: EffectiveOutcome, label: string, placeOf: PlaceOf])[] = [
  ['fail', 'failed', () => 'failures'],
  // They have no section of their own: they stand with what they were seen to be.
  ['unsteady', 'unsteady', ([first]) => anchorOf(first?.id ?? '')],
  ['warn', 'with a warning', () => 'warnings'],
  ['inconclusive', 'not decided', () => 'undecided'],
  ['unobservable', 'unobservable', () => 'unobservable'],
  ['waived', 'waived', () => 'waived'],
  ['known', 'known', () => 'known'],
  ['skipped', 'skipped', () => 'skipped'],
  ['observed', 'observed', () => 'observations'],
  ['pass', 'passed', () => 'all'],
];
