import type { Report, Result } from '../../harness/report/model.ts';
import { interruptionsInWords } from '../evidence.ts';
import { noticesOf } from '../gate.ts';
import { type Standing, withStanding } from '../standing.ts';
import { count } from '../text.ts';
import { verdictHeading, verdictMeaning } from '../verdict.ts';
import { type Html, html, shown } from './markup.ts';
import { areasPicture, countsBar } from './pictures.ts';
import { anchorOf } from './section.ts';
import { verdictMark } from './verdict.ts';

/** The whole run at a glance: the verdict, of what, when, and how many of each outcome. */
export function masthead(report: Report): Html {
  const { exitCode, diagnosis, warnings = [], suite, run } = report;
  const interruptions = interruptionsInWords(run);
  return html`<header class="masthead">
<p class="quiet">${suite.name} ${suite.version}</p>
<h1>${verdictMark(report)}${shown(verdictHeading(report))}</h1>
<p class="sentence">${verdictMeaning(report)}</p>
${diagnosis === undefined ? undefined : html`<p class="diagnosis">${shown(diagnosis)}</p>`}
${warnings.map((warning) => html`<p class="diagnosis">${shown(warning)}</p>`)}
<dl class="facts">
${fact('Target', html`<code>${shown(report.target.baseUrl)}</code>`)}
${fact('Started', moment(run.startedAt))}
${fact('Took', `${(run.durationMs / 1000).toFixed(1)} s`)}
${fact('Sent', `${count(run.requests, 'request')}, ${count(run.creations, 'creation')}`)}
${interruptions === undefined ? undefined : fact('Interruptions', interruptions)}
${fact('Seed', String(run.seed))}
${fact('Exit code', String(exitCode))}
</dl>
${report.results.length === 0 ? undefined : countsPanel(report)}
</header>`;
}

function fact(name: string, value: Html | string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** Told in one time zone, so that the same report is the same page everywhere. */
function moment(startedAt: string): Html {
  const date = new Date(startedAt);
  if (Number.isNaN(date.getTime())) return shown(startedAt);
  const words = date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return html`<time datetime="${startedAt}">${words} UTC</time>`;
}

function countsPanel(report: Report): Html {
  const { results } = report;
  const failing = noticesOf(report).filter(({ fails }) => fails).length;
  return html`<div class="counts">
${countsBar(results)}
<nav aria-label="Outcomes"><ul>${TILES.map(([standing, label, placeOf]) => {
    const found = withStanding(results, standing);
    return tile(found.length, standing, label, placeOf(found));
  })}${tile(failing, 'fail', failing === 1 ? 'notice fails the run' : 'notices fail the run', 'gate')}</ul></nav>
${areasPicture(results)}
</div>`;
}

function tile(number: number, standing: Standing, label: string, place: string): Html | undefined {
  if (number === 0) return undefined;
  return html`<li><a href="#${place}"><strong class="${standing}">${number}</strong> <span>${label}</span></a></li>`;
}

type PlaceOf = (found: readonly Result[]) => string;

const TILES: readonly (readonly [standing: Standing, label: string, placeOf: PlaceOf])[] = [
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
