import type { Report } from '../../harness/report/model.ts';
import { type EffectiveOutcome, verdictOutcome, withEffectiveOutcome } from '../effective-outcome.ts';
import { resultGroupsOf } from '../group.ts';
import type { RenderOptions } from '../index.ts';
import { interruptionsInWords } from '../run-words.ts';
import { count } from '../text.ts';
import { noticesOf, verdictHeading, verdictMeaning } from '../verdict.ts';
import { anchorOf } from './elements.ts';
import { type Html, html, shown } from './markup.ts';
import { momentOf, type Page } from './page.ts';
import { countsBar, groupsPicture } from './pictures.ts';

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
<nav aria-label="Outcomes"><ul>${TILES.map(([effective, label, section]) => {
    const found = withEffectiveOutcome(results, effective);
    return tile(found.length, effective, label, section ?? anchorOf(found[0]?.id ?? ''));
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

/** Each links to its section; unsteady requirements do not have one, so theirs links to the first of them. */
const TILES: readonly (readonly [effective: EffectiveOutcome, label: string, section?: string])[] = [
  ['fail', 'failed', 'failures'],
  ['unsteady', 'unsteady'],
  ['warn', 'with a warning', 'warnings'],
  ['inconclusive', 'not decided', 'undecided'],
  ['unobservable', 'unobservable', 'unobservable'],
  ['waived', 'waived', 'waived'],
  ['known', 'known', 'known'],
  ['skipped', 'skipped', 'skipped'],
  ['observed', 'observed', 'observations'],
  ['pass', 'passed', 'all'],
];
