import type { Outcome, Report } from '../../harness/report/model.ts';
import { count } from '../text.ts';
import { type Html, html, shown } from './markup.ts';
import { withOutcome } from './outcomes.ts';
import { areasPicture, countsBar } from './pictures.ts';
import { verdictMark, verdictOf } from './verdict.ts';

/** The whole run at a glance: the verdict, of what, when, and how many of each outcome. */
export function masthead(report: Report): Html {
  const { verdict, exitCode, diagnosis, suite, run } = report;
  const { word, meaning } = verdictOf(report);
  return html`<header class="masthead">
<p class="quiet">${suite.name} ${suite.version}</p>
<h1>${verdictMark(verdict)}${word}</h1>
<p class="sentence">${meaning}</p>
${diagnosis === undefined ? undefined : html`<p class="diagnosis">${shown(diagnosis)}</p>`}
<dl class="facts">
${fact('Target', html`<code>${shown(report.target.baseUrl)}</code>`)}
${fact('Started', moment(run.startedAt))}
${fact('Took', `${(run.durationMs / 1000).toFixed(1)} s`)}
${fact('Sent', `${count(run.requests, 'request')}, ${count(run.creations, 'creation')}`)}
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

function countsPanel({ results }: Report): Html {
  return html`<div class="counts">
${countsBar(results)}
<nav aria-label="Outcomes"><ul>${TILES.map(([outcome, label, section]) => {
    const number = withOutcome(results, outcome).length;
    if (number === 0) return undefined;
    return html`<li><a href="#${section}"><strong class="${outcome}">${number}</strong> <span>${label}</span></a></li>`;
  })}</ul></nav>
${areasPicture(results)}
</div>`;
}

const TILES: readonly (readonly [outcome: Outcome, label: string, section: string])[] = [
  ['fail', 'failed', 'failures'],
  ['warn', 'with a warning', 'warnings'],
  ['inconclusive', 'not decided', 'undecided'],
  ['skipped', 'skipped', 'skipped'],
  ['observed', 'observed', 'observations'],
  ['pass', 'passed', 'all'],
];
